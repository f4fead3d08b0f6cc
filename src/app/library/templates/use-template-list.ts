import { useCallback, useEffect, useRef, useState } from 'react';
import type { Problem } from '#model/kernel/problem.ts';
import type { TemplateInfo, TemplateListInput } from '#protocol/api.ts';
import { useServices } from '#app/state/services.tsx';
import { useSession, useSessionExpired } from '#app/state/session.ts';

interface Loaded {
  readonly list: readonly TemplateInfo[];
  /** The number of templates on all pages. */
  readonly count: number;
  readonly problem: Problem | null;
  readonly loadedAt: Date;
}

export interface TemplateListState extends Loaded {
  /** True until the first answer; after that the old list stays on the screen until the next one arrives. */
  readonly loading: boolean;
  /** Whether the shown list belongs to an earlier query. */
  readonly stale: boolean;
  readonly reload: () => void;
}

/** Includes the query that it answers. */
type Shown = Loaded & { readonly key: string };

const NOTHING: Loaded = { list: [], count: 0, problem: null, loadedAt: new Date(0) };

/**
 * A page of the signed-in user's templates; asks again when the query changes, on `reload`, and after signing in again.
 */
export function useTemplateList(query: TemplateListInput): TemplateListState {
  const { api } = useServices();
  const userId = useSession()?.userId ?? null;
  const expired = useSessionExpired();
  const [loaded, setLoaded] = useState<Shown | null>(null);
  const asking = useRef<AbortController>(null);
  const key = JSON.stringify(query);

  /** Turns the server's answer into the new state of the list; null if a newer request has replaced this one. */
  const ask = useCallback(async (): Promise<((before: Shown | null) => Shown) | null> => {
    asking.current?.abort();
    const asked = new AbortController();
    asking.current = asked;
    const answer = await api.call('templateList', JSON.parse(key) as TemplateListInput, { signal: asked.signal });
    if (asked.signal.aborted) return null;
    const loadedAt = new Date();
    return (before) =>
      answer.ok
        ? { list: answer.value.list, count: answer.value.count, problem: null, loadedAt, key }
        : { ...(before ?? NOTHING), problem: answer.error, loadedAt, key };
  }, [api, key]);

  useEffect(() => {
    if (userId === null || expired) return undefined;
    void ask().then((change) => change !== null && setLoaded(change));
    return () => asking.current?.abort();
  }, [ask, userId, expired]);

  const reload = (): void => void ask().then((change) => change !== null && setLoaded(change));
  return { ...(loaded ?? NOTHING), loading: loaded === null, stale: loaded !== null && loaded.key !== key, reload };
}
