import { bytesSource, openSpreadsheet, type OpenedSpreadsheet } from '#data-worker/open-spreadsheet.ts';
import type { SpreadsheetReading } from '#model/elements/base/reading.ts';
import { expectOk, type Result } from '#model/kernel/result.ts';
import type { RowWindow } from '#protocol/spreadsheet.ts';

export function openBytes(
  bytes: Uint8Array | string,
  reading?: SpreadsheetReading,
): Promise<Result<OpenedSpreadsheet>> {
  const copy = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : Uint8Array.from(bytes);
  return openSpreadsheet(bytesSource(copy), 'test.xlsx', { reading });
}

/** Code of the problem; `ok` when there is none. */
export async function problemOf(bytes: Uint8Array | string): Promise<string> {
  const opened = await openBytes(bytes);
  return opened.ok ? 'ok' : opened.error.code;
}

/** All rows of the first sheet, of all columns. */
export async function allRows(
  bytes: Uint8Array | string,
  reading?: SpreadsheetReading,
): Promise<RowWindow & { columns: readonly string[] }> {
  const opened = expectOk(await openBytes(bytes, reading));
  const sheet = opened.info.sheets[0];
  if (sheet === undefined) throw new Error('no sheet');
  return { columns: sheet.columns, ...expectOk(opened.rows(sheet.name, sheet.columns, 0, sheet.rowCount)) };
}

/** The texts of one column under a heading, in a workbook made of these cells. */
export async function firstColumn(bytes: Uint8Array | string): Promise<readonly string[]> {
  return (await allRows(bytes)).rows.map((row) => row[0] ?? '');
}
