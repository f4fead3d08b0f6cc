import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { AddedFont } from '#model/elements/base/font-catalog.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { everyRow, oneRecordPerLabel, readCopyCounts, selectRecords } from '#model/data/copies.ts';
import { hasSequences } from '#model/data/sequence-limit.ts';
import { boundTables, type BoundTable } from '#model/data/tables.ts';
import { openRecordSource, type RecordSource, type RowReader } from '#model/data/record-source.ts';
import { rebindColumns } from '#model/data/rebind.ts';
import type { Template } from '#model/template/template.ts';
import { MAX_COPIES } from '#protocol/assistant.ts';
import type { LabelOutcome } from '#protocol/render.ts';
import type { OpenedSpreadsheet } from '#data-worker/open-spreadsheet.ts';
import { createNodeFontSource } from '#render-worker/fonts/font-source-node.ts';
import { FontStore } from '#render-worker/fonts/font-store.ts';
import { createPrintCore, type PrintCore } from '#render-worker/core/create-print-core.ts';
import { loadZxingInNode } from '#render-worker/read-back/load-zxing-node.ts';
import { loadSkiaInNode } from '#render-worker/skia/load-node.ts';
import { isPrinterLanguage, type RenderArguments } from './arguments.ts';
import { startCounters } from './counter-starts.ts';
import { chooseSheet, openDataFile, openTemplateFile } from './files.ts';
import { createPieceWriter } from './page-writers.ts';
import { createPrinterWriter } from './printer-writer.ts';

/** How many rows are checked at a time. */
const CHECKED_AT_ONCE = 256;
/** How many rows are read and rendered at a time: enough to keep the reader busy, few enough to hold in memory. */
const ROWS_AT_ONCE = 64;

export interface RenderReport {
  readonly asked: number;
  readonly pages: number;
  /** The hash of each page's bits, in page order. */
  readonly pageHashes: readonly string[];
  readonly labels: readonly LabelOutcome[];
}

/**
 * Renders every row into `args.outputDirectory`. Its problems are those of arguments and files; refused rows are in the
 * report. `onNotice` is told what in the template cannot be used; `onLabels` is called with each window of rows once it is
 * done.
 */
export async function renderRows(
  args: RenderArguments,
  signal: AbortSignal,
  onNotice: (notice: Problem) => void,
  onLabels: (labels: readonly LabelOutcome[], total: number) => void,
): Promise<Result<RenderReport>> {
  const opened = await openSources(args, signal, onNotice);
  if (!opened.ok) return opened;
  const { outputDirectory } = args;
  if (outputDirectory !== null) {
    const made = await mkdir(outputDirectory, { recursive: true }).then(
      () => true,
      () => false,
    );
    if (!made) return err(problem('file.unreadable', { file: outputDirectory }, outputDirectory));
  }
  const skia = await loadSkiaInNode();
  const core = createPrintCore({ skia, fonts: new FontStore(skia, createNodeFontSource()), zxing: loadZxingInNode });
  try {
    const fonts = await openFonts(core, args.fontPaths);
    if (!fonts.ok) return fonts;
    await core.fonts(fonts.value);
    const { template, records } = opened.value;
    const report =
      outputDirectory === null
        ? await checkAll(args, core, template, records, signal, onLabels)
        : await renderAll(args, outputDirectory, core, template, records, signal, onLabels);
    if (report.ok && args.reportPath !== null) {
      await writeFile(args.reportPath, `${JSON.stringify(report.value, null, 2)}\n`);
    }
    return report;
  } finally {
    core.dispose();
  }
}

/** Looks at every row and paints none. */
async function checkAll(
  { dpi, overflow, time }: RenderArguments,
  core: PrintCore,
  template: Template,
  records: RecordSource,
  signal: AbortSignal,
  onLabels: (labels: readonly LabelOutcome[], total: number) => void,
): Promise<Result<RenderReport>> {
  const opened = await core.openRun({ template, dpi, overflow, ...(time === null ? {} : { now: time }) });
  if (!opened.ok) return opened;
  const labels: LabelOutcome[] = [];
  for (let first = 0; first < records.count; first += CHECKED_AT_ONCE) {
    if (signal.aborted) return err(problem('aborted'));
    const rows = await records.read(first, CHECKED_AT_ONCE, signal);
    if (!rows.ok) return rows;
    const checks = await core.checkRecords(opened.value.runId, rows.value);
    if (!checks.ok) return checks;
    const problemsOf = new Map(checks.value.map(({ index, problems }) => [index, problems]));
    const part = rows.value.map(({ row }, i): LabelOutcome => {
      const problems = problemsOf.get(i) ?? [];
      return { row, verified: problems.length === 0, symbols: [], problems, warnings: [] };
    });
    onLabels(part, records.count);
    labels.push(...part);
  }
  return ok({ asked: records.count, pages: 0, pageHashes: [], labels });
}

async function renderAll(
  args: RenderArguments,
  outputDirectory: string,
  core: PrintCore,
  template: Template,
  records: RecordSource,
  signal: AbortSignal,
  onLabels: (labels: readonly LabelOutcome[], total: number) => void,
): Promise<Result<RenderReport>> {
  const { dpi, colour, minGrade, overflow, format, printer, time } = args;
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
  const writer = await (isPrinterLanguage(format)
    ? createPrinterWriter(format, printer, dpi, outputDirectory)
    : createPieceWriter(format, outputDirectory));
  const labels: LabelOutcome[] = [];
  const pageHashes: string[] = [];
  for (let first = 0; first < records.count; first += ROWS_AT_ONCE) {
    if (signal.aborted) return err(problem('aborted'));
    const rows = await records.read(first, ROWS_AT_ONCE, signal);
    if (!rows.ok) return rows;
    const step = await core.exportRecords(opened.value.runId, rows.value, first + ROWS_AT_ONCE >= records.count);
    if (!step.ok) return step;
    for (const piece of step.value.pieces) await writer.add(piece);
    pageHashes.push(...step.value.pageHashes);
    labels.push(...step.value.labels);
    onLabels(step.value.labels, records.count);
  }
  await writer.finish();
  return ok({ asked: records.count, pages: pageHashes.length, pageHashes, labels });
}

async function openFonts(core: PrintCore, paths: readonly string[]): Promise<Result<readonly AddedFont[]>> {
  const fonts: AddedFont[] = [];
  for (const path of paths) {
    const bytes = await readFile(path).catch(() => null);
    if (bytes === null) return err(problem('file.unreadable', { file: path }, path));
    const font = await core.inspectFont(bytes);
    if (!font.ok) return err({ ...font.error, path });
    fonts.push({ ...font.value, file: resolve(path) });
  }
  return ok(fonts);
}

/** The template and its rows, bound to the given data file when there is one. */
async function openSources(
  args: RenderArguments,
  signal: AbortSignal,
  onNotice: (notice: Problem) => void,
): Promise<Result<Sources>> {
  const template = await openTemplateFile(args.templatePath, onNotice);
  if (!template.ok) return template;
  if (template.value.elements.length === 0) return err(problem('template.empty', {}, args.templatePath));
  const started = startCounters(template.value, args.starts);
  if (!started.ok) return started;
  const tables = boundTables(started.value);
  if (args.dataPath === null) {
    const [unbound] = tables;
    if (unbound !== undefined) return err(problem('data.notConnected', { file: unbound.fileName }, '--data'));
    const records = await openRecordSource(started.value, NO_ROWS, signal);
    if (!records.ok) return records;
    return withCount(args, started.value, records.value);
  }
  // Columns are bound by name: what was chosen for the spreadsheet of the template holds for this one too.
  const reading = { ...tables[0]?.reading, ...args.reading };
  const data = await openDataFile(args.dataPath, Object.keys(reading).length === 0 ? undefined : reading);
  if (!data.ok) return data;
  const sheet = chooseSheet(data.value, args.sheet, [...new Set(tables.map((table) => table.sheet))]);
  if (!sheet.ok) return sheet;
  const { connection, fileName } = data.value.info;
  const bound = rebindColumns(started.value, {
    connection,
    reading: data.value.info.reading,
    fileName,
    sheetFor: () => sheet.value,
  });
  const reader = rowReader(data.value);
  const opened = await openRecordSource(bound, reader, signal);
  if (!opened.ok) return opened;
  const records = await withCopiesColumn(args, boundTables(bound)[0], opened.value, reader, signal);
  if (!records.ok) return records;
  if (tables.length > 0 && opened.value.limit?.type === 'sequence') {
    const rows = data.value.info.sheets.find((s) => s.name === sheet.value)?.rowCount ?? 0;
    onNotice(shortOf(opened.value, rows));
  }
  return tables.length === 0 ? withCount(args, bound, records.value) : withoutCount(args, bound, records.value);
}

/** Each record as often as the column of copies says. */
async function withCopiesColumn(
  { copiesColumn }: RenderArguments,
  table: BoundTable | undefined,
  records: RecordSource,
  reader: RowReader,
  signal: AbortSignal,
): Promise<Result<RecordSource>> {
  if (copiesColumn === null) return ok(records);
  if (table === undefined) {
    return err(problem('input.invalid', { detail: '--copies-column: no spreadsheet is bound' }, '--copies-column'));
  }
  const counts = await readCopyCounts(table, copiesColumn, records.count, reader, signal);
  if (!counts.ok) return counts;
  const counted = oneRecordPerLabel(selectRecords(records, everyRow(records), counts.value, MAX_COPIES));
  return counted.count === 0 ? err(problem('print.noRows')) : ok(counted);
}

interface Sources {
  readonly template: Template;
  readonly records: RecordSource;
}

/** Sets the number of labels when there are no data: as many as were asked for when sequences number them, else one. */
function withCount(args: RenderArguments, template: Template, records: RecordSource): Result<Sources> {
  if (!hasSequences(template)) return withoutCount(args, template, records);
  const count = args.count ?? 1;
  if (count > records.count) return err(shortOf(records, count, '--count'));
  const read: RecordSource['read'] = (first, wanted, signal) =>
    records.read(first, Math.min(wanted, count - first), signal);
  return ok({ template, records: { count, read } });
}

/** What to say of a sequence that ends before `asked` labels. */
function shortOf({ count, limit }: RecordSource, asked: number, path?: string): Problem {
  const { element, last } = limit?.type === 'sequence' ? limit : { element: '', last: '' };
  return problem('data.sequenceShort', { element, last, count, asked }, path);
}

function withoutCount({ count }: RenderArguments, template: Template, records: RecordSource): Result<Sources> {
  if (count === null) return ok({ template, records });
  return err(problem('input.invalid', { detail: '--count: only for sequences without a spreadsheet' }, '--count'));
}

const NOT_CONNECTED: Problem = problem('data.notConnected');
const NO_ROWS: RowReader = {
  extent: () => Promise.resolve(err(NOT_CONNECTED)),
  rows: () => Promise.resolve(err(NOT_CONNECTED)),
};

function rowReader(data: OpenedSpreadsheet): RowReader {
  return {
    extent({ sheet }) {
      const found = data.info.sheets.find((s) => s.name === sheet);
      if (found === undefined) return Promise.resolve(err(problem('data.noSheet', { sheet })));
      return Promise.resolve(ok({ count: found.rowCount, numbering: found.numbering }));
    },
    rows: ({ sheet, columns }, first, count) => Promise.resolve(data.rows(sheet, columns, first, count)),
  };
}
