import { useCallback, useEffect, useState } from 'react';
import { withinChunkTime } from '#app/late-part/chunk-time.ts';

/** What is fetched of the help: on its way, there, or not to be had. */
export type Fetched<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'there'; readonly value: T }
  | { readonly state: 'failed'; readonly again: () => void };

/** Fetches a part of the help, anew where `load` is another one. What came is kept by the browser's modules. */
export function useFetched<T>(load: () => Promise<T>): Fetched<T> {
  const [shown, setShown] = useState<{ readonly load: () => Promise<T>; readonly value: T | null } | null>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    withinChunkTime(load()).then(
      (value) => isCurrent && setShown({ load, value }),
      () => isCurrent && setShown({ load, value: null }),
    );
    return () => {
      isCurrent = false;
    };
  }, [load, turn]);
  const again = useCallback(() => {
    setShown(null);
    setTurn((before) => before + 1);
  }, []);
  if (shown === null || shown.load !== load) return { state: 'loading' };
  return shown.value === null ? { state: 'failed', again } : { state: 'there', value: shown.value };
}
