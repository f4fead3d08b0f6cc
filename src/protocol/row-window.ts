/** A window of rows of some columns. */
export interface RowWindow {
  /** `rows[i][j]` is column j of the requested columns in row `first + i`, in the requested form. */
  readonly rows: readonly (readonly string[])[];
  /**
   * Cells with an error value (`#N/A` …) or a formula without a cached value (`=…`): their place in `rows` (`row` is i,
   * `column` j) and their content, which is also their text there.
   */
  readonly errors: readonly { readonly row: number; readonly column: number; readonly text: string }[];
}
