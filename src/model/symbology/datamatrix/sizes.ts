/** One size of ISO/IEC 16022, table 7. */
export interface DatamatrixSize {
  /** The name `rows x columns`; both include the finder patterns. */
  readonly name: string;
  readonly rows: number;
  readonly columns: number;
  /** Number of regions down and across, each with its own finder pattern. */
  readonly regionRows: number;
  readonly regionColumns: number;
  readonly dataCodewords: number;
  readonly errorCodewords: number;
  /** Number of interleaved Reed-Solomon blocks. */
  readonly blocks: number;
}

/** Rows, columns, regions down and across, error correction codewords, blocks. */
const TABLE: readonly (readonly [number, number, number, number, number, number])[] = [
  [10, 10, 1, 1, 5, 1],
  [12, 12, 1, 1, 7, 1],
  [14, 14, 1, 1, 10, 1],
  [16, 16, 1, 1, 12, 1],
  [18, 18, 1, 1, 14, 1],
  [20, 20, 1, 1, 18, 1],
  [22, 22, 1, 1, 20, 1],
  [24, 24, 1, 1, 24, 1],
  [26, 26, 1, 1, 28, 1],
  [32, 32, 2, 2, 36, 1],
  [36, 36, 2, 2, 42, 1],
  [40, 40, 2, 2, 48, 1],
  [44, 44, 2, 2, 56, 1],
  [48, 48, 2, 2, 68, 1],
  [52, 52, 2, 2, 84, 2],
  [64, 64, 4, 4, 112, 2],
  [72, 72, 4, 4, 144, 4],
  [80, 80, 4, 4, 192, 4],
  [88, 88, 4, 4, 224, 4],
  [96, 96, 4, 4, 272, 4],
  [104, 104, 4, 4, 336, 6],
  [120, 120, 6, 6, 408, 6],
  [132, 132, 6, 6, 496, 8],
  [144, 144, 6, 6, 620, 10],
  [8, 18, 1, 1, 7, 1],
  [8, 32, 1, 2, 11, 1],
  [12, 26, 1, 1, 14, 1],
  [12, 36, 1, 2, 18, 1],
  [16, 36, 1, 2, 24, 1],
  [16, 48, 1, 2, 28, 1],
];

/** First squares, then rectangles, each from the smallest up. */
export const DATAMATRIX_SIZES: readonly DatamatrixSize[] = TABLE.map(
  ([rows, columns, regionRows, regionColumns, errorCodewords, blocks]) => {
    const modules = (rows - 2 * regionRows) * (columns - 2 * regionColumns);
    const dataCodewords = Math.floor(modules / 8) - errorCodewords;
    const name = `${rows}x${columns}`;
    return { name, rows, columns, regionRows, regionColumns, dataCodewords, errorCodewords, blocks };
  },
);
