import { useCallback, useEffect, useState } from 'react';
import type { SheetInfo } from '#protocol/spreadsheet.ts';
import type { ColumnFilter, SortKey, TableQuery } from '#protocol/table-query.ts';
import { startTimer, stopTimer } from '#services/idle.ts';

/** How long typing rests before rows are looked for, in milliseconds. */
const TYPING_MS = 150;

export interface QueryControls {
  /** What is looked for now. */
  readonly query: TableQuery;
  /** What stands in the search field. */
  readonly search: string;
  setSearch(text: string): void;
  /** Up, down, not at all, and so on; `add` keeps the columns that are sorted by already. */
  sortBy(column: string, add: boolean): void;
  /** Null takes the column's filter away. */
  filter(column: string, filter: ColumnFilter | null): void;
  clear(): void;
}

/** What the user wants to see of a sheet. Columns that a newer file lacks are left out. */
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
