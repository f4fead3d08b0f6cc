import { useEffect, useMemo, useState } from 'react';
import { spreadsheetKey } from '#model/elements/base/reading.ts';
import type { Problem } from '#model/kernel/problem.ts';
import type { SpreadsheetInfo } from '#protocol/spreadsheet.ts';
import type { TableQuery, ViewPart } from '#protocol/table-query.ts';
import type { SpreadsheetClient } from '#services/spreadsheet/spreadsheet-client.ts';
import type { TableView } from '#services/spreadsheet/table-view.ts';

/** The rows of a sheet that a query has found so far. */
export interface OpenedView {
  /** Null until the spreadsheet is open. */
  readonly view: TableView | null;
  readonly part: ViewPart;
  readonly problem: Problem | null;
  /** Whether the view belongs to an earlier query: the requested rows have not arrived yet. */
  readonly isOutdated: boolean;
}

/** The requested view. */
interface Wanted {
  readonly info: SpreadsheetInfo;
  readonly sheet: string;
  readonly query: TableQuery;
  readonly revision: number;
}

interface Answer extends Omit<OpenedView, 'isOutdated'> {
  readonly to: Wanted | null;
}

const NOTHING: ViewPart = { count: 0, ready: 0, done: false, share: 0 };

/** Whether a repeated query has found fewer rows than the shown answer: using it would scroll the table back. */
function isShorter(next: Answer, now: Answer): boolean {
  if (next.to === null || now.to === null) return false;
  const isSameFile = spreadsheetKey(next.to.info) === spreadsheetKey(now.to.info);
  const isSame = isSameFile && next.to.sheet === now.to.sheet && next.to.query === now.to.query;
  return isSame && !next.part.done && next.part.ready < now.part.ready;
}

/**
 * Requests rows from the data worker. The shown rows stay until the first new ones arrive. `info` changes whenever more of
 * the file has been read, and `revision` when cells have changed; both repeat the query.
 */
export function useTableView(
  client: Pick<SpreadsheetClient, 'view'>,
  info: SpreadsheetInfo,
  sheet: string,
  query: TableQuery,
  revision = 0,
): OpenedView {
  const [opened, setOpened] = useState<Answer>({ to: null, view: null, part: NOTHING, problem: null });
  const wanted: Wanted = useMemo(() => ({ info, sheet, query, revision }), [info, sheet, query, revision]);
  useEffect(() => {
    const stop = new AbortController();
    let view: TableView | null = null;
    const take = (part: ViewPart): void => {
      if (stop.signal.aborted || view === null) return;
      // An unfinished view without rows would only make the grid flicker.
      if (part.ready === 0 && !part.done) return;
      const next: Answer = { to: wanted, view, part, problem: null };
      setOpened((now) => (isShorter(next, now) ? now : next));
    };
    const fail = (error: Problem): void => {
      if (!stop.signal.aborted && error.code !== 'aborted')
        setOpened({ to: wanted, view: null, part: NOTHING, problem: error });
    };
    void (async () => {
      const started = await client.view(wanted.info, wanted.sheet, wanted.query, take, stop.signal);
      if (!started.ok) return fail(started.error);
      view = started.value;
      const done = await view.done;
      if (done.ok) take(done.value);
      else fail(done.error);
    })();
    return () => stop.abort();
  }, [client, wanted]);
  return { ...opened, isOutdated: opened.to !== wanted };
}
