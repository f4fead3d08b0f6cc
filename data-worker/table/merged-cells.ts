import { MAX_HEADING_ROWS, MAX_SKIPPED_ROWS } from '#model/elements/base/reading.ts';

/** Headings are above this row; `originOf` is used for headings only. */
const HEADING_END = MAX_HEADING_ROWS + MAX_SKIPPED_ROWS;
/** More than any table's headings; a malicious file may have millions. */
const MAX_MERGES = 1000;
/** Groups of rows with one merged cell each. */
const MAX_GROUPS = 500_000;

/** A malicious file may name the same cells millions of times. */
const MAX_FILLED = 4_000_000;

/** A place in a sheet, counted from 0. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** Merged cells of a sheet; the first one has the content. */
export class MergedCells {
  readonly #ranges: (readonly [CellPlace, CellPlace])[] = [];
  readonly #downwards: (readonly [CellPlace, CellPlace])[] = [];

  /** Further ones are ignored. */
  get isFull(): boolean {
    return this.#downwards.length >= MAX_GROUPS;
  }

  add(first: CellPlace, last: CellPlace): void {
    if (first.row < HEADING_END && this.#ranges.length < MAX_MERGES) this.#ranges.push([first, last]);
    if (last.row > first.row && !this.isFull) this.#downwards.push([first, last]);
  }

  /**
   * Copies the first cell of merged ones, from row `firstRow` on, to each below it down to the last row of the sheet.
   * `copy` returns whether it did; the result is the number of copies.
   */
  fillDownwards(firstRow: number, rowCount: number, copy: (first: CellPlace, row: number) => boolean): number {
    let [filled, seen] = [0, 0];
    for (const [first, last] of this.#downwards) {
      if (first.row < firstRow) continue;
      for (let row = first.row + 1; row <= last.row && row < rowCount && seen < MAX_FILLED; row++, seen++) {
        if (copy(first, row)) filled++;
      }
    }
    return filled;
  }

  /** The first of the cells that a cell is merged with; null for an unmerged one. */
  originOf(row: number, column: number): CellPlace | null {
    const found = this.#ranges.find(
      ([first, last]) => row >= first.row && row <= last.row && column >= first.column && column <= last.column,
    );
    return found?.[0] ?? null;
  }
}

/** Reads `A1:C2`; null for anything else. */
export function parseRange(text: string): readonly [CellPlace, CellPlace] | null {
  const match = /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(text);
  if (match === null) return null;
  const [, firstColumn = '', firstRow, lastColumn = '', lastRow] = match;
  return [
    { row: Number(firstRow) - 1, column: columnOf(firstColumn) },
    { row: Number(lastRow) - 1, column: columnOf(lastColumn) },
  ];
}

function columnOf(letters: string): number {
  let column = 0;
  for (let i = 0; i < letters.length; i++) column = column * 26 + letters.charCodeAt(i) - 64;
  return column - 1;
}
