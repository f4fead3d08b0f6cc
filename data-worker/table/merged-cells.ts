import { MAX_HEADING_ROWS, MAX_SKIPPED_ROWS } from '#model/elements/base/reading.ts';

/** Headings stand above this row, and merged cells are asked for among headings only. */
const HEADING_END = MAX_HEADING_ROWS + MAX_SKIPPED_ROWS;
/** More than any table has headings; a file made to keep us busy may have millions. */
const MAX_MERGES = 1000;

/** A place in a sheet, counted from 0. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** Cells among the headings of a sheet that are merged into one, whose content stands in its first one. */
export class MergedCells {
  readonly #ranges: (readonly [CellPlace, CellPlace])[] = [];

  /** No more of them count. */
  get isFull(): boolean {
    return this.#ranges.length >= MAX_MERGES;
  }

  add(first: CellPlace, last: CellPlace): void {
    if (first.row < HEADING_END && !this.isFull) this.#ranges.push([first, last]);
  }

  /** The first of the cells that a cell is merged with; null for one that stands alone. */
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
