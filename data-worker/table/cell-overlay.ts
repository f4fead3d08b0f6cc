import type { Bytes } from '../byte-source.ts';
import { BLOCK, fillTexts, NO_TEXT_ID, type CellBlock } from './cell-block.ts';

/** An edited cell, which shows another text than the file has; rows and columns are those of the sheet's queries. */
export interface PlacedEdit {
  readonly row: number;
  readonly column: number;
  readonly text: string;
}

interface EditedCell {
  readonly row: number;
  readonly text: string;
  /** Position of its UTF-8 among the bytes of all edits. */
  readonly start: number;
  readonly end: number;
}

/** Texts that replace cells of a sheet. They are read like the texts of a CSV: a typed number is a number. */
export class CellOverlay {
  /** The edited cells of each column, in the order of the rows. */
  readonly #columns = new Map<number, EditedCell[]>();
  readonly #bytes: Bytes;
  /** The texts of a table followed by those of the edits, because all texts of a block are in one array. */
  #joined: { readonly own: Uint8Array; readonly length: number; readonly all: Uint8Array } | null = null;

  constructor(edits: readonly PlacedEdit[]) {
    const encoder = new TextEncoder();
    const texts = edits.map(({ text }) => encoder.encode(text));
    this.#bytes = new Uint8Array(texts.reduce((sum, text) => sum + text.length, 0));
    let end = 0;
    for (const [i, { row, column, text }] of edits.entries()) {
      const start = end;
      const bytes = texts[i] as Uint8Array;
      this.#bytes.set(bytes, start);
      end += bytes.length;
      const cells = this.#columns.get(column) ?? [];
      cells.push({ row, text, start, end });
      this.#columns.set(column, cells);
    }
    for (const cells of this.#columns.values()) cells.sort((a, b) => a.row - b.row);
  }

  get isEmpty(): boolean {
    return this.#columns.size === 0;
  }

  /** The text of an edited cell; undefined for one that shows what the file has. */
  textAt(row: number, column: number): string | undefined {
    const cells = this.#columns.get(column);
    if (cells === undefined) return undefined;
    const cell = cells[firstFrom(cells, row)];
    return cell?.row === row ? cell.text : undefined;
  }

  /** Puts the edited cells into a block that has `count` cells of a column from a row on. */
  apply(column: number, row: number, count: number, block: CellBlock): void {
    const cells = this.#columns.get(column);
    if (cells === undefined) return;
    const offset = block.bytes.length;
    block.bytes = this.#join(block.bytes);
    for (let i = firstFrom(cells, row); i < cells.length; i++) {
      const cell = cells[i] as EditedCell;
      if (cell.row >= row + count) break;
      const place = cell.row - row;
      fillTexts(block, count);
      block.alike = null;
      block.kinds[place] = cell.text === '' ? BLOCK.empty : BLOCK.text;
      block.starts[place] = offset + cell.start;
      block.ends[place] = offset + cell.end;
      block.ids[place] = NO_TEXT_ID;
    }
  }

  #join(own: Uint8Array): Uint8Array {
    if (this.#joined?.own === own && this.#joined.length === own.length) return this.#joined.all;
    const all = new Uint8Array(own.length + this.#bytes.length);
    all.set(own);
    all.set(this.#bytes, own.length);
    this.#joined = { own, length: own.length, all };
    return all;
  }
}

/** The first of the cells that is in this row or below it. */
function firstFrom(cells: readonly EditedCell[], row: number): number {
  let low = 0;
  let high = cells.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cells[middle] as EditedCell).row < row) low = middle + 1;
    else high = middle;
  }
  return low;
}
