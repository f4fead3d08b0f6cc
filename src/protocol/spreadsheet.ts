import type { Result } from '#model/kernel/result.ts';

/** One sheet of a spreadsheet. */
export interface SheetInfo {
  readonly name: string;
  readonly hidden: boolean;
  /** The headings: the texts of the first row, made unique (`Name`, `Name (2)`), empty ones named by their letter. */
  readonly columns: readonly string[];
  /** Rows below the heading, trailing empty ones left out. */
  readonly rowCount: number;
}

export interface SpreadsheetInfo {
  /** `sha256:<hex>` of the file's bytes. */
  readonly connection: string;
  readonly fileName: string;
  readonly sheets: readonly SheetInfo[];
}

/** A window of rows of some columns. */
export interface RowWindow {
  /** `rows[i][j]` is column j of the asked columns in row `first + i`, as the text that is printed. */
  readonly rows: readonly (readonly string[])[];
  /**
   * Cells with an error value (`#N/A` …) or a formula without a cached value (`=…`): their place in `rows` (`row` is i,
   * `column` j) and what they hold, which is also their text there.
   */
  readonly errors: readonly { readonly row: number; readonly column: number; readonly text: string }[];
}

export interface SpreadsheetProgress {
  readonly bytesDone: number;
  readonly bytesTotal: number;
}

/** The API of the data worker. `File` is a Blob in the browser and a file handle on the command line. */
export interface SpreadsheetWorkerApi<File> {
  /** Parses .xlsx, .xls or .csv (by its bytes, not its name) and keeps the columns under its connection key. */
  open(
    file: File,
    fileName: string,
    onProgress: (progress: SpreadsheetProgress) => void,
  ): Promise<Result<SpreadsheetInfo>>;
  /** A window of rows; `first` counts from 0 below the heading. An unknown connection, sheet or column is a Problem. */
  rows(
    connection: string,
    sheet: string,
    columns: readonly string[],
    first: number,
    count: number,
  ): Promise<Result<RowWindow>>;
  close(connection: string): Promise<null>;
}
