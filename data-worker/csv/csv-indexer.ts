import type { Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { damaged, MAX_CELL_BYTES, MAX_CELLS, MAX_COLUMNS, MAX_ROWS, tooLarge } from '../limits.ts';
import { ESCAPED, type CsvIndex } from './csv-table.ts';

const QUOTE = 0x22;
const CR = 0x0d;
const LF = 0x0a;

/**
 * Finds the cells of a CSV (RFC 4180, with any mix of line ends). A quote that does not begin a cell is an ordinary
 * character, and a quoted part that something follows is kept as it is. A quote that is never closed would swallow all
 * further rows, so it is a problem.
 */
export function indexCsv(bytes: Uint8Array, delimiter: number, offset: number): Result<CsvIndex> {
  const indexer = new CsvIndexer(bytes, delimiter);
  const failure = indexer.run(offset);
  return failure === null ? ok(indexer.result()) : err(failure);
}

class CsvIndexer {
  readonly #bytes: Uint8Array;
  readonly #delimiter: number;
  #starts: Uint32Array;
  #ends: Uint32Array;
  #rowStarts: Uint32Array;
  #cells = 0;
  #rows = 0;
  #rowCount = 0;
  #columnCount = 0;
  #rowFirstCell = 0;
  readonly #filled = new Uint8Array(MAX_COLUMNS + 1);

  constructor(bytes: Uint8Array, delimiter: number) {
    this.#bytes = bytes;
    this.#delimiter = delimiter;
    const guess = Math.max(64, bytes.length >> 3);
    this.#starts = new Uint32Array(guess);
    this.#ends = new Uint32Array(guess);
    this.#rowStarts = new Uint32Array(Math.max(64, bytes.length >> 6));
  }

  run(offset: number): Problem | null {
    const length = this.#bytes.length;
    let i = offset;
    while (i < length) {
      if (this.#rows >= MAX_ROWS) return tooLarge('rows');
      if (this.#rows + 2 > this.#rowStarts.length) this.#rowStarts = doubled(this.#rowStarts);
      this.#rowStarts[this.#rows++] = this.#cells;
      i = this.#row(i);
      if (i < 0) return i === UNCLOSED ? damaged('unclosed quote', String(this.#rows)) : tooLarge('cell or columns');
      if (this.#cells > MAX_CELLS) return tooLarge('cells');
    }
    this.#rowStarts[this.#rows] = this.#cells;
    return null;
  }

  result(): CsvIndex {
    return {
      bytes: this.#bytes,
      starts: this.#starts,
      ends: this.#ends,
      rowStarts: this.#rowStarts,
      rowCount: this.#rowCount,
      columnCount: this.#columnCount,
      filled: this.#filled,
    };
  }

  /** Indexes one row. Returns where the next one begins, or a negative number when it failed. */
  #row(from: number): number {
    const bytes = this.#bytes;
    const first = this.#cells;
    this.#rowFirstCell = first;
    let i = from;
    for (;;) {
      const start = i;
      i = bytes[i] === QUOTE ? this.#quoted(i) : this.#plain(i);
      if (i < 0) return i;
      if (i - start > MAX_CELL_BYTES || this.#cells - first > MAX_COLUMNS) return TOO_LONG;
      if (bytes[i] !== this.#delimiter) break;
      i++;
      // An empty cell follows a delimiter at the very end.
    }
    const columns = this.#cells - first;
    if (columns > this.#columnCount) this.#columnCount = columns;
    if (bytes[i] === CR && bytes[i + 1] === LF) return i + 2;
    return i + 1;
  }

  #plain(start: number): number {
    const bytes = this.#bytes;
    const { length } = bytes;
    const delimiter = this.#delimiter;
    let i = start;
    for (; i < length; i++) {
      const x = bytes[i];
      if (x === delimiter || x === LF || x === CR) break;
    }
    this.#put(start, i, 0);
    return i;
  }

  #quoted(start: number): number {
    const bytes = this.#bytes;
    let escaped = 0;
    let end = bytes.indexOf(QUOTE, start + 1);
    while (end >= 0 && bytes[end + 1] === QUOTE) {
      escaped = ESCAPED;
      end = bytes.indexOf(QUOTE, end + 2);
    }
    if (end < 0) return UNCLOSED;
    const next = bytes[end + 1];
    if (next === this.#delimiter || next === LF || next === CR || end + 1 === bytes.length) {
      this.#put(start + 1, end, escaped);
      return end + 1;
    }
    return this.#plain(start);
  }

  #put(start: number, end: number, flags: number): void {
    if (this.#cells === this.#starts.length) {
      this.#starts = doubled(this.#starts);
      this.#ends = doubled(this.#ends);
    }
    if (end > start) {
      this.#rowCount = this.#rows;
      this.#filled[this.#cells - this.#rowFirstCell] = 1;
    }
    this.#starts[this.#cells] = start;
    this.#ends[this.#cells++] = end | flags;
  }
}

const UNCLOSED = -1;
const TOO_LONG = -2;

function doubled(array: Uint32Array): Uint32Array {
  const grown = new Uint32Array(array.length * 2);
  grown.set(array);
  return grown;
}
