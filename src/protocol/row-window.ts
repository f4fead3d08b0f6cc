/** A window of rows of some columns. */
export interface RowWindow {
  /** `rows[i][j]` is column j of the asked columns in row `first + i`, in the form that was asked for. */
  readonly rows: readonly (readonly string[])[];
  /**
   * Cells with an error value (`#N/A` …) or a formula without a cached value (`=…`): their place in `rows` (`row` is i,
   * `column` j) and what they hold, which is also their text there.
   */
  readonly errors: readonly { readonly row: number; readonly column: number; readonly text: string }[];
}
