import { useCallback, useEffect, useState } from 'react';
import type { SheetInfo } from '#protocol/spreadsheet.ts';
import type { ColumnFilter, SortKey, TableQuery } from '#protocol/table-query.ts';
import { startTimer, stopTimer } from '#services/idle.ts';

/** Delay after typing before the search, in milliseconds. */
const TYPING_MS = 150;

export interface QueryControls {
  /** The current query. */
  readonly query: TableQuery;
  /** The text of the search field. */
  readonly search: string;
  setSearch(text: string): void;
  /** Cycles through ascending, descending and unsorted; `add` keeps the other sort columns. */
  sortBy(column: string, add: boolean): void;
  /** Null removes the column's filter. */
  filter(column: string, filter: ColumnFilter | null): void;
  clear(): void;
}

/** The search, sorting and filters of a sheet. Ignores columns that a newer file lacks. */
export function useTableQuery({ columns }: Pick<SheetInfo, 'columns'>, language: string): QueryControls {
  const [search, setSearch] = useState('');
  const [query, setQuery] = useState<TableQuery>({ search: '', filters: [], sort: [], language });
  useEffect(() => {
    const timer = startTimer(() => setQuery((now) => (now.search === search ? now : { ...now, search })), TYPING_MS);
    return () => stopTimer(timer);
  }, [search]);
  const has = ({ column }: { readonly column: string }): boolean => columns.includes(column);
  if (query.language !== language) setQuery((now) => ({ ...now, language }));
  else if (columns.length > 0 && !(query.filters.every(has) && query.sort.every(has))) {
    setQuery((now) => ({ ...now, filters: now.filters.filter(has), sort: now.sort.filter(has) }));
  }
  const sortBy = useCallback(
    (column: string, add: boolean) => setQuery((now) => ({ ...now, sort: sorted(now.sort, column, add) })),
    [],
  );
  const filter = useCallback(
    (column: string, next: ColumnFilter | null) =>
      setQuery((now) => {
        const others = now.filters.filter((each) => each.column !== column);
        return { ...now, filters: next === null ? others : [...others, next] };
      }),
    [],
  );
  const clear = useCallback(() => {
    setSearch('');
    setQuery((now) => ({ ...now, search: '', filters: [], sort: [] }));
  }, []);
  return { query, search, setSearch, sortBy, filter, clear };
}

function sorted(sort: readonly SortKey[], column: string, add: boolean): readonly SortKey[] {
  const at = sort.findIndex((key) => key.column === column);
  const key = sort[at];
  const others = add ? sort : key === undefined ? [] : [key];
  const here = add ? at : key === undefined ? -1 : 0;
  if (key === undefined) return [...others, { column, descending: false }];
  return key.descending ? others.toSpliced(here, 1) : others.with(here, { column, descending: true });
}
