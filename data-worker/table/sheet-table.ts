import type { CellPlace } from './merged-cells.ts';
import type { CellForm } from '#model/data/cell-form.ts';
import type { BlockPart, CellBlock } from './cell-block.ts';

/** The cells of one sheet as they stand in the file, headings included. Rows and columns count from 0. */
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
  /** A number whose format is not known: its text is not what the spreadsheet shows. There is none when left out. */
  isFormatUnknown?(row: number, column: number): boolean;
  /** True when the whole column is empty, heading included. */
  isBlank(column: number): boolean;
  /** The rows that the workbook hides, as [first, how many], in ascending order; none when left out. */
  readonly hiddenRows?: readonly (readonly [number, number])[];
  /** Whether the workbook hides a column; it hides none when left out. */
  isColumnHidden?(column: number): boolean;
  /** The first of the cells that a cell among the headings is merged with; null for one that stands alone. */
  mergedWith?(row: number, column: number): CellPlace | null;
  /**
   * Gives the cells below the first one of merged cells its content, from row `firstRow` on: the spreadsheet shows it for all of
   * their rows. Returns how many cells got it.
   */
  fillMerged?(firstRow: number): number;
  /** Dates count from 1904; they do from 1900 when it is left out. */
  readonly date1904?: boolean;
  /**
   * Copies `count` cells of a column, beginning at `row`, into the block at place `at`. When `part` is given they are all of
   * the block, of which that is wanted, and the table may lend its own arrays.
   */
  readBlock(column: number, row: number, count: number, block: CellBlock, at: number, part?: BlockPart): void;
  /** How many rows from this one on are best read as one block; at most `BLOCK_ROWS`, which it is when left out. */
  blockRows?(row: number): number;
}
