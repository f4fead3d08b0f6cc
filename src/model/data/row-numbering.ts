/** Rows without records, right before a record. */
export interface RowGap {
  /** The record after the gap. */
  readonly index: number;
  /** How many rows are left out by all gaps up to this one. */
  readonly leftOut: number;
}

/**
 * The row numbers of a sheet. Records count from 0 without gaps; the spreadsheet numbers its rows from 1, including the
 * headings and hidden rows.
 */
export interface RowNumbering {
  /** The spreadsheet's number of the first row below the headings. */
  readonly firstRow: number;
  /** In ascending order. */
  readonly gaps: readonly RowGap[];
}

/** Row 1 has the headings, and no row is left out. */
export const PLAIN_NUMBERING: RowNumbering = { firstRow: 2, gaps: [] };

/** The spreadsheet's number of the record `index`, which counts from 0. */
export function rowNumber({ firstRow, gaps }: RowNumbering, index: number): number {
  const before = countGaps(gaps, (gap) => gap.index <= index);
  return firstRow + index + (gaps[before - 1]?.leftOut ?? 0);
}

/** How many records are above the row with this number: the index of its record, or of the next one if it has none. */
export function recordsBefore({ firstRow, gaps }: RowNumbering, number: number): number {
  const before = countGaps(gaps, (gap) => firstRow + gap.index + gap.leftOut <= number);
  const index = number - firstRow - (gaps[before - 1]?.leftOut ?? 0);
  return Math.max(0, Math.min(index, gaps[before]?.index ?? index));
}

/** The number of leading gaps for which `comes` holds (binary search). */
function countGaps(gaps: readonly RowGap[], comes: (gap: RowGap) => boolean): number {
  let low = 0;
  let high = gaps.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const gap = gaps[middle];
    if (gap !== undefined && comes(gap)) low = middle + 1;
    else high = middle;
  }
  return low;
}
