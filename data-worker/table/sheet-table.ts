/** The cells of one sheet, row 0 being the heading. Rows and columns count from 0. */
export interface SheetTable {
  /** The number of rows up to the last one with any content. */
  readonly rowCount: number;
  readonly columnCount: number;
  /** The text that is printed, for an error cell what it contains; '' outside of the table. */
  text(row: number, column: number): string;
  /** An error value, or a formula whose value is not in the file. */
  isError(row: number, column: number): boolean;
  /** True when the whole column is empty, heading included. */
  isBlank(column: number): boolean;
}
