import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestElement } from './create-elements.ts';
import type { EditorDriver } from './editor-driver.ts';
import { putElements } from './put-elements.ts';
import { buildXlsx } from './xlsx-builder.ts';

/** A row of a label with a Code 128 and a text, as it must print; rejected rows have a code that no Code 128 can encode. */
export interface SerialRow {
  /** As the spreadsheet counts: data begin at 2. */
  readonly row: number;
  readonly code: string;
  readonly refused: boolean;
}

export function createSerialRows(count: number, refusedRows: readonly number[] = []): readonly SerialRow[] {
  return Array.from({ length: count }, (_, i) => {
    const row = i + 2;
    const refused = refusedRows.includes(row);
    return { row, code: refused ? `编号 ${row}` : `LW-${String(row).padStart(5, '0')}`, refused };
  });
}

export function createSerialWorkbook(rows: readonly SerialRow[]): Uint8Array {
  return buildXlsx([{ name: 'serials', rows: [['code'], ...rows.map(({ code }) => [code])] }]);
}

/** From the home page: a saved label of 60 x 25 mm whose Code 128 takes these rows, from a workbook put into `folder`. */
export async function makeSerialLabel(
  driver: EditorDriver,
  name: string,
  folder: string,
  rows: readonly SerialRow[],
): Promise<void> {
  await driver.createLabel(name, { Width: 60, Height: 25 });
  const path = join(folder, 'serials.xlsx');
  await writeFile(path, createSerialWorkbook(rows));
  await putElements(driver.page, [createTestElement('barcode', { xMm: 5, yMm: 4 })]);
  await driver.bind(path, 'serials', 'code');
  await driver.page
    .getByTestId('row-label')
    .filter({ hasText: `of ${rows.length.toLocaleString('en')}` })
    .waitFor();
  await driver.save();
}
