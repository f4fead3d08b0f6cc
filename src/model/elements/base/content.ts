/** Text typed by the designer. */
export interface FixedSource {
  readonly type: 'fixed';
  readonly text: string;
}

/** One column of one sheet of a spreadsheet. */
export interface ColumnSource {
  readonly type: 'column';
  /** `sha256:<hex>` of a local file's bytes, or an http(s) address. */
  readonly connection: string;
  /** The file's name, to show and to ask for it again. */
  readonly fileName: string;
  readonly sheet: string;
  /** The column's heading: the text of its cell in the first row. */
  readonly column: string;
  /** What the first row had when it was bound: shown while the spreadsheet is not at hand. */
  readonly firstValue: string;
  /** The fixed text to go back to. */
  readonly text: string;
}

/** One entry of an element's data-source list. Its values are joined in order. */
export type DataSource = FixedSource | ColumnSource;

export function fixedText(text: string): FixedSource {
  return { type: 'fixed', text };
}
