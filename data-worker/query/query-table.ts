import type { CellBlock } from '../table/cell-block.ts';

/** The rows of a sheet below its headings, as queries go through them. Columns are places in the sheet. */
export interface QueryTable {
  /** May grow while the sheet is read. */
  readonly rowCount: number;
  readonly date1904: boolean;
  text(row: number, column: number): string;
  isError(row: number, column: number): boolean;
  /** Copies `count` cells of a column, beginning at `row`, to the start of the block. */
  readBlock(column: number, row: number, count: number, block: CellBlock): void;
}
