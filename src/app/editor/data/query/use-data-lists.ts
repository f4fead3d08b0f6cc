import type { Problem } from '#model/kernel/problem.ts';
import type { DataConnectionInfo, DataQueryInfo } from '#protocol/api.ts';
import { useAnswer } from '#app/state/use-answer.ts';

export interface DataLists {
  readonly connections: readonly DataConnectionInfo[];
  readonly queries: readonly DataQueryInfo[];
}

/** The user's connections and saved queries; null until they are loaded. */
export function useDataLists(): {
  readonly lists: DataLists | null;
  readonly problem: Problem | null;
  /** Fetches them again. */
  reload(): Promise<unknown>;
} {
  const connections = useAnswer('dataConnectionList', {});
  const queries = useAnswer('dataQueryList', {});
  const areHere = connections.answer !== null && queries.answer !== null;
  return {
    lists: areHere ? { connections: connections.answer.list, queries: queries.answer.list } : null,
    problem: connections.problem ?? queries.problem,
    reload: () => Promise.all([connections.reload(), queries.reload()]),
  };
}
