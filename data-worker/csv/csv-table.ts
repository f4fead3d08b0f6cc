import { decodeUtf8 } from '../table/string-table.ts';
import { BLOCK, NO_TEXT_ID } from '../table/cell-block.ts';
import type { SheetTable } from '../table/sheet-table.ts';

/**
 * Flags kept in the same number as an offset. Offsets need 30 bits, because a file of 512 MB has at most 768 MB as UTF-8.
 * A quoted cell ends with its quote, an escaped one has doubled quotes within.
 */
export const ESCAPED: number = 1 << 30;
export const QUOTED: number = 1 << 31;
const OFFSET_MASK: number = ESCAPED - 1;

/** Positions of the cells of a CSV in its UTF-8 bytes. A cell begins after the delimiter that ends the previous one. */
export interface CsvIndex {
  readonly bytes: Uint8Array;
  /** Ends of the cells, with their flags. */
  readonly ends: Uint32Array;
  /** Number of the first cell of each row, with one more at the end. */
  readonly rowStarts: Uint32Array;
  /** Start of each row. */
  readonly rowOffsets: Uint32Array;
  readonly rowCount: number;
  readonly columnCount: number;
  /** 1 for each column that has any content. */
  readonly filled: Uint8Array;
  /** All rows that were found, also those without content after the last of `rowCount`. */
  readonly foundRows: number;
  /** Where the first row begins that the bytes do not have as a whole; their length when they have all. */
  readonly end: number;
}

/**
 * A table in which every cell is the verbatim text of the file: 00123 stays 00123. A cell with one of `badPlaces`,
 * where something could not be decoded, is an error.
 */
export function createCsvTable(index: CsvIndex, quote: number, badPlaces: Uint32Array): SheetTable {
  const { bytes, ends, rowStarts, rowOffsets, rowCount, columnCount, filled } = index;
  const quoteText = quote < 0 ? '' : String.fromCharCode(quote);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const cellAt = (row: number, column: number): number => {
    if (row >= rowCount) return -1;
    const cell = (rowStarts[row] as number) + column;
    return cell < (rowStarts[row + 1] as number) ? cell : -1;
  };
  const startOf = (row: number, column: number, cell: number): number =>
    column === 0 ? (rowOffsets[row] as number) : ((ends[cell - 1] as number) & OFFSET_MASK) + 1;
  const text = (row: number, column: number): string => {
    const cell = cellAt(row, column);
    if (cell < 0) return '';
    const start = startOf(row, column, cell);
    const flags = ends[cell] as number;
    const end = flags & OFFSET_MASK;
    if ((flags & QUOTED) === 0) return decodeUtf8(decoder, bytes, start, end);
    const written = decodeUtf8(decoder, bytes, start + 1, end - 1);
    return (flags & ESCAPED) === 0 ? written : written.replaceAll(quoteText + quoteText, () => quoteText);
  };
  return {
    rowCount,
    columnCount,
    isError(row, column) {
      const cell = cellAt(row, column);
      return cell >= 0 && hasBad(badPlaces, startOf(row, column, cell), (ends[cell] as number) & OFFSET_MASK);
    },
    isBlank: (column) => filled[column] !== 1,
    text,
    value: text,
    readBlock(column, row, count, block, at) {
      block.bytes = bytes;
      const isDamaged = badPlaces.length > 0;
      block.idCount = 0;
      block.alike = null;
      block.offsets = null;
      block.ids.fill(NO_TEXT_ID, at, at + count);
      const { kinds, starts: cellStarts, ends: cellEnds } = block;
      const there = Math.max(0, Math.min(count, rowCount - row));
      if (there < count) kinds.fill(BLOCK.empty, at + there, at + count);
      let firstCell = rowStarts[row] as number;
      for (let i = 0; i < there; i++) {
        const place = at + i;
        const cell = firstCell + column;
        const nextRow = rowStarts[row + i + 1] as number;
        if (cell >= nextRow) {
          kinds[place] = BLOCK.empty;
          firstCell = nextRow;
          continue;
        }
        const flags = ends[cell] as number;
        const quotes = flags >>> 31;
        const before = column === 0 ? (rowOffsets[row + i] as number) : ((ends[cell - 1] as number) & OFFSET_MASK) + 1;
        const start = before + quotes;
        const end = (flags & OFFSET_MASK) - quotes;
        cellStarts[place] = start;
        cellEnds[place] = end;
        if (isDamaged && hasBad(badPlaces, start, end)) kinds[place] = BLOCK.error;
        else if ((flags & ESCAPED) !== 0) kinds[place] = BLOCK.other;
        else kinds[place] = end > start ? BLOCK.text : BLOCK.empty;
        firstCell = nextRow;
      }
    },
  };
}

export interface FoundBadCells {
  readonly count: number;
  /** The first of them, counted from 0; null when there is none. */
  readonly first: { readonly row: number; readonly column: number } | null;
}

/** Counts the cells that contain one of the places. */
export function countBadCells({ ends, rowStarts, rowCount }: CsvIndex, badPlaces: Uint32Array): FoundBadCells {
  let count = 0;
  let first: FoundBadCells['first'] = null;
  let at = 0;
  for (let row = 0; row < rowCount && at < badPlaces.length; row++) {
    const rowStart = rowStarts[row] as number;
    for (let cell = rowStart; cell < (rowStarts[row + 1] as number); cell++) {
      const end = (ends[cell] as number) & OFFSET_MASK;
      if (at === badPlaces.length || (badPlaces[at] as number) >= end) continue;
      count++;
      first ??= { row, column: cell - rowStart };
      while (at < badPlaces.length && (badPlaces[at] as number) < end) at++;
    }
  }
  return { count, first };
}

/** Whether one of the ascending places is between `start` and `end`. */
function hasBad(places: Uint32Array, start: number, end: number): boolean {
  if (places.length === 0) return false;
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] as number) < start) low = middle + 1;
    else high = middle;
  }
  return low < places.length && (places[low] as number) < end;
}
