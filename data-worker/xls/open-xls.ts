import type * as SheetJs from 'xlsx';
import type { CellObject, WorkBook, WorkSheet } from 'xlsx';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { Bytes } from '../byte-source.ts';
import { compileFormat, GENERAL, type CellFormat } from '../format/cell-format.ts';
import { damaged, MAX_COLUMNS, MAX_ROWS, tooLarge } from '../limits.ts';
import type { ParsedSheet } from '../opened-spreadsheet.ts';
import { CELL, CellGrid, type WorkbookCells } from '../table/cell-grid.ts';
import { StringTable } from '../table/string-table.ts';
import { dateToSerial, ERROR_TEXTS } from './cell-values.ts';

/**
 * Reads .xls (BIFF 2 to 8), and HTML tables or XML 2003 under that name, with SheetJS. It works in one go and can't be
 * interrupted, so run it in a worker that can be ended.
 */
export async function openXls(
  bytes: Bytes,
  compound: boolean,
  oldBiff: boolean,
): Promise<Result<readonly ParsedSheet[]>> {
  const xlsx = await import('xlsx');
  let workbook: WorkBook;
  try {
    let needsCodePages = oldBiff;
    if (compound) {
      const container = xlsx.CFB.read(bytes, { type: 'array' });
      if (xlsx.CFB.find(container, '/EncryptedPackage') !== null) return err(problem('data.encrypted'));
      const isBook = xlsx.CFB.find(container, '/Book') !== null;
      if (!isBook && xlsx.CFB.find(container, '/Workbook') === null) return err(problem('file.wrongType'));
      needsCodePages = isBook;
    }
    // Texts before BIFF 8 are in the code page of the machine that wrote them.
    if (needsCodePages) xlsx.set_cptable(await import('xlsx/dist/cpexcel.full.mjs'));
    workbook = readWorkbook(xlsx, bytes);
  } catch (error) {
    return err(readProblem(error));
  }
  return collect(workbook);
}

function readWorkbook(xlsx: typeof SheetJs, bytes: Bytes): WorkBook {
  return xlsx.read(bytes, {
    type: 'array',
    dense: true,
    nodim: true,
    raw: true,
    // Without this option a sheet that can't be read is left out silently.
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

function collect(workbook: WorkBook): Result<readonly ParsedSheet[]> {
  const formats: CellFormat[] = [GENERAL];
  const styles = new Map<string, number>();
  const cells: WorkbookCells = {
    strings: new StringTable(),
    formats,
    date1904: workbook.Workbook?.WBProps?.date1904 === true,
    cells: 0,
    places: 0,
  };
  const styleOf = (code: string): number => {
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
    const failure = fillGrid(table, sheet, cells, styleOf);
    if (failure !== null) return err(failure);
    sheets.push({ name, hidden: (workbook.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0, table });
  }
  return ok(sheets);
}

function fillGrid(
  grid: CellGrid,
  sheet: WorkSheet,
  cells: WorkbookCells,
  styleOf: (code: string) => number,
): Problem | null {
  const rows: readonly (readonly (CellObject | undefined)[] | undefined)[] = sheet['!data'] ?? [];
  if (rows.length > MAX_ROWS) return tooLarge('rows');
  for (const [r, row] of rows.entries()) {
    if (row === undefined) continue;
    if (row.length > MAX_COLUMNS) return tooLarge('columns');
    for (const [c, cell] of row.entries()) {
      if (cell === undefined) continue;
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
  styleOf: (code: string) => number,
): Problem | null {
  const { v: value } = cell;
  const style = cell.z === undefined ? 0 : styleOf(String(cell.z));
  if (cell.t === 'e') {
    return grid.set(row, column, CELL.error, cells.strings.add(ERROR_TEXTS.get(Number(value)) ?? '#ERROR!'), 0);
  }
  if (value === undefined || cell.t === 'z') return null;
  if (value instanceof Date) return grid.set(row, column, CELL.number, dateToSerial(value, cells.date1904), style);
  if (typeof value === 'boolean') return grid.set(row, column, CELL.boolean, value ? 1 : 0, 0);
  if (typeof value === 'number') return grid.set(row, column, CELL.number, value, style);
  return grid.set(row, column, CELL.text, cells.strings.add(value), 0);
}
