import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadinessClock } from '#printing/status/readiness.ts';

export const NODE_CLOCK: ReadinessClock = {
  now: () => performance.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal: signal as globalThis.AbortSignal }).catch(() => undefined),
};
