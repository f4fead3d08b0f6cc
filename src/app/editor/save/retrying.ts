import { useEffect, useRef } from 'react';
import { API_CODES } from '#protocol/api.ts';
import { useSessionExpired } from '#app/state/session.ts';
import type { SaveProblem } from '#app/state/save-label.ts';

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Whether the same save may succeed later: the server was unreachable, had an internal error, or the session has ended.
 */
export function isPassing({ code, apiCode }: SaveProblem): boolean {
  if (code === 'aborted' || apiCode === undefined) return false;
  return apiCode === null || apiCode === API_CODES.signedOut || apiCode >= 500;
}

/** The delay before a save is retried after this number of failures (from 1). */
export function retryPauseMs(failures: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
}

/**
 * Retries after this number of failures (0: nothing to retry): with a growing delay, and immediately when the network or
 * the session is back. Without a signed-in user it waits.
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
