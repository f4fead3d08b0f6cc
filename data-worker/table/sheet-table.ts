import type { CellPlace } from './merged-cells.ts';
import type { CellForm } from '#model/data/cell-form.ts';
import type { BlockPart, CellBlock } from './cell-block.ts';

/** The cells of one sheet as in the file, headings included. Rows and columns count from 0. */
export interface SheetTable {
  /** The number of rows up to the last one with any content. */
  readonly rowCount: number;
  readonly columnCount: number;
  /** The text that is printed, for an error cell what it contains; '' outside of the table. */
  text(row: number, column: number): string;
  /** The value without its number format, see `CellForm`; '' outside of the table. */
  value(row: number, column: number, form: Exclude<CellForm, 'shown'>): string;
  /** An error value, or a formula whose value is not in the file. */
  isError(row: number, column: number): boolean;
  /** A number with an unsupported format: its text is not what the spreadsheet shows. False when left out. */
  isFormatUnknown?(row: number, column: number): boolean;
  /** True when the whole column is empty, heading included. */
  isBlank(column: number): boolean;
  /** The rows that the workbook hides, as [first, count], in ascending order; none when left out. */
  readonly hiddenRows?: readonly (readonly [number, number])[];
  /** Whether the workbook hides a column; it hides none when left out. */
  isColumnHidden?(column: number): boolean;
  /** The first of the cells that a heading cell is merged with; null for an unmerged one. */
  mergedWith?(row: number, column: number): CellPlace | null;
  /**
   * Gives the cells below the first one of merged cells its content, from row `firstRow` on: the spreadsheet shows it
   * for all of their rows. Returns the number of filled cells.
   */
  fillMerged?(firstRow: number): number;
  /** Whether dates count from 1904; from 1900 when left out. */
  readonly date1904?: boolean;
  /**
   * Copies `count` cells of a column, beginning at `row`, into the block at index `at`. With `part` they are the whole
   * block, only that part is needed, and the table may lend its own arrays.
   */
  readBlock(column: number, row: number, count: number, block: CellBlock, at: number, part?: BlockPart): void;
  /** Best block size in rows from this one on; at most `BLOCK_ROWS`, the default. */
  blockRows?(row: number): number;
}
