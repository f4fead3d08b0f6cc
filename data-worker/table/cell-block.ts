interface BlockKinds {
  readonly empty: 0;
  readonly number: 1;
  readonly formatted: 2;
  readonly date: 3;
  readonly text: 4;
  readonly boolean: 5;
  readonly other: 6;
  readonly error: 7;
}

/**
 * Kinds of cells in a block. `number` shows its plain digits, `formatted` has a number format, and `date` is a serial
 * number; `text` shows exactly its bytes, and `other` is a text that does not: it has doubled quotes in a CSV, a format
 * around it, or more digits than a double keeps. The table has the shown text of all but `empty`, `number` and `text`.
 */
export const BLOCK: BlockKinds = {
  empty: 0,
  number: 1,
  formatted: 2,
  date: 3,
  text: 4,
  boolean: 5,
  other: 6,
  error: 7,
};
export type BlockKind = BlockKinds[keyof BlockKinds];

/** Maximum number of cells in a block. */
export const BLOCK_ROWS = 4096;

/**
 * The requested part of a block: all of the cells; the positions of texts and all else, possibly as `offsets`; or only
 * the kinds empty, error and other.
 */
export type BlockPart = 'cells' | 'texts' | 'kinds';

/** Consecutive cells of one column, copied from a table, so that queries use arrays and create no objects. */
export interface CellBlock {
  readonly kinds: Uint8Array;
  /** The kind of all cells when the table knows that it is the same; null otherwise. */
  alike: BlockKind | null;
  /**
   * The value of `number`, `formatted` and `date`, 0 or 1 for `boolean`. May be the table's own array, so it is
   * read-only.
   */
  numbers: Float64Array;
  /** Copy of the numbers when the table has them in several arrays. */
  readonly ownNumbers: Float64Array;
  /** The number of its format, for `formatted` and `date`: equal numbers of one format show the same text. */
  readonly formats: Uint16Array;
  /** Start and end of the UTF-8 of a `text` in `bytes`. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** Cells with the same text may have the same number here; `NO_TEXT_ID` when unknown. */
  readonly ids: Uint32Array;
  /**
   * Not null only when `texts` are requested and all cells are texts: then `ids`, `starts` and `ends` are not filled,
   * the ids are in `numbers`, and text `id` begins at element `id` of this and ends at the next.
   */
  offsets: Uint32Array | null;
  bytes: Uint8Array;
  /** All of `ids` are below it. */
  idCount: number;
}

export const NO_TEXT_ID = 0xffffffff;

export function createCellBlock(): CellBlock {
  const numbers = new Float64Array(BLOCK_ROWS);
  return {
    kinds: new Uint8Array(BLOCK_ROWS),
    alike: null,
    numbers,
    ownNumbers: numbers,
    formats: new Uint16Array(BLOCK_ROWS),
    starts: new Uint32Array(BLOCK_ROWS),
    ends: new Uint32Array(BLOCK_ROWS),
    ids: new Uint32Array(BLOCK_ROWS),
    offsets: null,
    bytes: new Uint8Array(0),
    idCount: 0,
  };
}

/** Fills `ids`, `starts` and `ends` of a block that has `offsets` instead. */
export function fillTexts(block: CellBlock, count: number): void {
  const { offsets, numbers, ids, starts, ends } = block;
  if (offsets === null) return;
  for (let i = 0; i < count; i++) {
    const id = numbers[i] as number;
    ids[i] = id;
    starts[i] = offsets[id] as number;
    ends[i] = offsets[id + 1] as number;
  }
  block.offsets = null;
}
