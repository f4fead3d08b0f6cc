import { ok, type Result } from '#model/kernel/result.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { Template } from '#model/template/template.ts';
import type { ExportedPage, LabelOutcome } from '#protocol/render.ts';
import type { PrintCore } from '#render-worker/core/create-print-core.ts';
import { isPrinterLanguage, type RenderArguments } from './arguments.ts';
import { orCannotWrite } from './output-folder.ts';
import { createPieceWriter, type PieceWriter } from './page-writers.ts';
import { createPrinterWriter } from './printer-writer.ts';

/** How many rows are checked at a time. */
const CHECKED_AT_ONCE = 256;
/** How many rows are read and rendered at a time: enough to keep the reader busy, few enough to hold in memory. */
const ROWS_AT_ONCE = 64;

/** What becomes of records: pages, or only the answer whether they could. */
export interface LabelMaker {
  readonly rowsAtOnce: number;
  /** `pages` is null where none are made. */
  make(
    records: readonly DataRecord[],
    isLast: boolean,
  ): Promise<Result<{ readonly labels: readonly LabelOutcome[]; readonly pages: readonly ExportedPage[] | null }>>;
  finish(): Promise<Result<null>>;
  abandon(): Promise<void>;
}

/** Looks at every row and paints none. */
export async function openCheck(
  { dpi, overflow, time }: RenderArguments,
  core: PrintCore,
  template: Template,
): Promise<Result<LabelMaker>> {
  const opened = await core.openRun({ template, dpi, overflow, ...(time === null ? {} : { now: time }) });
  if (!opened.ok) return opened;
  return ok({
    rowsAtOnce: CHECKED_AT_ONCE,
    async make(records) {
      const checks = await core.checkRecords(opened.value.runId, records);
      if (!checks.ok) return checks;
      const problemsOf = new Map(checks.value.map(({ index, problems }) => [index, problems]));
      const labels = records.map(({ row }, i): LabelOutcome => {
        const problems = problemsOf.get(i) ?? [];
        return { row, verified: problems.length === 0, symbols: [], problems, warnings: [] };
      });
      return ok({ labels, pages: null });
    },
    finish: () => Promise.resolve(ok(null)),
    abandon: () => Promise.resolve(),
  });
}

/** Makes pages and writes them into the folder. */
export async function openPages(
  { dpi, colour, minGrade, overflow, format, printer, time }: RenderArguments,
  directory: string,
  core: PrintCore,
  template: Template,
): Promise<Result<LabelMaker>> {
  const opened = await core.openExport({
    template,
    dpi,
    colour,
    minGrade,
    overflow,
    format: isPrinterLanguage(format) ? 'png' : format,
    ...(time === null ? {} : { now: time }),
  });
  if (!opened.ok) return opened;
  const writer: Result<PieceWriter> = await orCannotWrite(directory, () =>
    isPrinterLanguage(format)
      ? createPrinterWriter(format, printer, dpi, directory)
      : createPieceWriter(format, directory),
  );
  if (!writer.ok) return writer;
  return ok({
    rowsAtOnce: ROWS_AT_ONCE,
    async make(records, isLast) {
      const step = await core.exportRecords(opened.value.runId, records, isLast);
      if (!step.ok) return step;
      const { labels, pages, pieces } = step.value;
      for (const piece of pieces) {
        const written = await orCannotWrite(directory, () => writer.value.add(piece));
        if (!written.ok) return written;
      }
      return ok({ labels, pages });
    },
    async finish() {
      const finished = await orCannotWrite(directory, () => writer.value.finish());
      return finished.ok ? ok(null) : finished;
    },
    abandon: () => writer.value.abandon(),
  });
}
