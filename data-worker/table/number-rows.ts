import type { HiddenParts } from '#model/elements/base/reading.ts';
import type { RowGap, RowNumbering } from '#model/data/row-numbering.ts';
import type { SheetTable } from './sheet-table.ts';

export interface NumberedRows {
  /** Number of rows that give records. */
  readonly rowCount: number;
  readonly numbering: RowNumbering;
  /** Number of rows below the headings that the workbook hides. */
  readonly hiddenRowCount: number;
}

/** Determines the rows of a table that give records. `firstDataRow` counts from 0. */
export function numberRows(table: SheetTable, firstDataRow: number, hidden: HiddenParts): NumberedRows {
  const total = Math.max(0, table.rowCount - firstDataRow);
  const gaps: RowGap[] = [];
  let leftOut = 0;
  for (const [start, count] of table.hiddenRows ?? []) {
    const from = Math.max(start, firstDataRow);
    const to = Math.min(start + count, table.rowCount);
    if (from >= to) continue;
    const index = from - firstDataRow - leftOut;
    leftOut += to - from;
    gaps.push({ index, leftOut });
  }
  const numbering = { firstRow: firstDataRow + 1, gaps: hidden === 'skip' ? gaps : [] };
  return { rowCount: hidden === 'skip' ? total - leftOut : total, numbering, hiddenRowCount: leftOut };
}
