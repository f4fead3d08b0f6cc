import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { SpreadsheetProgress } from '#protocol/spreadsheet.ts';
import { MAX_CELL_BYTES, MAX_CELLS, MAX_COLUMNS, tooLarge } from '../limits.ts';
import { foundRows, indexRows } from '../kernel/kernel.wasm';
import { kernelBytes, kernelWords, withRoom } from '../kernel/memory.ts';
import type { Pace } from '../pace.ts';
import { ESCAPED, QUOTED, type CsvIndex } from './csv-table.ts';

export const QUOTE = 0x22;
/** Replaces the quote where there is none: no byte has this value. */
export const NO_QUOTE = -1;
const CR = 0x0d;
const LF = 0x0a;

/** Bytes per call of the kernel, between two checks of the pace. */
const PIECE_BYTES = 1 << 18;
/** Minimum size of a row in bytes. */
const MIN_ROW_BYTES = 1;

export interface CsvForm {
  /** One ASCII byte. */
  readonly delimiter: number;
  /** One ASCII byte, or `NO_QUOTE`. */
  readonly quote: number;
  /** Offset of the first cell. */
  readonly offset: number;
  /** The bytes may end within a cell, because they are only the beginning of a text. */
  readonly isCut?: boolean;
  /** An open quote in a truncated text ends the rows there; otherwise it is an ordinary character. */
  readonly endsAtOpenQuote?: boolean;
}

/**
 * Finds the cells of a CSV (RFC 4180, with any mix of line ends). A quote that does not begin a cell is an ordinary
 * character. Where something follows a quoted part, the cell ends where Excel ends it, at the next delimiter, and is
 * kept verbatim, quotes included. Problems: `data.unclosedQuote`, because such a quote would swallow all further rows,
 * `data.tooLarge`, and `aborted` when the pace cancels.
 */
export async function indexCsv(
  bytes: Uint8Array,
  form: CsvForm,
  pace: Pace,
  onProgress: (progress: SpreadsheetProgress) => void = () => undefined,
): Promise<Result<CsvIndex>> {
  const indexer = new CsvIndexer(bytes, form);
  for (const step of indexer.run(form.offset)) {
    if (typeof step !== 'number') return err(step);
    if (!pace.due()) continue;
    onProgress({ bytesDone: step, bytesTotal: bytes.length });
    if (!(await pace.rest())) return err(problem('aborted'));
  }
  return ok(indexer.result());
}

/** As `indexCsv`, at once: for a part of a text. */
export function indexCsvNow(bytes: Uint8Array, form: CsvForm): Result<CsvIndex> {
  const indexer = new CsvIndexer(bytes, form);
  for (const step of indexer.run(form.offset)) if (typeof step !== 'number') return err(step);
  return ok(indexer.result());
}

class CsvIndexer {
  readonly #bytes: Uint8Array;
  readonly #delimiter: number;
  readonly #quote: number;
  readonly #isCut: boolean;
  readonly #endsAtOpenQuote: boolean;
  /** 1 for each byte that ends a cell. */
  readonly #endsCell = new Uint8Array(256);
  #ends: Uint32Array;
  #rowStarts: Uint32Array;
  #rowOffsets: Uint32Array;
  #cells = 0;
  #rows = 0;
  #rowCount = 0;
  #columnCount = 0;
  readonly #filled = new Uint8Array(MAX_COLUMNS + 1);
  #end: number;

  constructor(bytes: Uint8Array, { delimiter, quote, isCut = false, endsAtOpenQuote = false }: CsvForm) {
    this.#bytes = bytes;
    this.#delimiter = delimiter;
    this.#quote = quote;
    this.#isCut = isCut;
    this.#endsAtOpenQuote = endsAtOpenQuote;
    this.#end = bytes.length;
    for (const byte of [delimiter, CR, LF]) this.#endsCell[byte] = 1;
    this.#ends = new Uint32Array(Math.max(64, bytes.length >> 3));
    this.#rowStarts = new Uint32Array(Math.max(64, bytes.length >> 6));
    this.#rowOffsets = new Uint32Array(this.#rowStarts.length);
  }

  /** Indexes all rows; yields the number of bytes done from time to time, and a problem as the last. */
  *run(offset: number): Generator<number | Problem, void, undefined> {
    const { length } = this.#bytes;
    for (let i = offset; i < length;) {
      const next = this.#wholeRows(i, Math.min(length, i + PIECE_BYTES));
      // The kernel skips a row that is longer, the last one, or wrong.
      i = next > i ? next : this.#oneRow(i);
      if (i === UNCLOSED && this.#isCut) {
        this.#end = this.#rowOffsets[--this.#rows] as number;
        break;
      }
      if (i < 0) return yield i === UNCLOSED ? problem('data.unclosedQuote', { row: this.#rows }) : TOO_WIDE;
      if (this.#cells > MAX_CELLS) return yield tooLarge('cells');
      yield i;
    }
    this.#rowStarts[this.#rows] = this.#cells;
    this.#rowCount = Math.min(this.#rowCount, this.#rows);
    return;
  }

  /** Indexes the rows that end before `end`. Returns the start of the next one. */
  #wholeRows(from: number, end: number): number {
    return withRoom((room) => {
      const count = end - from;
      const bytes = room.put(this.#bytes.subarray(from, end));
      const ends = room.take(4 * count);
      const rowOffsets = room.take((4 * count) / MIN_ROW_BYTES);
      const rowStarts = room.take((4 * count) / MIN_ROW_BYTES);
      const filled = room.take(MAX_COLUMNS + 1);
      kernelBytes().fill(0, filled, filled + MAX_COLUMNS + 1);
      const done = indexRows(
        bytes,
        count,
        this.#delimiter,
        this.#quote,
        MAX_COLUMNS,
        from,
        this.#cells,
        ends,
        rowOffsets,
        rowStarts,
        filled,
      );
      const [rows = 0, cells = 0, rowsWithContent = 0, columns = 0] = kernelWords(foundRows(), 4);
      this.#reserve(rows + 2, cells);
      this.#ends.set(kernelWords(ends, cells), this.#cells);
      this.#rowOffsets.set(kernelWords(rowOffsets, rows), this.#rows);
      this.#rowStarts.set(kernelWords(rowStarts, rows), this.#rows);
      for (let column = 0; column < columns; column++) {
        if (kernelBytes()[filled + column] === 1) this.#filled[column] = 1;
      }
      if (rowsWithContent > 0) this.#rowCount = this.#rows + rowsWithContent;
      if (columns > this.#columnCount) this.#columnCount = columns;
      this.#rows += rows;
      this.#cells += cells;
      return from + done;
    });
  }

  /** Indexes the row that begins here. Returns the start of the next one, or a negative number when it failed. */
  #oneRow(from: number): number {
    this.#reserve(2, 0);
    this.#rowOffsets[this.#rows] = from;
    this.#rowStarts[this.#rows++] = this.#cells;
    return this.#row(from);
  }

  /** Makes room for more rows and cells. */
  #reserve(rows: number, cells: number): void {
    this.#ends = withPlaces(this.#ends, this.#cells + cells);
    this.#rowStarts = withPlaces(this.#rowStarts, this.#rows + rows);
    this.#rowOffsets = withPlaces(this.#rowOffsets, this.#rows + rows);
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
      end: this.#end,
    };
  }

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
      if (cell === ends.length) ends = this.#ends = withPlaces(ends, cell + 1);
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

  /**
   * Position after the quote that closes the one at `start`, with `ESCAPED` when there are doubled ones between; or
   * `UNCLOSED`.
   */
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

const TOO_WIDE = tooLarge('cell or columns');
const UNCLOSED = -1;
const TOO_LONG = -2;
const OFFSET = ESCAPED - 1;

/** The array, or a copy of at least twice the size when it is too small. */
function withPlaces(array: Uint32Array, places: number): Uint32Array {
  if (places <= array.length) return array;
  const grown = new Uint32Array(Math.max(places, array.length * 2));
  grown.set(array);
  return grown;
}
