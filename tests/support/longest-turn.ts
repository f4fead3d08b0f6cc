import { referenceMs } from './machine-speed.ts';

const LOOK_MS = 5;

/**
 * CPU time of the longest turn of this thread's event loop during the work, in milliseconds of the machine on
 * which the limits were measured. Time of other threads and programs does not count.
 */
export async function longestTurnMs(work: () => Promise<void>): Promise<number> {
  let longest = 0;
  let before = process.threadCpuUsage();
  const timer = setInterval(() => {
    const now = process.threadCpuUsage();
    longest = Math.max(longest, now.user + now.system - before.user - before.system);
    before = now;
  }, LOOK_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return referenceMs(longest / 1000);
}
