import { useCallback, useState } from 'react';
import type { Arrival } from '../session/arrival.ts';

/** Pasted or dropped content that waits to be taken, in order. */
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
