import type { Result } from '#model/kernel/result.ts';
import type { SpreadsheetRef } from '#model/elements/base/reading.ts';
import type { ColumnRequest } from '#model/data/cell-form.ts';
import type { RowSet } from '#model/data/row-set.ts';

/** The tests of a filter on a cell. Text comparison ignores case. */
export const FILTER_TESTS = [
  'contains',
  'is',
  'isNot',
  'less',
  'atMost',
  'greater',
  'atLeast',
  'empty',
  'filled',
  'error',
] as const;
export type FilterTest = (typeof FILTER_TESTS)[number];

/** The tests without a value. */
export const WITHOUT_VALUE: ReadonlySet<FilterTest> = new Set(['empty', 'filled', 'error']);

/** The tests that need a number or a date (`2026-11-22`, optionally with `T08:30`). */
export const TESTS_OF_ORDER: ReadonlySet<FilterTest> = new Set(['less', 'atMost', 'greater', 'atLeast']);

export interface ColumnFilter {
  readonly column: string;
  readonly test: FilterTest;
  /** The typed value; '' for the tests that need none. */
  readonly value: string;
}

export interface SortKey {
  readonly column: string;
  readonly descending: boolean;
}

/** The shown rows of a sheet, and their order. */
export interface TableQuery {
  /** A part of the shown text of any column; '' for all rows. */
  readonly search: string;
  /** A row must pass all of them. */
  readonly filters: readonly ColumnFilter[];
  /** Only these rows of the sheet; all when left out. */
  readonly only?: RowSet | undefined;
  /**
   * The first key counts most. Numbers come before texts, then true and false, then errors; empty cells are last in
   * both directions. Equal rows keep the order of the sheet.
   */
  readonly sort: readonly SortKey[];
  /** The language for sorting texts. */
  readonly language: string;
}

/** The progress of a query. */
export interface ViewPart {
  /** Rows found so far; the total with `done`. */
  readonly count: number;
  /** The first `ready` rows of the view have their final place and can be read. */
  readonly ready: number;
  readonly done: boolean;
  /** Between 0 and 1. */
  readonly share: number;
}

/** A window of a view's rows. */
export interface ViewWindow extends RowWindow {
  /** For each of `rows`, the row of the sheet: 0 is the first below the headings. */
  readonly indexes: readonly number[];
}

/**
 * The part of the data worker that searches, filters and sorts. A view is identified by a number that the caller
 * chooses.
 */
export interface TableViewApi {
  /**
   * Finds the rows. `onPart` receives the progress from time to time. With nothing to search, filter or sort it answers
   * at once, and the view grows with a sheet that is still being read. Problems: `data.notConnected`, `data.noSheet`,
   * `data.noColumn`, `input.invalid` (a value that is no number or date), `aborted` (closed meanwhile).
   */
  open(
    view: number,
    spreadsheet: SpreadsheetRef,
    sheet: string,
    query: TableQuery,
    onPart: (part: ViewPart) => void,
  ): Promise<Result<ViewPart>>;
  /** Rows `first` to `first + count` of the view, as far as they are ready. */
  rows(view: number, columns: readonly ColumnRequest[], first: number, count: number): Promise<Result<ViewWindow>>;
  /** The place of a row of the sheet in the view; null when it is not in it. */
  placeOf(view: number, row: number): Promise<Result<number | null>>;
  /** The rows of the sheet at the places `first` to `first + count`, without their texts. */
  indexes(view: number, first: number, count: number): Promise<Result<Uint32Array>>;
  /** Closes the view and aborts its pending work. */
  close(view: number): Promise<null>;
}

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
