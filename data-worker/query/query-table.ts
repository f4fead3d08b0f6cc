import type { BlockPart, CellBlock } from '../table/cell-block.ts';

/** The rows of a sheet below its headings, as queries use them. Columns are indexes in the sheet. */
export interface QueryTable {
  /** May grow while the sheet is read. */
  readonly rowCount: number;
  readonly date1904: boolean;
  text(row: number, column: number): string;
  isError(row: number, column: number): boolean;
  /** Reads `count` cells of a column, beginning at `row`, to the start of the block; all of it unless `part` says less. */
  readBlock(column: number, row: number, count: number, block: CellBlock, part?: BlockPart): void;
  /** Best block size in rows from this one on; at most `BLOCK_ROWS`. */
  blockRows(row: number): number;
}
