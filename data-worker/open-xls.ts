import type * as SheetJs from 'xlsx';
import type { CellObject, WorkBook, WorkSheet } from 'xlsx';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { Bytes } from './byte-source.ts';
import { BUILT_IN_FORMATS } from './format/built-in-formats.ts';
import { compileFormat, GENERAL, type CellFormat } from './format/cell-format.ts';
import { damaged, MAX_COLUMNS, MAX_ROWS, tooLarge } from './limits.ts';
import type { ParsedSheet } from './opened-spreadsheet.ts';
import { CELL, CellGrid, type WorkbookCells } from './table/cell-grid.ts';
import { StringTable } from './table/string-table.ts';
import { DAY_MS } from '#model/kernel/time.ts';
import { hideRemarks, placeOf, readBiffFacts, type SheetFacts } from './biff-records.ts';

/** Shown for a formula without a value; the library does not read formulas. */
const UNKNOWN_FORMULA = '=…';

/** The library's names of the built-in short dates where it chooses a format, as for SYLK. */
const LIBRARY_DATES: ReadonlyMap<string, number> = new Map([
  ['m/d/yy', 14],
  ['m/d/yy h:mm', 22],
]);
/** Rows, columns and widths of SYLK: the library iterates over all of them up to the number. */
const FAR_PLACE = /;[XYRCMW]\s*(?:\d+\s+)?\d{8,}/;

/**
 * Reads .xls (BIFF 2 to 8) with SheetJS. It is synchronous and can't be interrupted, so run it in a worker that can be
 * terminated.
 */
export async function openXls(bytes: Bytes, compound: boolean): Promise<Result<readonly ParsedSheet[]>> {
  const xlsx = await import('xlsx');
  let workbook: WorkBook;
  let facts: readonly SheetFacts[] | null = null;
  try {
    let stream = bytes;
    let needsCodePages = !compound;
    if (compound) {
      const container = xlsx.CFB.read(bytes, { type: 'array' });
      if (xlsx.CFB.find(container, '/EncryptedPackage') !== null) return err(problem('data.encrypted'));
      const book = xlsx.CFB.find(container, '/Book');
      const main = xlsx.CFB.find(container, '/Workbook') ?? book;
      if (main === null) return err(problem('file.wrongType'));
      needsCodePages = book !== null;
      // Reads only the stream of the workbook: the library rejects a whole file because of its properties, such as the
      // author's name, when those are in a code page of the Macintosh.
      stream = Uint8Array.from(main.content as Uint8Array);
    }
    // Texts before BIFF 8 are in the code page of the machine that wrote them.
    if (needsCodePages) {
      const pages = await import('xlsx/dist/cpexcel.full.mjs');
      xlsx.set_cptable(withMacPages(pages as unknown as CodePages));
    }
    facts = readBiffFacts(stream);
    if (compound) hideRemarks(stream);
    loadFormats(xlsx);
    workbook = readWorkbook(xlsx, stream);
  } catch (error) {
    return err(readProblem(error));
  }
  return collect(workbook, facts);
}

/**
 * Gives the library our table of the formats that a file names by number. Its own differs, and would also keep the
 * formats of the previous file.
 */
function loadFormats(xlsx: typeof SheetJs): void {
  const table: Record<string, string> = xlsx.SSF.get_table();
  for (const id of Object.keys(table)) delete table[id];
  xlsx.SSF.load_table(Object.fromEntries(BUILT_IN_FORMATS));
}

/** Reads SYLK or DIF, which are texts, with the same library. */
export async function openExchange(text: string): Promise<Result<readonly ParsedSheet[]>> {
  const xlsx = await import('xlsx');
  if (FAR_PLACE.test(text)) return err(tooLarge('columns or rows'));
  try {
    loadFormats(xlsx);
    return collect(readWorkbook(xlsx, text), null);
  } catch (error) {
    return err(readProblem(error));
  }
}

function readWorkbook(xlsx: typeof SheetJs, file: Bytes | string): WorkBook {
  return xlsx.read(file, {
    // The library decodes what it takes for bytes, but leaves a text unchanged that it takes for binary.
    type: typeof file === 'string' ? 'binary' : 'buffer',
    dense: true,
    nodim: true,
    raw: true,
    // Without this option a sheet that can't be read is silently omitted.
    WTF: true,
    cellFormula: false,
    cellHTML: false,
    cellText: false,
    cellNF: true,
  });
}

/** The library throws plain errors for everything that it can't read. */
function readProblem(error: unknown): Problem {
  const message = error instanceof Error ? error.message : '';
  if (/password|encrypt/i.test(message)) return problem('data.encrypted');
  return error instanceof RangeError ? tooLarge('library limits') : damaged('xls');
}

function collect(workbook: WorkBook, facts: readonly SheetFacts[] | null): Result<readonly ParsedSheet[]> {
  const formats: CellFormat[] = [GENERAL];
  const styles = new Map<string, number>();
  const cells: WorkbookCells = {
    strings: new StringTable(),
    formats,
    date1904: workbook.Workbook?.WBProps?.date1904 === true,
    escapes: false,
    cells: 0,
    places: 0,
  };
  const styleOf = (cell: CellObject): number => {
    const code = formatCode(cell, facts);
    let style = styles.get(code);
    if (style === undefined) {
      style = formats.push(compileFormat(code)) - 1;
      styles.set(code, style);
    }
    return style;
  };
  const sheets: ParsedSheet[] = [];
  for (const [index, name] of workbook.SheetNames.entries()) {
    const sheet = workbook.Sheets[name];
    // Chart and macro sheets have a type, worksheets none.
    if (sheet === undefined || (sheet['!type'] ?? 'sheet') !== 'sheet') continue;
    const table = new CellGrid(cells);
    const known = facts?.[index];
    describeParts(table, sheet, known?.hiddenColumns ?? []);
    const failure = fillGrid(table, sheet, cells, known?.uncalculated ?? new Set(), styleOf);
    if (failure !== null) return err(failure);
    sheets.push({ name, hidden: (workbook.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0, table });
  }
  return ok(sheets);
}

/** Reports hidden parts and merged cells to the grid. */
function describeParts(
  { hidden, merged }: CellGrid,
  sheet: WorkSheet,
  columns: readonly (readonly [number, number])[],
): void {
  for (const { s, e } of sheet['!merges'] ?? []) merged.add({ row: s.r, column: s.c }, { row: e.r, column: e.c });
  for (const [first, count] of columns) hidden.hideColumns(first, count);
  // Only some rows are in the list, which has holes.
  sheet['!rows']?.forEach((row, index) => {
    if (row.hidden === true) hidden.hideRows(index);
  });
}

function fillGrid(
  grid: CellGrid,
  sheet: WorkSheet,
  cells: WorkbookCells,
  uncalculated: ReadonlySet<number>,
  styleOf: (cell: CellObject) => number,
): Problem | null {
  const rows: readonly (readonly (CellObject | undefined)[] | undefined)[] = sheet['!data'] ?? [];
  if (rows.length > MAX_ROWS) return tooLarge('rows');
  for (const [r, row] of rows.entries()) {
    if (row === undefined) continue;
    if (row.length > MAX_COLUMNS) return tooLarge('columns');
    for (const [c, cell] of row.entries()) {
      if (cell === undefined) continue;
      if (uncalculated.size > 0 && uncalculated.has(placeOf(r, c))) {
        const failure = grid.set(r, c, CELL.uncalculated, cells.strings.add(UNKNOWN_FORMULA), 0);
        if (failure !== null) return failure;
        continue;
      }
      const failure = putCell(grid, r, c, cell, cells, styleOf);
      if (failure !== null) return failure;
    }
  }
  return null;
}

function putCell(
  grid: CellGrid,
  row: number,
  column: number,
  cell: CellObject,
  cells: WorkbookCells,
  styleOf: (cell: CellObject) => number,
): Problem | null {
  const { v: value } = cell;
  const style = styleOf(cell);
  if (cell.t === 'e') {
    return grid.set(row, column, CELL.error, cells.strings.add(ERROR_TEXTS.get(Number(value)) ?? '#ERROR!'), 0);
  }
  if (value === undefined || cell.t === 'z') return null;
  if (value instanceof Date) return grid.set(row, column, CELL.number, dateToSerial(value, cells.date1904), style);
  if (typeof value === 'boolean') return grid.set(row, column, CELL.boolean, value ? 1 : 0, 0);
  if (typeof value === 'number') return grid.set(row, column, CELL.number, value, style);
  return grid.set(row, column, CELL.text, cells.strings.add(value), style);
}

/** The code of a cell's format, with the short dates of SYLK as those of .xlsx. */
function formatCode({ z: code }: CellObject, facts: readonly SheetFacts[] | null): string {
  if (code === undefined) return '';
  const builtIn = facts === null ? LIBRARY_DATES.get(String(code)) : undefined;
  return builtIn === undefined ? String(code) : (BUILT_IN_FORMATS.get(builtIn) ?? '');
}

/** Error values by their code in BIFF ([MS-XLS] 2.5.10). */
const ERROR_TEXTS: ReadonlyMap<number, string> = new Map([
  [0x00, '#NULL!'],
  [0x07, '#DIV/0!'],
  [0x0f, '#VALUE!'],
  [0x17, '#REF!'],
  [0x1d, '#NAME?'],
  [0x24, '#NUM!'],
  [0x2a, '#N/A'],
  [0x2b, '#GETTING_DATA'],
]);

const EPOCH_1900 = 25_569;
const EPOCH_1904 = 24_107;

/**
 * The serial number of a date. The library returns some dates as a Date in UTC, but a cell's number format applies to
 * serial numbers.
 */
function dateToSerial(date: Date, date1904: boolean): number {
  return date.getTime() / DAY_MS + (date1904 ? EPOCH_1904 : EPOCH_1900);
}

type Decode = (codePage: number, data: Uint8Array | readonly number[], type?: string) => string;

/** The tables of the library, as far as it uses them. */
interface CodePages {
  readonly utils: { readonly decode: Decode };
}

/** Code pages of the Macintosh that the library's tables lack, with the platform's nearest encodings. */
const MAC_ENCODINGS: ReadonlyMap<number, string> = new Map([
  [10_001, 'shift_jis'],
  [10_002, 'big5'],
  [10_003, 'euc-kr'],
  [10_017, 'x-mac-cyrillic'],
]);

/** The library's code pages with those that it lacks. */
function withMacPages(pages: CodePages): CodePages {
  const decoders = new Map<number, TextDecoder>();
  return {
    ...pages,
    utils: {
      ...pages.utils,
      decode(codePage, data, type) {
        const encoding = MAC_ENCODINGS.get(codePage);
        if (encoding === undefined) return pages.utils.decode(codePage, data, type);
        const decoder = decoders.get(codePage) ?? new TextDecoder(encoding);
        decoders.set(codePage, decoder);
        return decoder.decode(Uint8Array.from(data));
      },
    },
  };
}
