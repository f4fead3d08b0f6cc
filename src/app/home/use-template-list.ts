import { useCallback, useEffect, useRef, useState } from 'react';
import type { Problem } from '#model/kernel/problem.ts';
import type { TemplateInfo, TemplateListInput } from '#protocol/api.ts';
import { useServices } from '#app/state/services.tsx';
import { useSession } from '#app/state/session.ts';

interface Loaded {
  readonly list: readonly TemplateInfo[];
  /** Of all pages. */
  readonly count: number;
  readonly problem: Problem | null;
  readonly loadedAt: Date;
}

export interface TemplateListState extends Loaded {
  /** True until the first answer; later answers replace the list where it stands. */
  readonly loading: boolean;
  readonly reload: () => void;
}

const NOTHING: Loaded = { list: [], count: 0, problem: null, loadedAt: new Date(0) };

/** A page of the signed-in user's templates; asks again when the query changes, on `reload`, and after signing in again. */
export function useTemplateList(query: TemplateListInput): TemplateListState {
  const { api } = useServices();
  const userId = useSession()?.userId ?? null;
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const asking = useRef<AbortController>(null);
  const key = JSON.stringify(query);

  const load = useCallback(async (): Promise<void> => {
    // Only the answer to the latest question counts.
    asking.current?.abort();
    const asked = new AbortController();
    asking.current = asked;
    const answer = await api.call('templateList', JSON.parse(key) as TemplateListInput, { signal: asked.signal });
    if (asked.signal.aborted) return;
    const loadedAt = new Date();
    setLoaded((before) =>
      answer.ok
        ? { list: answer.value.list, count: answer.value.count, problem: null, loadedAt }
        : { ...(before ?? NOTHING), problem: answer.error, loadedAt },
    );
  }, [api, key]);

  useEffect(() => {
    if (userId !== null) void load();
    return () => asking.current?.abort();
  }, [load, userId]);

  return { ...(loaded ?? NOTHING), loading: loaded === null, reload: () => void load() };
}
