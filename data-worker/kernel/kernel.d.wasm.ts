/**
 * The kernel's functions as `assembly/` defines them. All work on `memory`: pointers are byte positions in it, and the
 * caller has reserved room there (`memory.ts`).
 */

export declare const memory: WebAssembly.Memory;
/** The first byte position that the kernel does not use itself. */
export declare function firstFree(): number;

export declare function crc32(from: number, count: number, previous: number): number;

export declare function countUtf8(from: number, count: number, isLast: number): number;
/** Address of the three counts of the last `countUtf8`, 32 bits each. */
export declare function utf8Counts(): number;

export declare function indexRows(
  from: number,
  count: number,
  delimiter: number,
  quote: number,
  maxColumns: number,
  base: number,
  firstCell: number,
  ends: number,
  rowOffsets: number,
  rowStarts: number,
  filled: number,
): number;
/** Address of the four numbers of the last `indexRows`, 32 bits each. */
export declare function foundRows(): number;

export declare function readCells(
  from: number,
  count: number,
  place: number,
  row: number,
  column: number,
  sharedCount: number,
  cells: number,
): number;
/** Address of the four numbers of the last `readCells`, 32 bits each. */
export declare function cellsState(): number;

export declare function readTexts(from: number, count: number, texts: number, ends: number): number;
/** Address of the number of texts of the last `readTexts`, 32 bits. */
export declare function foundTexts(): number;

export declare function findText(
  from: number,
  count: number,
  lower: number,
  upper: number,
  length: number,
  found: number,
): number;
