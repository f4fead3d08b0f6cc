import { useCallback, useEffect, useRef, useState } from 'react';
import type { Problem } from '#model/kernel/problem.ts';
import type { IconInfo, IconTree } from '#protocol/api.ts';
import { useServices } from '#app/state/services.tsx';

type Groups = IconTree['list'];

export interface IconLists {
  /** Null while it is loading. */
  readonly groups: Groups | null;
  /** The icons of a category or group; null while they are loading. */
  icons(id: string): readonly IconInfo[] | null;
  /** Fetches the icons of these, unless they are loaded. */
  want(ids: readonly string[]): void;
  readonly problem: Problem | null;
  /** Retries failed lists. */
  reload(): void;
}

/** The icon library, loaded list by list on demand. */
export function useIconLists(): IconLists {
  const { api } = useServices();
  const [groups, setGroups] = useState<Groups | null>(null);
  const [lists, setLists] = useState<ReadonlyMap<string, readonly IconInfo[]>>(new Map());
  const [problem, setProblem] = useState<Problem | null>(null);
  const wanted = useRef(new Set<string>());
  const open = useRef(new AbortController());

  const fetchList = useCallback(
    async (id: string) => {
      const { signal } = open.current;
      const answer = await api.call('iconList', { id }, { signal });
      if (signal.aborted) return;
      if (answer.ok) setLists((before) => new Map(before).set(id, answer.value.list));
      else {
        wanted.current.delete(id);
        setProblem(answer.error);
      }
    },
    [api],
  );
  const want = useCallback(
    (ids: readonly string[]) => {
      for (const id of ids.filter((one) => !wanted.current.has(one))) {
        wanted.current.add(id);
        void fetchList(id);
      }
    },
    [fetchList],
  );

  const fetchTree = useCallback(async () => {
    const { signal } = open.current;
    const answer = await api.call('iconTree', {}, { signal });
    if (signal.aborted) return;
    if (answer.ok) setGroups(answer.value.list);
    else setProblem(answer.error);
  }, [api]);

  useEffect(() => {
    const lists = wanted.current;
    open.current = new AbortController();
    const asked = open.current;
    void fetchTree();
    return () => {
      asked.abort();
      lists.clear();
    };
  }, [fetchTree]);

  const reload = useCallback(() => {
    setProblem(null);
    void fetchTree();
  }, [fetchTree]);
  return { groups, icons: (id) => lists.get(id) ?? null, want, problem, reload };
}
