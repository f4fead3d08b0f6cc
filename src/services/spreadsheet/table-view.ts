import type { SpreadsheetRef } from '#model/elements/base/reading.ts';
import type { ColumnRequest } from '#model/data/cell-form.ts';
import type { Result } from '#model/kernel/result.ts';
import type { SpreadsheetWorkerApi } from '#protocol/spreadsheet.ts';
import type { TableQuery, ViewPart, ViewWindow } from '#protocol/table-query.ts';
import type { CallOptions, WorkerSession } from '../worker-session.ts';

/** Some rows of a sheet in an order, in the worker. Its rows can be read as far as the last part reports. */
export interface TableView {
  /** Its end: with all its rows, or the problem that prevented it. */
  readonly done: Promise<Result<ViewPart>>;
  rows(
    columns: readonly ColumnRequest[],
    first: number,
    count: number,
    signal?: AbortSignal,
  ): Promise<Result<ViewWindow>>;
  /** The place of a row of the sheet in the view; null when it is not in it. */
  placeOf(row: number): Promise<Result<number | null>>;
  /** The rows of the sheet at some places of the view. */
  indexes(first: number, count: number): Promise<Result<Uint32Array>>;
  /** Aborts pending work. */
  close(): void;
}

let lastNumber = 0;

export function createTableView(
  session: WorkerSession<SpreadsheetWorkerApi<Blob>>,
  spreadsheet: SpreadsheetRef,
  sheet: string,
  query: TableQuery,
  onPart: (part: ViewPart) => void,
  { limitMs }: Pick<CallOptions, 'limitMs'>,
): TableView {
  const number = ++lastNumber;
  let closed = false;
  const done = session.call(
    (api, alive) =>
      api.views.open(number, spreadsheet, sheet, query, (part) => {
        alive();
        if (!closed) onPart(part);
      }),
    { limitMs },
  );
  return {
    done,
    rows: (columns, first, count, signal) =>
      session.call((api) => api.views.rows(number, columns, first, count), { signal, limitMs }),
    placeOf: (row) => session.call((api) => api.views.placeOf(number, row), { limitMs }),
    indexes: (first, count) => session.call((api) => api.views.indexes(number, first, count), { limitMs }),
    close() {
      closed = true;
      session.notify((api) => api.views.close(number));
    },
  };
}
