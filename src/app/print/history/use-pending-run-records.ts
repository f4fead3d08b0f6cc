import { useEffect } from 'react';
import { useServices } from '#app/state/services.tsx';
import { useSession, useSessionExpired } from '#app/state/session.ts';

/** Sends pending run records to the server: at the start, after signing in, and when the browser is online again. */
export function usePendingRunRecords(): void {
  const { runRecords } = useServices();
  const userId = useSession()?.userId ?? null;
  const expired = useSessionExpired();
  useEffect(() => {
    if (userId === null || expired) return undefined;
    const sync = (): void => void runRecords.sync();
    sync();
    window.addEventListener('online', sync);
    return () => window.removeEventListener('online', sync);
  }, [runRecords, userId, expired]);
}
