import { useCallback, useEffect, useState } from 'react';
import { err, ok } from '#model/kernel/result.ts';
import type { Problem } from '#model/kernel/problem.ts';
import type { DataConnectionInfo, DataQueryInfo } from '#protocol/api.ts';
import type { ApiClient } from '#services/api/api-client.ts';
import type { ApiResult } from '#services/api/exchange.ts';
import { useServices } from '#app/state/services.tsx';

export interface DataLists {
  readonly connections: readonly DataConnectionInfo[];
  readonly queries: readonly DataQueryInfo[];
}

/** The user's connections and saved queries; null until they are loaded. */
export function useDataLists(): {
  readonly lists: DataLists | null;
  readonly problem: Problem | null;
  /** Fetches them again. */
  reload(): Promise<void>;
} {
  const { api } = useServices();
  const [answer, setAnswer] = useState<ApiResult<DataLists> | null>(null);
  const [lists, setLists] = useState<DataLists | null>(null);
  const take = useCallback((came: ApiResult<DataLists>) => {
    setAnswer(came);
    if (came.ok) setLists(came.value);
  }, []);
  useEffect(() => {
    let isThere = true;
    void fetchLists(api).then((came) => isThere && take(came));
    return () => {
      isThere = false;
    };
  }, [api, take]);
  const reload = useCallback(async () => take(await fetchLists(api)), [api, take]);
  return { lists, problem: answer === null || answer.ok ? null : answer.error, reload };
}

async function fetchLists(api: ApiClient): Promise<ApiResult<DataLists>> {
  const [connections, queries] = await Promise.all([api.call('dataConnectionList', {}), api.call('dataQueryList', {})]);
  if (!connections.ok) return err(connections.error);
  return queries.ok ? ok({ connections: connections.value.list, queries: queries.value.list }) : err(queries.error);
}
