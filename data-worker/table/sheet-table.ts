/** The cells of one sheet, row 0 being the heading. Rows and columns count from 0. */
export interface SheetTable {
  /** Up to the last row with something in it. */
  readonly rowCount: number;
  readonly columnCount: number;
  /** The text that is printed; of an error cell what it holds. Outside: ''. */
  text(row: number, column: number): string;
  /** An error value, or a formula whose value is not in the file. */
  isError(row: number, column: number): boolean;
  /** Whether nothing stands in the whole column, heading included. */
  isBlank(column: number): boolean;
}
