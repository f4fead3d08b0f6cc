import type { LocalTime } from '#model/kernel/local-time.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { RunArguments } from './arguments.ts';
import { openNamed, type OpenFile } from '#headless/rows/open-files.ts';
import { fingerprintsOf } from './fingerprints.ts';
import { orCannotWrite, prepareOutput } from '#headless/output-folder.ts';
import { openPageWriter, type PageSize, type PageWriter } from '#headless/page-writers.ts';
import {
  openReport,
  type PagePrinted,
  type ReportedPage,
  type ReportFile,
  type RunCounts,
  type RunSummary,
} from '#headless/report-file.ts';
import { checkpointsThatHold, journalToResume, removePagesAfter } from './resume-point.ts';
import type { PagePrinter, PrintJob } from './page-printer.ts';
import { type Checkpoint, openJournal, readJournal, type RunJournal } from './run-journal.ts';
import type { MadeChunk } from '#headless/threads/thread-messages.ts';

/**
 * Destination of all that a run makes: pages, report and journal. Problems of its calls: `output.cannotWrite`; with a
 * printer those of `PagePrinter`.
 */
export interface RunOutput {
  /**
   * Writes or prints the output of the records before `next`, at which a later run continues. Gives the numbers of the
   * unconfirmed pages.
   */
  add(made: MadeChunk, next: number, signal: AbortSignal): Promise<Result<readonly number[]>>;
  counts(): RunCounts;
  /** Called after the last record: completes the files. */
  finish(signal: AbortSignal): Promise<Result<null>>;
  /** Called at the end of every run, after `finish` or instead of it. */
  end(summary: RunSummary): Promise<Result<null>>;
}

/** A run that is new or continues an earlier one. */
export interface PreparedRun {
  /** The time that all labels show. */
  readonly now: LocalTime;
  readonly before: RunCounts & Pick<Checkpoint, 'next'>;
  /** Whether nothing remains to be made. */
  readonly isComplete: boolean;
  /** The job at the assistant; null where pages become files. */
  readonly job: PrintJob | null;
  /**
   * Makes the folder and opens all files; `printer` is for the job. Problems: `output.notEmpty`, `output.runThere`,
   * `output.cannotWrite`.
   */
  open(page: PageSize, printer: PagePrinter | null): Promise<Result<RunOutput>>;
}

const NONE: RunCounts = { verified: 0, refused: 0, pages: 0, pagesInDoubt: 0, symbols: 0, symbolsRead: 0 };

/**
 * Checks whether there is a run to continue, without changing anything. `time` and `newJob` are those of a new run;
 * `pagesAtMost` is the number of pages of the whole run when no label is rejected. Problems: those of
 * `journalToResume`, `file.unreadable`, `output.cannotWrite`, `print.otherRecord`.
 */
export async function prepareRun(
  args: RunArguments,
  time: LocalTime,
  newJob: PrintJob | null,
  pagesAtMost: number,
  openData: OpenFile = openNamed,
): Promise<Result<PreparedRun>> {
  const { outputDirectory: directory } = args;
  const fresh = { now: time, before: { ...NONE, next: 0 }, isComplete: false, job: null };
  if (directory === null) {
    const nothing = { pages: null, printer: null, journal: null };
    return ok({ ...fresh, open: () => openFiles('', args, [], async () => nothing) });
  }
  const own = await fingerprintsOf(args, openData);
  if (!own.ok) return own;
  const resumed = args.resume ? journalToResume(directory, own.value) : ok(null);
  if (!resumed.ok) return resumed;
  const { head, checkpoints, isComplete } = resumed.value ?? {
    head: { ...own.value, now: time, ...(newJob === null ? {} : { job: newJob }) },
    checkpoints: [],
    isComplete: false,
  };
  const { job = null } = head;
  // Otherwise it would be unknown which of the sent pages were printed.
  if (!isComplete && job?.instance !== newJob?.instance) return err(problem('print.otherRecord', {}, '--resume'));
  const held = await orCannotWrite(directory, async () =>
    checkpointsThatHold(directory, args, checkpoints, pagesAtMost),
  );
  if (!held.ok) return held;
  const before = held.value.at(-1) ?? fresh.before;
  return ok({
    now: head.now,
    before,
    isComplete: isComplete && held.value.length === checkpoints.length,
    job,
    async open(page, printer) {
      // Without the record of what was printed, its labels might be printed twice.
      if (resumed.value === null && !args.clean && readJournal(directory)?.head.job !== undefined) {
        return err(problem('output.runThere', { folder: directory }, '--out'));
      }
      const prepared =
        resumed.value === null
          ? await prepareOutput(directory, args.clean)
          : await orCannotWrite(directory, async () => removePagesAfter(directory, before.pages));
      if (!prepared.ok) return prepared;
      return openFiles(directory, args, held.value, async () => ({
        pages:
          printer === null
            ? await openPageWriter(args, directory, page, writtenBy(held.value, page), pagesAtMost)
            : null,
        printer,
        journal: openJournal(directory, head, held.value),
      }));
    },
  });
}

/** State of the page writer at the last checkpoint. */
function writtenBy(checkpoints: readonly Checkpoint[], page: PageSize): Parameters<typeof openPageWriter>[3] {
  const last = checkpoints.at(-1);
  if (last === undefined) return null;
  const pictures = checkpoints.flatMap((checkpoint) => checkpoint.pictures);
  const heights = checkpoints.flatMap(
    (checkpoint) => checkpoint.heights ?? checkpoint.pictures.map(() => page.heightDots),
  );
  return { pages: last.pages, bytes: last.bytes, pictures, heights };
}

interface Files {
  /** Null where no pages are written. */
  readonly pages: PageWriter | null;
  /** Null where none are printed. */
  readonly printer: PagePrinter | null;
  readonly journal: RunJournal | null;
}

async function openFiles(
  directory: string,
  { reportPath, firstCell }: Pick<RunArguments, 'reportPath' | 'firstCell'>,
  held: readonly Checkpoint[],
  open: () => Promise<Files>,
): Promise<Result<RunOutput>> {
  const last = held.at(-1);
  const kept = last === undefined ? null : { bytes: last.reportBytes, pages: last.pages };
  const report = reportPath === null ? ok(null) : openReport(reportPath, firstCell, kept);
  if (!report.ok) return report;
  const files = await orCannotWrite(directory, open);
  if (!files.ok) return files;
  return ok(createRunOutput(directory, reportPath ?? '', report.value, files.value, last ?? NONE));
}

function createRunOutput(
  directory: string,
  reportPath: string,
  report: ReportFile | null,
  { pages: writer, printer, journal }: Files,
  before: RunCounts,
): RunOutput {
  let { verified, refused, pages, pagesInDoubt, symbols, symbolsRead } = before;
  const counts = (): RunCounts => ({ verified, refused, pages, pagesInDoubt, symbols, symbolsRead });
  return {
    counts,
    async add(made, next, signal) {
      const written = await orCannotWrite(directory, async () => {
        for (const piece of made.pieces) await writer?.add(piece);
      });
      if (!written.ok) return written;
      const printed = printer === null ? ok(null) : await printer.print(pages + 1, made.verified, signal);
      if (!printed.ok) return printed;
      const doubtful = (printed.value ?? []).flatMap((as, i) => (as === 'inDoubt' ? [pages + 1 + i] : []));
      pagesInDoubt += doubtful.length;
      for (const label of made.labels) {
        if (label.verified) verified++;
        else refused++;
        symbols += label.symbols.length;
        symbolsRead += label.symbols.filter((symbol) => symbol.ok).length;
      }
      pages += made.pages?.length ?? 0;
      const reported = await orCannotWrite(reportPath, async () =>
        report?.add(made.labels, withOutcomes(made.pages, printed.value)),
      );
      if (!reported.ok) return reported;
      const position = writer?.position() ?? { bytes: 0, pictures: [] };
      const noted = await orCannotWrite(directory, async () =>
        journal?.add({ next, ...counts(), ...position, reportBytes: report?.bytes ?? null }),
      );
      return noted.ok ? ok(doubtful) : noted;
    },
    async finish(signal) {
      const finished = await orCannotWrite(directory, async () => writer?.finish());
      if (!finished.ok) return finished;
      return printer === null || pages === 0 ? ok(null) : printer.finish(signal);
    },
    async end(summary) {
      if (!summary.complete) writer?.abandon();
      if (!summary.complete) await printer?.interrupt();
      const ended = await orCannotWrite(reportPath, async () => report?.end(summary));
      const noted = await orCannotWrite(directory, async () => {
        if (summary.complete && ended.ok) journal?.complete();
        journal?.close();
      });
      return ended.ok ? (noted.ok ? ok(null) : noted) : ended;
    },
  };
}

/** `printed` is null where pages became files. */
function withOutcomes(
  pages: MadeChunk['pages'],
  printed: readonly PagePrinted[] | null,
): readonly ReportedPage[] | null {
  if (pages === null || printed === null) return pages;
  return pages.map((page, i) => ({ ...page, printed: printed[i] ?? 'inDoubt' }));
}
