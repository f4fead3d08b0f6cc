import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { TableFormat } from '#protocol/spreadsheet.ts';
import { tooLarge } from './limits.ts';
import type { ColumnPlace, OpenedSheet } from './opened-sheet.ts';

/** The library builds the whole workbook in memory, some hundred bytes per cell; a text file has no such limit. */
const MAX_XLSX_CELLS = 2_000_000;
const ROWS_AT_ONCE = 5_000;

/** The shown sheet, including edited cells, as the pieces of a file. `data.tooLarge` beyond the limits of an .xlsx. */
export async function saveTable(sheet: OpenedSheet, format: TableFormat): Promise<Result<readonly Uint8Array[]>> {
  const { columns, rowCount } = sheet.info;
  const shown = sheet.placesOf(columns);
  if (!shown.ok) return shown;
  return format === 'csv' ? ok(asCsv(sheet, shown.value)) : asXlsx(sheet, shown.value, rowCount * columns.length);
}

/** UTF-8 with its mark, so that spreadsheet programs detect it. */
function asCsv(sheet: OpenedSheet, places: readonly ColumnPlace[]): readonly Uint8Array[] {
  const encoder = new TextEncoder();
  const pieces = [encoder.encode(`\uFEFF${csvLine(sheet.info.columns)}`)];
  for (let first = 0; first < sheet.info.rowCount; first += ROWS_AT_ONCE) {
    const count = Math.min(ROWS_AT_ONCE, sheet.info.rowCount - first);
    const { rows } = sheet.window(places, (i) => first + i, count);
    pieces.push(encoder.encode(rows.map(csvLine).join('')));
  }
  return pieces;
}

function csvLine(texts: readonly string[]): string {
  return `${texts.map((text) => (/[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(',')}\r\n`;
}

async function asXlsx(
  sheet: OpenedSheet,
  places: readonly ColumnPlace[],
  cells: number,
): Promise<Result<readonly Uint8Array[]>> {
  if (cells > MAX_XLSX_CELLS) return err(tooLarge('cells'));
  const xlsx = await import('xlsx');
  const table: (string | number)[][] = [[...sheet.info.columns]];
  for (let first = 0; first < sheet.info.rowCount; first += ROWS_AT_ONCE) {
    const count = Math.min(ROWS_AT_ONCE, sheet.info.rowCount - first);
    for (const texts of sheet.window(places, (i) => first + i, count).rows) table.push(texts.map(cellOf));
  }
  try {
    const workbook = xlsx.utils.book_new();
    xlsx.utils.book_append_sheet(workbook, xlsx.utils.aoa_to_sheet(table, { dense: true }), sheetName(sheet.info.name));
    return ok([new Uint8Array(xlsx.write(workbook, { type: 'array', bookType: 'xlsx', compression: true }))]);
  } catch (error) {
    return err(problem('data.unreadable', { reason: error instanceof Error ? error.message : '' }));
  }
}

/**
 * A number where the cell shows exactly its digits. Codes such as 007 and longer ones than a number keeps stay texts.
 */
function cellOf(text: string): string | number {
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,6})?$/.test(text) && String(Number(text)) === text ? Number(text) : text;
}

/** Characters that a sheet's name in an .xlsx cannot have, and its maximum length. */
function sheetName(name: string): string {
  return name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31) || 'Sheet1';
}
