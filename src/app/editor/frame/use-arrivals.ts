import { useCallback, useState } from 'react';
import type { Arrival } from '../session/arrival.ts';

/** What was pasted or dropped and waits to be taken, the first one first. */
export function useArrivals(): {
  readonly waiting: readonly Arrival[];
  readonly arrive: (arrival: Arrival) => void;
  readonly onTaken: () => void;
} {
  const [waiting, setWaiting] = useState<readonly Arrival[]>([]);
  const arrive = useCallback((arrival: Arrival) => setWaiting((now) => [...now, arrival]), []);
  const onTaken = useCallback(() => setWaiting((now) => now.slice(1)), []);
  return { waiting, arrive, onTaken };
}
