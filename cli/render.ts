import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { AddedFont } from '#model/elements/base/font-catalog.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { boundTables, hasSequences } from '#model/data/tables.ts';
import { openRecordSource, type RecordSource, type RowReader } from '#model/data/record-source.ts';
import { rebindColumns } from '#model/data/rebind.ts';
import type { Template } from '#model/template/template.ts';
import type { LabelOutcome } from '#protocol/render.ts';
import type { OpenedSpreadsheet } from '#data-worker/open-spreadsheet.ts';
import { createNodeFontSource } from '#render-worker/fonts/font-source-node.ts';
import { FontStore } from '#render-worker/fonts/font-store.ts';
import { createPrintCore, type PrintCore } from '#render-worker/core/create-print-core.ts';
import { loadZxingInNode } from '#render-worker/read-back/load-zxing-node.ts';
import { loadSkiaInNode } from '#render-worker/skia/load-node.ts';
import type { RenderArguments } from './arguments.ts';
import { chooseSheet, openDataFile, openTemplateFile } from './files.ts';
import { createPieceWriter } from './page-writers.ts';

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
  const made = await mkdir(args.outputDirectory, { recursive: true }).then(
    () => true,
    () => false,
  );
  if (!made) return err(problem('file.unreadable', { file: args.outputDirectory }, args.outputDirectory));
  const skia = await loadSkiaInNode();
  const core = createPrintCore({ skia, fonts: new FontStore(skia, createNodeFontSource()), zxing: loadZxingInNode });
  try {
    const fonts = await openFonts(core, args.fontPaths);
    if (!fonts.ok) return fonts;
    await core.fonts(fonts.value);
    return await renderAll(args, core, opened.value.template, opened.value.records, signal, onLabels);
  } finally {
    core.dispose();
  }
}

async function renderAll(
  args: RenderArguments,
  core: PrintCore,
  template: Template,
  records: RecordSource,
  signal: AbortSignal,
  onLabels: (labels: readonly LabelOutcome[], total: number) => void,
): Promise<Result<RenderReport>> {
  const { dpi, colour, minGrade, overflow, format, time } = args;
  const opened = await core.openExport({
    template,
    dpi,
    colour,
    minGrade,
    overflow,
    format,
    ...(time === null ? {} : { now: time }),
  });
  if (!opened.ok) return opened;
  const writer = await createPieceWriter(format, args.outputDirectory);
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
  const report: RenderReport = { asked: records.count, pages: pageHashes.length, pageHashes, labels };
  if (args.reportPath !== null) await writeFile(args.reportPath, `${JSON.stringify(report, null, 2)}\n`);
  return ok(report);
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
  const tables = boundTables(template.value);
  if (args.dataPath === null) {
    const [unbound] = tables;
    if (unbound !== undefined) return err(problem('data.notConnected', { file: unbound.fileName }, '--data'));
    const records = await openRecordSource(template.value, NO_ROWS, signal);
    if (!records.ok) return records;
    return withCount(args, template.value, records.value);
  }
  const data = await openDataFile(args.dataPath);
  if (!data.ok) return data;
  const sheet = chooseSheet(data.value, args.sheet, [...new Set(tables.map((table) => table.sheet))]);
  if (!sheet.ok) return sheet;
  const { connection, fileName } = data.value.info;
  const bound = rebindColumns(template.value, { connection, fileName, sheetFor: () => sheet.value });
  const records = await openRecordSource(bound, rowReader(data.value), signal);
  if (!records.ok) return records;
  return tables.length === 0 ? withCount(args, bound, records.value) : withoutCount(args, bound, records.value);
}

interface Sources {
  readonly template: Template;
  readonly records: RecordSource;
}

/** Sets the number of labels when there are no data: as many as were asked for when sequences number them, else one. */
function withCount(args: RenderArguments, template: Template, records: RecordSource): Result<Sources> {
  if (!hasSequences(template)) return withoutCount(args, template, records);
  const count = args.count ?? 1;
  const read: RecordSource['read'] = (first, wanted, signal) =>
    records.read(first, Math.min(wanted, count - first), signal);
  return ok({ template, records: { count, read } });
}

function withoutCount({ count }: RenderArguments, template: Template, records: RecordSource): Result<Sources> {
  if (count === null) return ok({ template, records });
  return err(problem('input.invalid', { detail: '--count: only for sequences without a spreadsheet' }, '--count'));
}

const NOT_CONNECTED: Problem = problem('data.notConnected');
const NO_ROWS: RowReader = {
  rowCount: () => Promise.resolve(err(NOT_CONNECTED)),
  rows: () => Promise.resolve(err(NOT_CONNECTED)),
};

function rowReader(data: OpenedSpreadsheet): RowReader {
  return {
    rowCount(_connection, _fileName, sheet) {
      const found = data.info.sheets.find((s) => s.name === sheet);
      return Promise.resolve(found === undefined ? err(problem('data.noSheet', { sheet })) : ok(found.rowCount));
    },
    rows: (_connection, sheet, columns, first, count) => Promise.resolve(data.rows(sheet, columns, first, count)),
  };
}
