import { useReducer, useState } from 'react';
import type { ViewPart } from '#protocol/table-query.ts';
import type { TableView } from '#services/spreadsheet/table-view.ts';
import { RowPages, type GridRow } from './row-pages.ts';

export interface ShownRows {
  /** The first of the columns whose texts are in the rows. */
  readonly firstColumn: number;
  /** Whether the rows are those of the previous view: the first ones of this view are being fetched. */
  readonly isOutdated: boolean;
  /** Undefined while it is fetched. */
  get(place: number): GridRow | undefined;
  want(first: number, end: number): void;
}

/** Columns are fetched in groups of this size, so that a sheet of thousands of columns does not fetch all of them. */
const COLUMN_GROUP = 32;

/** The rows of a view with the visible columns. `columns` are those of the whole sheet. */
export function useRowPages(
  view: TableView | null,
  { ready }: ViewPart,
  columns: readonly string[],
  seen: readonly [first: number, end: number],
): ShownRows {
  const [, changed] = useReducer((n: number) => n + 1, 0);
  const from = Math.floor(seen[0] / COLUMN_GROUP) * COLUMN_GROUP;
  const to = Math.min(columns.length, Math.ceil(Math.max(seen[1], 1) / COLUMN_GROUP) * COLUMN_GROUP);
  // More rows of the same file give a new list of the same columns.
  const names = JSON.stringify(columns.slice(from, to));
  const create = (
    before: RowPages | null,
  ): { readonly pages: RowPages; readonly view: TableView | null; readonly names: string } => ({
    view,
    names,
    pages: new RowPages(
      async (first, count) => {
        const window = view === null ? null : await view.rows(JSON.parse(names) as readonly string[], first, count);
        return window?.ok === true ? window.value : null;
      },
      changed,
      before,
    ),
  });
  const [shown, setShown] = useState(() => create(null));
  if (shown.view !== view || shown.names !== names) setShown(create(shown.names === names ? shown.pages : null));
  const { pages } = shown;
  return {
    firstColumn: from,
    isOutdated: ready > 0 && pages.isOutdated,
    get: (place) => (place < ready ? pages.get(place) : undefined),
    want: (first, end) => pages.want(first, Math.min(end, ready)),
  };
}
