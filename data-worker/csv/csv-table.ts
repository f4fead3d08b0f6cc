import { decodeUtf8 } from '../table/string-table.ts';
import type { SheetTable } from '../table/sheet-table.ts';

/** Bits above the longest file's offsets (512 MB, 29 bits). */
export const ESCAPED: number = 1 << 30;
const OFFSET_MASK: number = ESCAPED - 1;

/** Where the cells of a CSV stand in its UTF-8 bytes. */
export interface CsvIndex {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
  /** Where cells end, with `ESCAPED` set for those whose doubled quotes have to be undone. */
  readonly ends: Uint32Array;
  /** The number of the first cell of each row, and one more at the end. */
  readonly rowStarts: Uint32Array;
  readonly rowCount: number;
  readonly columnCount: number;
  /** 1 for each column that has any content. */
  readonly filled: Uint8Array;
}

/** A table in which every cell is text as it stands in the file: 00123 stays 00123. */
export function createCsvTable(index: CsvIndex): SheetTable {
  const { bytes, starts, ends, rowStarts, rowCount, columnCount, filled } = index;
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const cellAt = (row: number, column: number): number => {
    if (row >= rowCount) return -1;
    const cell = (rowStarts[row] as number) + column;
    return cell < (rowStarts[row + 1] as number) ? cell : -1;
  };
  return {
    rowCount,
    columnCount,
    isError: () => false,
    isBlank: (column) => filled[column] !== 1,
    text(row, column) {
      const cell = cellAt(row, column);
      if (cell < 0) return '';
      const end = ends[cell] as number;
      const text = decodeUtf8(decoder, bytes, starts[cell] as number, end & OFFSET_MASK);
      return (end & ESCAPED) === 0 ? text : text.replaceAll('""', '"');
    },
  };
}
