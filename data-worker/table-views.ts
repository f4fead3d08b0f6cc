import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { SpreadsheetRef } from '#model/elements/base/reading.ts';
import type { TableQuery, TableViewApi } from '#protocol/table-query.ts';
import type { OpenedSheet } from './opened-sheet.ts';
import { isCount, type OpenedSpreadsheet } from './opened-spreadsheet.ts';
import { createPace } from './pace.ts';
import { TableView, type PlacedQuery } from './query/table-view.ts';

interface OpenView {
  readonly sheet: OpenedSheet;
  readonly view: TableView;
  readonly stop: AbortController;
}

/** The views of the spreadsheets that `find` finds. */
export function createTableViews(find: (spreadsheet: SpreadsheetRef) => OpenedSpreadsheet | undefined): TableViewApi {
  const views = new Map<number, OpenView>();

  const withView = <T>(view: number, use: (open: OpenView) => Result<T>): Promise<Result<T>> => {
    const open = views.get(view);
    return Promise.resolve(open === undefined ? err(problem('data.notConnected')) : use(open));
  };

  return {
    async open(number, spreadsheet, name, query, onPart) {
      const sheet = find(spreadsheet)?.sheet(name);
      if (sheet === undefined) return err(problem('data.notConnected'));
      if (!sheet.ok) return sheet;
      const placed = placeQuery(sheet.value, query);
      if (!placed.ok) return placed;
      views.get(number)?.stop.abort();
      const open = {
        sheet: sheet.value,
        view: new TableView(sheet.value.table, placed.value),
        stop: new AbortController(),
      };
      views.set(number, open);
      return open.view.run(createPace(open.stop.signal), onPart);
    },
    rows: (number, columns, first, count) =>
      withView(number, ({ sheet, view }) => {
        if (!isCount(first) || !isCount(count)) return err(problem('input.invalid', { first, count }));
        const places = sheet.placesOf(columns);
        if (!places.ok) return places;
        const indexes = rowsAt(view, first, count);
        const window = sheet.window(places.value, (i) => indexes[i] as number, indexes.length);
        return ok({ ...window, indexes: [...indexes] });
      }),
    placeOf: (number, row) => withView(number, ({ view }) => ok(view.placeOf(row))),
    indexes: (number, first, count) =>
      withView(number, ({ view }) =>
        isCount(first) && isCount(count)
          ? ok(rowsAt(view, first, count))
          : err(problem('input.invalid', { first, count })),
      ),
    close(number) {
      views.get(number)?.stop.abort();
      views.delete(number);
      return Promise.resolve(null);
    },
  };
}

function rowsAt(view: TableView, first: number, count: number): Uint32Array {
  const indexes = new Uint32Array(Math.max(0, Math.min(count, view.ready - first)));
  for (let i = 0; i < indexes.length; i++) indexes[i] = view.rowAt(first + i);
  return indexes;
}

function placeQuery(sheet: OpenedSheet, { search, filters, only, sort, language }: TableQuery): Result<PlacedQuery> {
  const searched = sheet.placesOf(sheet.info.columns);
  const filtered = sheet.placesOf(filters.map(({ column }) => column));
  const sorted = sheet.placesOf(sort.map(({ column }) => column));
  if (!searched.ok) return searched;
  if (!filtered.ok) return filtered;
  if (!sorted.ok) return sorted;
  return ok({
    search,
    only,
    searched: searched.value.map(({ index }) => index),
    filters: filters.map(({ test, value }, i) => ({ test, value, column: filtered.value[i]?.index ?? 0 })),
    sort: sort.map(({ descending }, i) => ({ descending, column: sorted.value[i]?.index ?? 0 })),
    language,
  });
}
