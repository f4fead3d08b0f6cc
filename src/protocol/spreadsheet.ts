import type { SpreadsheetReading, SpreadsheetRef, TextEncoding } from '#model/elements/base/reading.ts';
import type { CellEdit } from '#model/data/cell-edit.ts';
import type { ColumnRequest } from '#model/data/cell-form.ts';
import type { Result } from '#model/kernel/result.ts';
import type { TableViewApi, RowWindow } from './table-query.ts';
import type { RowNumbering } from '#model/data/row-numbering.ts';

export type { RowWindow } from './table-query.ts';

/** One sheet of a spreadsheet. */
export interface SheetInfo {
  readonly name: string;
  readonly hidden: boolean;
  /** The headings: the texts of the first row, made unique (`Name`, `Name (2)`), empty ones named by their letter. */
  readonly columns: readonly string[];
  /** Rows below the heading that give records; trailing empty ones are left out. */
  readonly rowCount: number;
  readonly numbering: RowNumbering;
  /** How many rows below the heading, and columns, are hidden in the workbook, whether they are left out or not. */
  readonly hiddenRowCount: number;
  /** How many cells of merged ranges, except the first, have received its content; none when left out. */
  readonly mergedCellCount?: number;
  readonly hiddenColumnCount: number;
}

/** `connection` is `sha256:<hex>` of the file's bytes, or the web address that they were fetched from. */
export interface SpreadsheetInfo extends SpreadsheetRef {
  readonly fileName: string;
  /** When it was fetched from its address, in milliseconds since 1970. */
  readonly fetchedAt?: number;
  readonly sheets: readonly SheetInfo[];
  /** The detected or chosen form of a text file; null for a workbook. */
  readonly text: TextForm | null;
  /** The encoding of an HTML page, or of a SYLK or DIF file; a text file names its own in `text`. */
  readonly encoding?: FileEncoding;
  /** The cloud file that it came from. The editor adds it: the worker doesn't know it. */
  readonly cloudFile?: string | undefined;
}

/**
 * How many hidden rows of the sheet's workbook (by a filter or by hand) are read anyway: they print like all others.
 */
export function printedHiddenRows({ sheets, reading }: SpreadsheetInfo, sheet: string): number {
  if (reading?.hiddenRows === 'skip') return 0;
  return sheets.find(({ name }) => name === sheet)?.hiddenRowCount ?? 0;
}

/** How the characters of a file were read. */
export interface FileEncoding {
  /** By the names of the Encoding standard. An HTML page may declare one that can't be chosen. */
  readonly name: string;
  /** The bytes themselves show it, by a byte order mark for example, and a choice would change nothing. */
  readonly isMarked: boolean;
}

/** How a text file was read. */
export interface TextForm {
  readonly encoding: TextEncoding;
  /** The file names its encoding by a byte order mark, and a choice would change nothing. */
  readonly isMarked: boolean;
  readonly delimiter: string;
  /** '' for none. */
  readonly quote: string;
  /** Cells with undecodable characters. They count as errors and are not printed. */
  readonly badCells: BadCells | null;
}

export interface BadCells {
  readonly count: number;
  /** The first of them: the row's number as the spreadsheet shows it, and the column's letters. */
  readonly row: number;
  readonly column: string;
}

/** The first rows of each sheet, without the headings. */
export interface SpreadsheetPreview {
  readonly info: SpreadsheetInfo;
  /** In the order of `info.sheets`. Only the beginning of a long text file is read. */
  readonly rows: readonly (readonly (readonly string[])[])[];
}

export interface SpreadsheetProgress {
  readonly bytesDone: number;
  readonly bytesTotal: number;
}

/** The file formats for saving a table, with their types. */
export const TABLE_FILES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv;charset=utf-8',
} as const;
export type TableFormat = keyof typeof TABLE_FILES;

/** The API of the data worker. `File` is a Blob in the browser and a file handle on the command line. */
export interface SpreadsheetWorkerApi<File> {
  /**
   * Parses .xlsx, .ods, .xls or .csv (by its bytes, not its name) with the settings in `reading` and keeps the columns.
   * Missing settings are detected from the file. `onPart` receives the readable part before all of the file is there:
   * the first rows at once, then more. `rows` and the views give the last reported part.
   */
  open(
    file: File,
    fileName: string,
    reading: SpreadsheetReading | undefined,
    onProgress: (progress: SpreadsheetProgress) => void,
    onPart: (part: SpreadsheetInfo) => void,
  ): Promise<Result<SpreadsheetInfo>>;
  /**
   * A window of rows; `first` counts from 0 below the heading. An unknown spreadsheet, sheet or column is a Problem.
   */
  rows(
    spreadsheet: SpreadsheetRef,
    sheet: string,
    columns: readonly ColumnRequest[],
    first: number,
    count: number,
  ): Promise<Result<RowWindow>>;
  /**
   * Overlays these texts on the cells of a sheet, replacing earlier ones. `rows` and new views have them. Problems:
   * `data.notConnected`, `data.noSheet`, `data.noColumn`.
   */
  edit(spreadsheet: SpreadsheetRef, sheet: string, edits: readonly CellEdit[]): Promise<Result<null>>;
  /** The sheet as shown, including edits, as the pieces of a file. `data.tooLarge` above the size of an .xlsx. */
  save(spreadsheet: SpreadsheetRef, sheet: string, format: TableFormat): Promise<Result<readonly Uint8Array[]>>;
  readonly views: TableViewApi;
  /** The first `count` rows of all columns of each sheet, with the settings in `reading`; nothing is stored. */
  preview(
    file: File,
    fileName: string,
    reading: SpreadsheetReading | undefined,
    count: number,
  ): Promise<Result<SpreadsheetPreview>>;
  close(spreadsheet: SpreadsheetRef): Promise<null>;
}
