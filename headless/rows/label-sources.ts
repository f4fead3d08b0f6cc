import type { FileHandle } from 'node:fs/promises';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { type CopyCounts, everyRow, oneRecordPerLabel, readCopyCounts, selectRecords } from '#model/data/copies.ts';
import { requestedColumn } from '#model/data/cell-form.ts';
import { rowsOfText } from '#model/data/row-choice.ts';
import { type RowSet, rowSetOf, sharedRows } from '#model/data/row-set.ts';
import { hasSequences } from '#model/data/sequence-limit.ts';
import { boundTables, type BoundTable } from '#model/data/tables.ts';
import { openRecordSource, type RecordSource, type RowReader } from '#model/data/record-source.ts';
import { rebindColumns } from '#model/data/rebind.ts';
import type { Template } from '#model/template/template.ts';
import { inChosenLanguage } from '#model/template/translated-template.ts';
import { MAX_COPIES } from '#protocol/assistant.ts';
import { printedHiddenRows } from '#protocol/spreadsheet.ts';
import type { OpenedSpreadsheet } from '#data-worker/open-spreadsheet.ts';
import type { LabelChoice } from '#protocol/run-settings.ts';
import type { DocumentSettings, RowSettings } from '../run-settings.ts';
import { openDocumentSources } from '../documents/document-sources.ts';
import { startCounters } from './counter-starts.ts';
import { chooseSheet, openDataFile, openNamed, openTemplateFile, type OpenFile } from './open-files.ts';
import { rowNumber } from '#model/data/row-numbering.ts';
import type { ColumnFilter } from '#protocol/table-query.ts';
import { createPace } from '#data-worker/pace.ts';
import { TableView } from '#data-worker/query/table-view.ts';

/** The template or document of a run, and its rows. */
export interface SourceSettings extends RowSettings {
  /** Not used with a document. */
  readonly templatePath: string;
  /** Null for the labels of a template. */
  readonly document: DocumentSettings | null;
  /** Start values of sequences that count on: `VALUE`, or `NAME=VALUE` for the element of that name. */
  readonly starts: readonly string[];
}

/** How files with rows are opened. */
export interface DataFiles {
  readonly open?: OpenFile | undefined;
  /** Receives a file whose rows are read during the run, to be closed after it; without it, all rows are in memory. */
  readonly files?: FileHandle[] | null;
}

/** The template and its rows, bound to the given data file when there is one. */
export async function openSources(
  args: SourceSettings,
  signal: AbortSignal,
  onNotice: (notice: Problem) => void,
  data: DataFiles = {},
): Promise<Result<Sources>> {
  if (args.document !== null) {
    const { document, copies } = args;
    const sources = await openDocumentSources(document, copies, signal, onNotice);
    const once = document.collate ? { ...args, copies: 1 } : args;
    return sources.ok ? withChosen(once, sources.value, null, NO_ROWS, signal) : sources;
  }
  const template = await openTemplateFile(args.templatePath, onNotice);
  if (!template.ok) return template;
  if (template.value.elements.length === 0) return err(problem('template.empty', {}, args.templatePath));
  const started = startCounters(template.value, args.starts);
  return started.ok ? bindRows(args, started.value, signal, onNotice, data) : started;
}

/** The rows of a template with its counters started, or of which only the rows are needed. */
export async function bindRows(
  args: RowSettings,
  original: Template,
  signal: AbortSignal,
  onNotice: (notice: Problem) => void,
  { open = openNamed, files = null }: DataFiles = {},
): Promise<Result<Sources>> {
  const chosen = inChosenLanguage(original, args.language ?? null);
  if (!chosen.ok) return err({ ...chosen.error, path: '--language' });
  const { language, template, missing } = chosen.value;
  if (missing > 0) onNotice(problem('language.missing', { language, count: missing }, '--language'));
  const tables = boundTables(template);
  if (args.dataPath === null) {
    const [unbound] = tables;
    if (unbound !== undefined) return err(problem('data.notConnected', { file: unbound.fileName }, '--data'));
    const records = await openRecordSource(template, NO_ROWS, signal);
    if (!records.ok) return records;
    const counted = withCount(args, template, records.value);
    return counted.ok ? withChosen(args, counted.value, null, NO_ROWS, signal) : counted;
  }
  // Columns are bound by name: the options for the template's spreadsheet apply to this one too.
  const reading = { ...tables[0]?.reading, ...args.reading };
  const wanted = Object.keys(reading).length === 0 ? undefined : reading;
  const data = await openDataFile(args.dataPath, wanted, open, files);
  if (!data.ok) return data;
  const sheet = chooseSheet(data.value, args.sheet, [...new Set(tables.map((table) => table.sheet))]);
  if (!sheet.ok) return sheet;
  const { connection, fileName } = data.value.info;
  const bound = rebindColumns(template, {
    connection,
    reading: data.value.info.reading,
    fileName,
    sheetFor: () => sheet.value,
  });
  const named = boundTables(bound).flatMap((table) => table.columns.map((each) => requestedColumn(each).column));
  const merged = data.value.info.sheets.find((each) => each.name === sheet.value)?.mergedCellCount ?? 0;
  if (merged > 0) onNotice(problem('data.mergedCells', { count: merged }, args.dataPath));
  const hidden = printedHiddenRows(data.value.info, sheet.value);
  if (hidden > 0) onNotice(problem('data.hiddenRows', { count: hidden }, args.dataPath));
  const complete = checkColumns(data.value, sheet.value, named);
  if (!complete.ok) return complete;
  const reader = rowReader(data.value);
  const opened = await openRecordSource(bound, reader, signal);
  if (!opened.ok) return opened;
  if (tables.length > 0 && opened.value.limit?.type === 'sequence') {
    const rows = data.value.info.sheets.find((s) => s.name === sheet.value)?.rowCount ?? 0;
    onNotice(shortOf(opened.value, rows));
  }
  const counted = tables.length === 0 ? withCount(args, bound, opened.value) : withoutCount(args, bound, opened.value);
  if (!counted.ok) return counted;
  const { where = [] } = args;
  const passing = where.length === 0 ? ok(null) : await rowsWhere(data.value, sheet.value, where, signal);
  if (!passing.ok) return passing;
  return withChosen(args, counted.value, boundTables(bound)[0] ?? null, reader, signal, passing.value);
}

/** The records of the requested rows, each as often as requested and as the column of copies says. */
async function withChosen(
  { rows, copies, copiesColumn }: LabelChoice,
  { template, records }: Sources,
  table: BoundTable | null,
  reader: RowReader,
  signal: AbortSignal,
  passing: RowSet | null = null,
): Promise<Result<Sources>> {
  const named = rows === null ? ok(everyRow(records)) : rowsOfText(rows, records);
  const chosen = named.ok && passing !== null ? ok(sharedRows(named.value, passing)) : named;
  if (!chosen.ok) return err({ ...chosen.error, path: '--rows' });
  let counts: CopyCounts | null = null;
  if (copiesColumn !== null) {
    if (table === null) {
      return err(problem('input.invalid', { detail: '--copies-column: only with a spreadsheet' }, '--copies-column'));
    }
    const read = await readCopyCounts(table, copiesColumn, records.count, reader, signal);
    if (!read.ok) return read;
    counts = read.value;
  }
  const selected = selectRecords(records, chosen.value, counts, MAX_COPIES);
  const all = oneRecordPerLabel(copies === 1 ? selected : repeated(selected, copies));
  return all.count === 0 ? err(problem('print.noRows')) : ok({ template, records: all });
}

/** Repeats each record this many times. */
function repeated(source: RecordSource, copies: number): RecordSource {
  return { ...source, copiesAt: (i) => copies * (source.copiesAt?.(i) ?? 1) };
}

export interface Sources {
  readonly template: Template;
  readonly records: RecordSource;
}

/** Sets the number of labels without data: the requested number when sequences number them, else one. */
function withCount(args: LabelChoice, template: Template, records: RecordSource): Result<Sources> {
  if (!hasSequences(template)) return withoutCount(args, template, records);
  const count = args.count ?? 1;
  if (count > records.count) return err(shortOf(records, count, '--count'));
  const read: RecordSource['read'] = (first, wanted, signal) =>
    records.read(first, Math.min(wanted, count - first), signal);
  return ok({ template, records: { count, read } });
}

/** The problem of a sequence that ends before `asked` labels. */
function shortOf({ count, limit }: RecordSource, asked: number, path?: string): Problem {
  const { element, last } = limit?.type === 'sequence' ? limit : { element: '', last: '' };
  return problem('data.sequenceShort', { element, last, count, asked }, path);
}

function withoutCount({ count }: LabelChoice, template: Template, records: RecordSource): Result<Sources> {
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

/**
 * The rows of a sheet that pass all filters, as in the table of rows. Problems: `data.noSheet`, `data.noColumn`,
 * `input.invalid` (a value that is no number or date), `aborted`.
 */
async function rowsWhere(
  spreadsheet: OpenedSpreadsheet,
  sheet: string,
  where: readonly ColumnFilter[],
  signal: AbortSignal,
): Promise<Result<RowSet>> {
  const opened = spreadsheet.sheet(sheet);
  if (!opened.ok) return opened;
  const places = opened.value.placesOf(where.map(({ column }) => column));
  if (!places.ok) return places;
  const filters = where.map(({ test, value }, i) => ({ test, value, column: places.value[i]?.index ?? 0 }));
  const query = { search: '', searched: [], filters, sort: [], language: 'en' };
  const view = new TableView(opened.value.table, query);
  const found = await view.run(createPace(signal), () => undefined);
  if (!found.ok)
    return err(found.error.code === 'aborted' ? found.error : problem(found.error.code, found.error.params, 'where'));
  return ok(rowSetOf(Array.from({ length: view.ready }, (_, i) => view.rowAt(i))));
}

/** Number of rows that are searched for the headings: titles, dates and empty rows come first in reports. */
const SEARCHED_ROWS = 20;

/**
 * Checks that a sheet has all columns that the template uses. Problems: `data.noColumn`, and `data.headingsBelow` where
 * a row further down has the names of all of them.
 */
function checkColumns(data: OpenedSpreadsheet, name: string, bound: readonly string[]): Result<null> {
  const sheet = data.info.sheets.find((each) => each.name === name);
  const column = bound.find((each) => sheet?.columns.includes(each) === false);
  if (sheet === undefined || column === undefined) return ok(null);
  const top = data.rows(name, sheet.columns, 0, SEARCHED_ROWS);
  const rows = top.ok ? top.value.rows : [];
  const found = rows.findIndex((cells) => {
    const texts = new Set(cells.map((cell) => cell.trim()));
    return bound.every((each) => texts.has(each));
  });
  if (found < 0) return err(problem('data.noColumn', { column }, '--data'));
  const row = rowNumber(sheet.numbering, found);
  return err(problem('data.headingsBelow', { column, row, skip: row - 1 }, '--skip-rows'));
}
