import type { ReadinessClock } from '#printing/status/readiness.ts';

/** Settles after the time, or at the signal. */
export function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}

export const BROWSER_CLOCK: ReadinessClock = { now: () => performance.now(), sleep: delay };
