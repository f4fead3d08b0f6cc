import { useCallback, useEffect, useState } from 'react';
import type { Problem } from '#model/kernel/problem.ts';
import type { TemplateInfo, TemplateListInput } from '#protocol/api.ts';
import { useServices } from '#app/state/services.tsx';
import { useSession } from '#app/state/session.ts';

export interface TemplateListState {
  readonly list: readonly TemplateInfo[];
  /** Of all pages. */
  readonly count: number;
  /** True until the first answer; later answers replace the list where it stands. */
  readonly loading: boolean;
  readonly problem: Problem | null;
  readonly reload: () => void;
}

interface Loaded {
  readonly list: readonly TemplateInfo[];
  readonly count: number;
  readonly problem: Problem | null;
}

/** A page of the signed-in user's templates; asks again when the query changes, on `reload`, and after signing in again. */
export function useTemplateList(query: TemplateListInput): TemplateListState {
  const { api } = useServices();
  const userId = useSession()?.userId ?? null;
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [turn, setTurn] = useState(0);
  const key = JSON.stringify(query);

  useEffect(() => {
    if (userId === null) return undefined;
    const leaving = new AbortController();
    void api.call('templateList', JSON.parse(key) as TemplateListInput, leaving.signal).then((answer) => {
      if (leaving.signal.aborted) return;
      setLoaded((before) =>
        answer.ok
          ? { list: answer.value.list, count: answer.value.count, problem: null }
          : { list: before?.list ?? [], count: before?.count ?? 0, problem: answer.error },
      );
    });
    return () => leaving.abort();
  }, [api, key, turn, userId]);

  const reload = useCallback(() => setTurn((before) => before + 1), []);
  return {
    list: loaded?.list ?? [],
    count: loaded?.count ?? 0,
    loading: loaded === null,
    problem: loaded?.problem ?? null,
    reload,
  };
}
