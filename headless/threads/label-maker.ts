import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import type { DataRecord } from '#model/data/record.ts';
import {
  type ExportedPage,
  type ExportStep,
  type ExportSetup,
  labelProblem,
  type LabelOutcome,
  type RunOpened,
  type VerifiedPage,
} from '#protocol/render.ts';
import type { RunSizes } from '#model/page/run-sizes.ts';
import type { PrintCore } from '#render-worker/core/create-print-core.ts';
import { isPrinterLanguage } from '#protocol/run-settings.ts';
import type { Chunk, MadeChunk, OpenedThread, RunOfThreads } from './thread-messages.ts';
import { LANGUAGES } from '#printing/languages/languages.ts';
import type { PrinterLanguageName, PrinterSettings } from '#protocol/printer-settings.ts';
import type { PrintedPage } from '#printing/languages/printed-page.ts';
import { bytesPerBitRow } from '#render-worker/bits/bit-plane.ts';
import { deflateBareRows } from '#render-worker/kernel/row-deflate.ts';

/**
 * The commands for a page in a printer language. The kernel compresses its dots in a tenth of the time of Node's zlib,
 * and leaves no garbage, to half as many bytes again.
 */
function printerCommands(page: PrintedPage, name: PrinterLanguageName, settings: PrinterSettings): Uint8Array {
  return Buffer.concat([...LANGUAGES[name].encode(page, settings, deflateBareRows)]);
}

/** Processes records: makes pages, or only checks them. */
export interface LabelMaker {
  readonly opened: OpenedThread;
  /** `onRecord` is called with the index of each record before it is processed. */
  make(chunk: Chunk, onRecord: (place: number) => void): Promise<Result<MadeChunk>>;
}

/** A step of an export, or of a run for a printer. */
interface PagesStep extends ExportStep {
  readonly verified: readonly VerifiedPage[];
}

/** Checks every row, or only observes its values, and paints none. */
export async function openCheck(run: RunOfThreads, core: PrintCore): Promise<Result<LabelMaker>> {
  const { settings, template, now } = run;
  const { dpi, overflow } = settings;
  const opened = await core.openRun({ template, dpi, overflow, now });
  if (!opened.ok) return opened;
  const { runId, sheet } = opened.value;
  return ok({
    opened: { cells: 1, widthDots: sheet.widthDots, heightDots: sheet.heightDots },
    async make(chunk, onRecord) {
      const labels: LabelOutcome[] = [];
      if (settings.output === 'observe') {
        const seen = await core.observeRecords(runId, chunk.records);
        if (!seen.ok) return seen;
      }
      core.expectRecords(runId, chunk.records);
      const checked = settings.output === 'observe' ? [] : workedOn(chunk, labels, onRecord);
      for (const { record } of checked) {
        const checks = await core.checkRecords(runId, [record]);
        if (!checks.ok) return checks;
        const problems = checks.value[0]?.problems ?? [];
        labels.push({ row: record.row, verified: problems.length === 0, symbols: [], problems, warnings: [] });
      }
      const observed = await core.observedValues(runId);
      if (!observed.ok) return observed;
      const done = chunk.records.length;
      const made = { done, labels, ahead: [], pages: null, pieces: [], verified: [], observed: observed.value };
      if (chunk.prove === undefined) return ok(made);
      const proofs = await core.proveFit(runId, chunk.prove);
      return proofs.ok ? ok({ ...made, proofs: proofs.value }) : proofs;
    },
  });
}

/** Measures records where a chunk asks for it (see `Chunk.measures`), and passes other chunks on. */
export function withMeasures(
  maker: LabelMaker,
  { settings, template, now }: RunOfThreads,
  core: PrintCore,
): LabelMaker {
  const { dpi, overflow } = settings;
  let opening: Promise<Result<RunOpened>> | null = null;
  return {
    opened: maker.opened,
    async make(chunk, onRecord) {
      if (chunk.measures !== true) return maker.make(chunk, onRecord);
      const opened = await (opening ??= core.openRun({ template, dpi, overflow, now }));
      if (!opened.ok) return opened;
      let sizes: RunSizes = new Map();
      for (const { record } of workedOn(chunk, [], onRecord)) {
        const measured = await core.sizeRecords(opened.value.runId, [record]);
        if (!measured.ok) return measured;
        sizes = measured.value;
      }
      const done = chunk.records.length;
      return ok({ done, labels: [], ahead: [], pages: null, pieces: [], verified: [], sizes });
    },
  };
}

/**
 * Makes pages: a piece of bytes for each, as a file or as commands for a printer; the dots as PNGs where all pages make
 * one PDF of them. A PDF with shapes comes in consecutive pieces, so that only one maker can make it.
 */
export async function openPages(run: RunOfThreads, core: PrintCore): Promise<Result<LabelMaker>> {
  const { settings, template, now } = run;
  const { dpi, colour, minGrade, overflow, format, calibration } = settings;
  const isOneStream = format === 'pdf-vector';
  const made = isPrinterLanguage(format) ? 'pixels' : format === 'pdf' ? 'png' : format;
  const setup: ExportSetup = {
    template,
    dpi,
    colour,
    minGrade,
    overflow,
    now,
    format: made,
    ...(calibration === null ? {} : { calibration }),
  };
  const forPrinter = settings.output === 'print';
  const openRun = (): Promise<Result<RunOpened>> => (forPrinter ? core.openRun(setup) : core.openExport(setup));
  const first = await openRun();
  if (!first.ok) return first;
  let open: RunOpened = first.value;
  /**
   * Position of the next page's first label. A single stream keeps the labels of an incomplete page from chunk to
   * chunk.
   */
  let used = settings.firstCell;
  const { cells, widthDots, heightDots } = open.sheet;

  function pageOf(bits: Uint8Array): PrintedPage {
    const rowBytes = bytesPerBitRow(widthDots);
    // A label as long as its content has rows of its own number.
    return { widthDots, heightDots: bits.length / rowBytes, rowBytes, bits, dpi, copies: 1 };
  }

  /** Discards the labels of an incomplete page. */
  async function startPage(): Promise<Result<null>> {
    await core.closeRun(open.runId);
    const again = await openRun();
    if (again.ok) open = again.value;
    return again.ok ? ok(null) : again;
  }

  async function makeStep(some: readonly DataRecord[], last: boolean, firstCell: number): Promise<Result<PagesStep>> {
    if (forPrinter) {
      const step = await core.printRecords(open.runId, some, last ? 'print' : 'keep', firstCell);
      if (!step.ok) return step;
      const { labels, pages: verified } = step.value;
      const pages = verified.map(({ pngHash, labels: on }) => ({ pngHash, labelCount: on.length }));
      return ok({ labels, pages, pieces: [], verified });
    }
    const step = await core.exportRecords(open.runId, some, last, firstCell);
    return step.ok ? ok({ ...step.value, verified: [] }) : step;
  }

  return ok({
    opened: { cells: cells.length, widthDots, heightDots },
    async make(chunk, onRecord) {
      const { records, isLast } = chunk;
      if (!isOneStream) used = chunk.firstCell;
      core.expectRecords(open.runId, records);
      const labels: LabelOutcome[] = [];
      const pages: ExportedPage[] = [];
      const pieces: Uint8Array[] = [];
      const verified: VerifiedPage[] = [];
      /** The records on the incomplete page. */
      let waiting: number[] = [];
      const add = async (some: readonly DataRecord[], last: boolean): Promise<Result<readonly LabelOutcome[]>> => {
        const step = await makeStep(some, last, used);
        if (!step.ok) return step;
        verified.push(...step.value.verified);
        if (step.value.pages.length > 0) {
          waiting = [];
          used = 0;
        }
        pages.push(...step.value.pages);
        for (const piece of step.value.pieces) {
          pieces.push(isPrinterLanguage(format) ? printerCommands(pageOf(piece), format, settings.printer) : piece);
        }
        return ok(step.value.labels);
      };
      for (const { place, record } of workedOn(chunk, labels, onRecord)) {
        waiting.push(place);
        const step = await add([record], false);
        if (!step.ok) return step;
        const [label] = step.value;
        if (label === undefined) return err(problem('aborted'));
        labels.push(label);
        if (!label.verified) waiting = waiting.filter((other) => other !== place);
      }
      if (isLast) {
        const ended = await add([], true);
        if (!ended.ok) return ended;
        waiting = [];
      }
      const [unfinished] = isOneStream ? [] : waiting;
      if (unfinished !== undefined) {
        const started = await startPage();
        if (!started.ok) return started;
      }
      const done = unfinished ?? records.length;
      return ok({ done, labels: labels.slice(0, done), ahead: labels.slice(done), pages, pieces, verified });
    },
  });
}

/**
 * The records of a chunk in order, each reported to `onRecord` first. Those rejected in advance go to `labels` instead.
 */
function* workedOn(
  { records, refused }: Chunk,
  labels: LabelOutcome[],
  onRecord: (place: number) => void,
): Generator<{ readonly place: number; readonly record: DataRecord }> {
  for (const [place, record] of records.entries()) {
    const unseen = refusal(record, place, refused);
    if (unseen === null) {
      onRecord(place);
      yield { place, record };
    } else labels.push(unseen);
  }
}

function refusal({ row }: DataRecord, place: number, refused: Chunk['refused']): LabelOutcome | null {
  const found = refused.find((one) => one.place === place);
  if (found === undefined) return null;
  return { row, verified: false, symbols: [], problems: [labelProblem(found.problem)], warnings: [] };
}
