import { useCallback, useEffect, useRef, useState } from 'react';
import type { Problem } from '#model/kernel/problem.ts';
import { useServices } from '#app/state/services.tsx';

/** What came of a fetch: a file, or word that it is still the one that is there. */
export type Fetched = File | 'unchanged';

export interface WebFetch {
  /** How much has come, from 0 to 1, while a fetch is under way; 0 until the server has all of it. */
  readonly share: number | null;
  /** Why the last fetch gave nothing. */
  readonly problem: Problem | null;
  /** Null when nothing came, see `problem`, or when it was given up. One fetch at a time: a new one gives up the one before. */
  fetch(address: string, known?: string): Promise<Fetched | null>;
  /** Gives up what is under way, and forgets the problem. */
  stop(): void;
}

/** Has the server fetch files from web addresses, for as long as the component is there. */
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
