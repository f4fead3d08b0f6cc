import { useEffect, useRef } from 'react';
import { API_CODES } from '#protocol/api.ts';
import { useSessionExpired } from '#app/state/session.ts';
import type { SaveProblem } from './save-label.ts';

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/** Whether the same save may succeed later: the server was out of reach, was not well, or knew of no session. */
export function isPassing({ code, apiCode }: SaveProblem): boolean {
  if (code === 'aborted' || apiCode === undefined) return false;
  return apiCode === null || apiCode === API_CODES.signedOut || apiCode >= 500;
}

/** How long a save that has failed so often (from 1) rests before it is tried again. */
export function retryPauseMs(failures: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
}

/**
 * Tries again what has failed so often (0: nothing waits): after a pause that grows, and at once when the network or the
 * session is back. While nobody is signed in it waits.
 */
export function useRetrying(failures: number, retry: () => void): void {
  const isExpired = useSessionExpired();
  const wasExpired = useRef(false);
  useEffect(() => {
    const isBack = wasExpired.current && !isExpired;
    wasExpired.current = isExpired;
    if (failures === 0 || isExpired) return undefined;
    const timer = setTimeout(retry, isBack ? 0 : retryPauseMs(failures));
    window.addEventListener('online', retry);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', retry);
    };
  }, [failures, isExpired, retry]);
}
