import { useCallback, useEffect, useRef, useState } from 'react';
import type { Problem } from '#model/kernel/problem.ts';
import { useServices } from '#app/state/services.tsx';

/** The result of a fetch: a file, or unchanged. */
export type Fetched = File | 'unchanged';

export interface WebFetch {
  /** The downloaded share, from 0 to 1, during a fetch; 0 until the server has all of it. */
  readonly share: number | null;
  /** Why the last fetch failed. */
  readonly problem: Problem | null;
  /** Null if it failed, see `problem`, or was canceled. One fetch at a time: a new one cancels the previous one. */
  fetch(address: string, known?: string): Promise<Fetched | null>;
  /** Cancels a pending fetch, and clears the problem. */
  stop(): void;
}

/** Fetches files from web addresses through the server, while mounted. */
export function useWebFetch(): WebFetch {
  const { api } = useServices();
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const running = useRef<AbortController | null>(null);

  const stop = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setShare(null);
    setProblem(null);
  }, []);
  useEffect(() => () => running.current?.abort(), []);
  const fetch = useCallback(
    async (address: string, known?: string): Promise<Fetched | null> => {
      stop();
      const mine = new AbortController();
      running.current = mine;
      setShare(0);
      const answer = await api.fetchWebFile(address, {
        known,
        signal: mine.signal,
        onProgress: (done, total) => running.current === mine && setShare(total === 0 ? 0 : done / total),
      });
      if (running.current !== mine) return null;
      running.current = null;
      setShare(null);
      if (!answer.ok) {
        setProblem(answer.error);
        return null;
      }
      return answer.value.type === 'unchanged' ? 'unchanged' : new File([answer.value.bytes], answer.value.name);
    },
    [api, stop],
  );
  return { share, problem, fetch, stop };
}
