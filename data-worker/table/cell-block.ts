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
 * What stands in a place of a block. `number` shows its plain digits, `formatted` has a number format, and `date` is a
 * serial number; `text` shows exactly its bytes, and `other` is a text that does not: it has doubled quotes in a CSV, a format
 * around it, or more digits than a double keeps. The shown text of all but `empty`, `number` and `text` must be asked of the
 * table.
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

/** How many cells a block holds. */
export const BLOCK_ROWS = 4096;

/** Cells of one column one below another, copied out of a table, so that queries run over arrays and make no objects. */
export interface CellBlock {
  readonly kinds: Uint8Array;
  /** The value of `number`, `formatted` and `date`. */
  readonly numbers: Float64Array;
  /** The number of its format, for `formatted` and `date`: equal numbers of one format show the same text. */
  readonly formats: Uint16Array;
  /** Where the UTF-8 of a `text` begins and ends in `bytes`. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** Cells with the same text may have the same number here; `NO_TEXT_ID` when nothing is known. */
  readonly ids: Uint32Array;
  bytes: Uint8Array;
  /** All of `ids` are below it. */
  idCount: number;
}

export const NO_TEXT_ID = 0xffffffff;

export function createCellBlock(): CellBlock {
  return {
    kinds: new Uint8Array(BLOCK_ROWS),
    numbers: new Float64Array(BLOCK_ROWS),
    formats: new Uint16Array(BLOCK_ROWS),
    starts: new Uint32Array(BLOCK_ROWS),
    ends: new Uint32Array(BLOCK_ROWS),
    ids: new Uint32Array(BLOCK_ROWS),
    bytes: new Uint8Array(0),
    idCount: 0,
  };
}
