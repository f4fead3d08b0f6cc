import { useEffect, useState } from 'react';
import { withinChunkTime } from '#app/ui/chunk-time.ts';

/** A fetched part of the help: loading, loaded, or failed. */
export type Fetched<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'there'; readonly value: T }
  | { readonly state: 'failed'; readonly again: () => void };

/** Fetches a part of the help, again if `load` changes. The browser's module cache keeps the result. */
export function useFetched<T>(load: () => Promise<T>): Fetched<T> {
  const [last, setLast] = useState<{ readonly load: () => Promise<T>; readonly value: T | null } | null>(null);
  const shown = last?.load === load ? last : null;
  useEffect(() => {
    if (shown !== null) return undefined;
    let isCurrent = true;
    withinChunkTime(load()).then(
      (value) => isCurrent && setLast({ load, value }),
      () => isCurrent && setLast({ load, value: null }),
    );
    return () => {
      isCurrent = false;
    };
  }, [load, shown]);
  if (shown === null) return { state: 'loading' };
  return shown.value === null
    ? { state: 'failed', again: () => setLast(null) }
    : { state: 'there', value: shown.value };
}
