import { mergedObservations, type FitProof, type ObservedText } from '#model/page/fit-proof.ts';
import { randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { FetchPicture } from '#model/data/pictures/address-pictures.ts';
import { createAddressPolicy } from '#server/core/net/address-policy.ts';
import { createPictureFetcher } from '#server/core/net/fetch-picture.ts';
import { localTimeAt } from '#model/kernel/local-time.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import type { RecordSource } from '#model/data/record-source.ts';
import { sheetSizeMm } from '#model/page/sheet.ts';
import { calibrationOf, DEFAULT_DPI, startingDpi, usableDpi } from '#protocol/printer-info.ts';
import type { LabelOutcome } from '#protocol/render.ts';
import type { PageSettings } from '#headless/run-settings.ts';
import { FIRST_LABEL, type RenderArguments, type RunArguments } from './arguments.ts';
import { unusable } from './bad-argument.ts';
import { openNamed, type OpenFile } from '#headless/rows/open-files.ts';
import { openSources, type Sources } from '#headless/rows/label-sources.ts';
import { createPagePrinter } from './page-printer.ts';
import { openPrinterLink, type PrinterLink, type PrintListener } from './printer-link.ts';
import { prepareRun, type RunOutput } from './run-output.ts';
import type { RunSummary } from '#headless/report-file.ts';
import { sizedByThreads } from '#headless/threads/sized-run.ts';
import { type ChunkOrder, chunksInOrder, rowsForChunk } from '#headless/threads/chunks-in-order.ts';
import { openPageThreads, type OpenThreads, type WorkerPool } from '#headless/threads/worker-pool.ts';

export interface RenderOutcome {
  readonly summary: RunSummary;
  /** Why not all labels were made: `aborted`, `output.cannotWrite`, or what the data or the renderer say. */
  readonly stopped: Problem | null;
}

/** Receives the events of a run. */
export interface RenderListener extends PrintListener {
  /** Unusable parts of the template, and other notices. */
  notice(notice: Problem): void;
  /** The run continues after this many labels, which were made before. */
  resumed(labels: number): void;
  /** Rows are measured before the first label, for texts that have one size on all labels. */
  measured(done: number, total: number): void;
  /** Each chunk of labels once it is done, in order. */
  labels(labels: readonly LabelOutcome[], total: number): void;
  /** What a check has proven about the texts, after its last row. */
  proofs(proofs: readonly FitProof[]): void;
  /** Numbers of pages that may or may not have been printed. */
  inDoubt(pages: readonly number[]): void;
}

/** Overrides for the environment of a run. */
export interface RunMeans {
  readonly openThreads?: OpenThreads | undefined;
  readonly openData?: OpenFile;
}

/** Another thread takes half a second to start, in which the first makes a few hundred labels. */
const ROWS_FOR_A_THREAD = 32;

/**
 * Renders every row into `args.outputDirectory` or onto a printer, by default on all cores. Its problems are those of
 * arguments, files and the printer connection; rejected rows are in the report. An interrupted run or one that cannot
 * write gives what was done so far, with `stopped` as the reason. `openData` opens the file with the rows,
 * `openThreads` the threads that make pages.
 */
export async function renderRows(
  args: RenderArguments,
  signal: AbortSignal,
  listener: RenderListener,
  means: RunMeans = {},
): Promise<Result<RenderOutcome>> {
  if (args.print === null) {
    return renderWith({ ...args, dpi: args.dpi ?? DEFAULT_DPI, calibration: null }, null, signal, listener, means);
  }
  const link = await openPrinterLink(args.print, listener, signal);
  if (!link.ok) return link;
  const { printer, client } = link.value;
  const { dpis } = printer;
  try {
    if (args.dpi !== null && dpis.length > 0 && !dpis.includes(args.dpi)) {
      return unusable('--dpi', String(args.dpi), dpis.join(' | '));
    }
    const dpi = args.dpi ?? usableDpi(startingDpi(printer), dpis);
    return await renderWith({ ...args, dpi, calibration: calibrationOf(printer) }, link.value, signal, listener, means);
  } finally {
    client.close();
  }
}

async function renderWith(
  args: RunArguments,
  link: PrinterLink | null,
  signal: AbortSignal,
  listener: RenderListener,
  { openThreads = openPageThreads, openData = openNamed }: RunMeans,
): Promise<Result<RenderOutcome>> {
  const files: FileHandle[] = [];
  try {
    const data = { open: openData, files };
    const sources = await openSources(args, signal, (notice) => listener.notice(notice), data);
    if (!sources.ok) return sources;
    return await renderSources(args, sources.value, link, signal, listener, { openThreads, openData });
  } finally {
    for (const file of files) await file.close();
  }
}

async function renderSources(
  args: RunArguments,
  { template, records }: Sources,
  link: PrinterLink | null,
  signal: AbortSignal,
  listener: RenderListener,
  { openThreads, openData }: { readonly openThreads: OpenThreads; readonly openData: OpenFile },
): Promise<Result<RenderOutcome>> {
  const { rows, columns } = template.label;
  if (args.firstCell >= rows * columns) return err(problem('print.badFirstCell', { max: rows * columns }, FIRST_LABEL));
  const newJob = link === null ? null : { id: randomUUID(), instance: link.instance };
  const cells = makesSheets(args) ? rows * columns : 1;
  const pages = Math.ceil((records.count + args.firstCell) / cells);
  const prepared = await prepareRun(args, args.time ?? localTimeAt(), newJob, pages, openData);
  if (!prepared.ok) return prepared;
  const { now, before, isComplete, job } = prepared.value;
  if (before.next > 0) listener.resumed(before.verified + before.refused);
  if (isComplete) return ok({ summary: { asked: records.count, ...before, complete: true }, stopped: null });
  const size = workersFor(args, records.count - before.next);
  const canRepeat = args.format !== 'pdf-vector';
  const createFetchPicture = args.fetchPictures ? fetchesPictures : undefined;
  const pool = await openThreads(
    { settings: pageSettings(args), template, now },
    { size, canRepeat, createFetchPicture },
  );
  if (!pool.ok) return pool;
  try {
    const measured = (done: number, total: number): void => listener.measured(done, total);
    const sized = await sizedByThreads(pool.value, template, records, size, signal, measured);
    if (!sized.ok) return sized;
    if (sized.value !== template) {
      const reopened = await pool.value.reopen({ settings: pageSettings(args), template: sized.value, now });
      if (!reopened.ok) return reopened;
    }
    const named = { jobName: template.label.name, pages, ...sheetSizeMm(template.label) };
    const printer = link === null || job === null ? null : createPagePrinter(link, { ...job, ...named }, listener);
    const output = await prepared.value.open(pool.value.opened, printer);
    if (!output.ok) return output;
    const rowsAtOnce = rowsForChunk(pool.value.opened, records.count - before.next, size);
    const firstCell = before.pages === 0 && makesSheets(args) ? args.firstCell : 0;
    const order = { from: before.next, rowsAtOnce, size, firstCell };
    let observed: readonly ObservedText[] | null = null;
    const outcome = await makeAll(pool.value, order, records, output.value, signal, listener, (more) => {
      observed = mergedObservations(observed === null ? [more] : [observed, more]);
    });
    if (args.outputDirectory !== null || outcome.stopped !== null) return ok(outcome);
    const prove = observed ?? [];
    const proven = await pool.value.make(
      { first: records.count, records: [], isLast: true, firstCell: 0, prove },
      signal,
    );
    if (proven.ok) listener.proofs(proven.value.proofs ?? []);
    return ok(outcome);
  } finally {
    await pool.value.close();
  }
}

/** Under the rule of the server, with the same variable for hosts that are not public. */
function fetchesPictures(): FetchPicture {
  const hosts = (process.env['NET_ALLOWED_HOSTS'] ?? '').split(',').map((host) => host.trim());
  return createPictureFetcher(createAddressPolicy(hosts.filter((host) => host !== '')));
}

/** The arguments that threads need. */
export function pageSettings(args: RunArguments): PageSettings {
  const { print, outputDirectory, format, dpi, minGrade, overflow, printer, colour, calibration } = args;
  const { firstCell, fontPaths, picturesPath, document } = args;
  const output = outputDirectory === null ? 'check' : print === null ? 'files' : 'print';
  return {
    output,
    format,
    dpi,
    minGrade,
    overflow,
    printer,
    colour,
    calibration,
    firstCell,
    fontPaths,
    namedFonts: [],
    picturesPath,
    document,
  };
}

function workersFor({ workers, format }: RunArguments, rows: number): number {
  if (format === 'pdf-vector') return 1;
  return Math.max(1, Math.min(workers ?? availableParallelism(), Math.ceil(rows / ROWS_FOR_A_THREAD)));
}

/**
 * Whether chunks start their own pages: not without output, nor for the single stream of `pdf-vector`, which handles
 * pages itself.
 */
function makesSheets({ outputDirectory, format }: RunArguments): boolean {
  return outputDirectory !== null && format !== 'pdf-vector';
}

/** Sends the records through the threads, and keeps none of them. */
async function makeAll(
  pool: WorkerPool,
  order: ChunkOrder,
  records: RecordSource,
  output: RunOutput,
  signal: AbortSignal,
  listener: RenderListener,
  onObserved: (observed: readonly ObservedText[]) => void,
): Promise<RenderOutcome> {
  let next = order.from;
  const run = async (): Promise<Result<null>> => {
    for await (const made of chunksInOrder(pool, records, order, signal)) {
      if (!made.ok) return made;
      next += made.value.done;
      if (made.value.observed !== undefined) onObserved(made.value.observed);
      const written = await output.add(made.value, next, signal);
      if (!written.ok) return written;
      if (written.value.length > 0) listener.inDoubt(written.value);
      listener.labels(made.value.labels, records.count);
    }
    return signal.aborted && next < records.count ? err(problem('aborted')) : output.finish(signal);
  };
  const done = await run();
  const summary = { asked: records.count, ...output.counts(), complete: done.ok };
  const ended = await output.end(summary);
  return { summary, stopped: !done.ok ? done.error : ended.ok ? null : ended.error };
}
