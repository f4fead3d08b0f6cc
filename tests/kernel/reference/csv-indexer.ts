import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { SpreadsheetProgress } from '#protocol/spreadsheet.ts';
import { MAX_CELL_BYTES, MAX_CELLS, MAX_COLUMNS, tooLarge } from '#data-worker/limits.ts';
import type { Pace } from '#data-worker/pace.ts';
import type { CsvForm } from '#data-worker/csv/csv-indexer.ts';
import { ESCAPED, QUOTED, type CsvIndex } from '#data-worker/csv/csv-table.ts';

const CR = 0x0d;
const LF = 0x0a;

/** Between two checks of the pace. */
const PIECE_BYTES = 1 << 18;

/**
 * The kernel's index in plain JavaScript. Finds the cells of a CSV (RFC 4180, with any mix of line ends). A quote that does not begin a cell is an ordinary
 * character. If something follows a quoted part, the cell ends where Excel ends it, at the next delimiter, and is kept
 * unchanged, quotes included. Problems: `data.unclosedQuote`, because such a quote would swallow all further rows,
 * `data.tooLarge`, and `aborted` when the pace aborts.
 */
export async function indexCsv(
  bytes: Uint8Array,
  form: CsvForm,
  pace: Pace,
  onProgress: (progress: SpreadsheetProgress) => void = () => undefined,
): Promise<Result<CsvIndex>> {
  const indexer = new CsvIndexer(bytes, form);
  const failure = await indexer.run(form.offset, pace, onProgress);
  return failure === null ? ok(indexer.result()) : err(failure);
}

class CsvIndexer {
  readonly #bytes: Uint8Array;
  readonly #quote: number;
  readonly #isCut: boolean;
  readonly #endsAtOpenQuote: boolean;
  /** 1 for the bytes that end a cell. */
  readonly #endsCell = new Uint8Array(256);
  #ends: Uint32Array;
  #rowStarts: Uint32Array;
  #rowOffsets: Uint32Array;
  #cells = 0;
  #rows = 0;
  #rowCount = 0;
  #columnCount = 0;
  readonly #filled = new Uint8Array(MAX_COLUMNS + 1);

  constructor(bytes: Uint8Array, { delimiter, quote, isCut = false, endsAtOpenQuote = false }: CsvForm) {
    this.#bytes = bytes;
    this.#quote = quote;
    this.#isCut = isCut;
    this.#endsAtOpenQuote = endsAtOpenQuote;
    for (const byte of [delimiter, CR, LF]) this.#endsCell[byte] = 1;
    this.#ends = new Uint32Array(Math.max(64, bytes.length >> 3));
    this.#rowStarts = new Uint32Array(Math.max(64, bytes.length >> 6));
    this.#rowOffsets = new Uint32Array(this.#rowStarts.length);
  }

  async run(offset: number, pace: Pace, onProgress: (progress: SpreadsheetProgress) => void): Promise<Problem | null> {
    const { length } = this.#bytes;
    for (let i = offset; i < length;) {
      i = this.#rowsUpTo(i, Math.min(length, i + PIECE_BYTES));
      if (i === UNCLOSED && this.#isCut) {
        this.#rows--;
        break;
      }
      if (i === UNCLOSED) return problem('data.unclosedQuote', { row: this.#rows });
      if (i < 0) return tooLarge('cell or columns');
      if (this.#cells > MAX_CELLS) return tooLarge('cells');
      if (!pace.due()) continue;
      onProgress({ bytesDone: i, bytesTotal: length });
      if (!(await pace.rest())) return problem('aborted');
    }
    this.#rowStarts[this.#rows] = this.#cells;
    this.#rowCount = Math.min(this.#rowCount, this.#rows);
    return null;
  }

  /** Indexes the rows that begin before `end`. Returns where the next one begins, or a negative number when one failed. */
  #rowsUpTo(from: number, end: number): number {
    let i = from;
    while (i >= 0 && i < end) {
      if (this.#rows + 2 > this.#rowStarts.length) {
        this.#rowStarts = doubled(this.#rowStarts);
        this.#rowOffsets = doubled(this.#rowOffsets);
      }
      this.#rowOffsets[this.#rows] = i;
      this.#rowStarts[this.#rows++] = this.#cells;
      i = this.#row(i);
    }
    return i;
  }

  result(): CsvIndex {
    return {
      bytes: this.#bytes,
      ends: this.#ends,
      rowStarts: this.#rowStarts,
      rowOffsets: this.#rowOffsets,
      rowCount: this.#rowCount,
      columnCount: this.#columnCount,
      filled: this.#filled,
      foundRows: this.#rows,
      end: this.#bytes.length,
    };
  }

  /** Indexes one row. Returns where the next one begins, or a negative number when it failed. */
  #row(from: number): number {
    const bytes = this.#bytes;
    const { length } = bytes;
    const quote = this.#quote;
    const endsCell = this.#endsCell;
    const filled = this.#filled;
    let ends = this.#ends;
    let cell = this.#cells;
    let column = 0;
    let i = from;
    for (;;) {
      const start = i;
      let flags = 0;
      let empty = 0;
      if (i < length && bytes[i] === quote) {
        const end = this.#endOfQuoted(i);
        if (end === UNCLOSED) {
          if (!this.#isCut || this.#endsAtOpenQuote) return UNCLOSED;
        } else {
          i = end & OFFSET;
          if (i === length || endsCell[bytes[i] as number] === 1) {
            flags = QUOTED | (end & ESCAPED);
            empty = 2;
          }
        }
      }
      while (i < length && endsCell[bytes[i] as number] === 0) i++;
      if (i - start > empty) {
        if (i - start > MAX_CELL_BYTES) return TOO_LONG;
        filled[column] = 1;
        this.#rowCount = this.#rows;
      }
      if (cell === ends.length) ends = this.#ends = doubled(ends);
      ends[cell++] = i | flags;
      if (++column > MAX_COLUMNS) return TOO_LONG;
      if (i >= length || bytes[i] === CR || bytes[i] === LF) break;
      // An empty cell follows a delimiter at the very end.
      i++;
    }
    this.#cells = cell;
    if (column > this.#columnCount) this.#columnCount = column;
    return i + 1 < length && bytes[i] === CR && bytes[i + 1] === LF ? i + 2 : i + 1;
  }

  /** After the quote that closes the one at `start`, with `ESCAPED` for doubled ones between; or `UNCLOSED`. */
  #endOfQuoted(start: number): number {
    const bytes = this.#bytes;
    const quote = this.#quote;
    const last = bytes.length - 1;
    let escaped = 0;
    let i = start + 1;
    for (;;) {
      while (i < last && bytes[i] !== quote) i++;
      if (i > last || bytes[i] !== quote) return UNCLOSED;
      if (i === last || bytes[i + 1] !== quote) return (i + 1) | escaped;
      escaped = ESCAPED;
      i += 2;
    }
  }
}

const UNCLOSED = -1;
const TOO_LONG = -2;
const OFFSET = ESCAPED - 1;

function doubled(array: Uint32Array): Uint32Array {
  const grown = new Uint32Array(array.length * 2);
  grown.set(array);
  return grown;
}
