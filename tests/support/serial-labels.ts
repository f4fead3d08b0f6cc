import { buildXlsx } from './xlsx-builder.ts';

/** A row of a label with a Code 128 and a text, as it must print; refused rows have a code that no Code 128 can hold. */
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
