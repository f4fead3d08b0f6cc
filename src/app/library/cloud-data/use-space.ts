import { useCallback, useEffect, useRef, useState } from 'react';
import type { Problem } from '#model/kernel/problem.ts';
import type { CloudSpace } from '#protocol/api.ts';
import { useServices } from '#app/state/services.tsx';
import { useSession, useSessionExpired } from '#app/state/session.ts';

export interface SpaceState {
  readonly space: CloudSpace | null;
  readonly problem: Problem | null;
  readonly reload: () => void;
}

/** The account's space; asks again on `reload`, and after signing in again. */
export function useSpace(): SpaceState {
  const { api } = useServices();
  const userId = useSession()?.userId ?? null;
  const expired = useSessionExpired();
  const [space, setSpace] = useState<CloudSpace | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const asking = useRef<AbortController>(null);
  const ask = useCallback((): void => {
    asking.current?.abort();
    const asked = new AbortController();
    asking.current = asked;
    void api.call('cloudSpace', {}, { signal: asked.signal }).then((answer) => {
      if (asked.signal.aborted) return;
      if (answer.ok) setSpace(answer.value);
      setProblem(answer.ok ? null : answer.error);
    });
  }, [api]);
  useEffect(() => {
    if (userId === null || expired) return undefined;
    ask();
    return () => asking.current?.abort();
  }, [ask, userId, expired]);
  return { space, problem, reload: ask };
}
