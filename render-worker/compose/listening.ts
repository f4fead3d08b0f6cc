/** The worker's other work, a heartbeat or an end of what is under way, waits no longer than so. */
const LISTEN_EVERY_MS = 40;

/** Null while the worker has listened a moment ago; otherwise it is to be waited for: it lets messages in. */
export type Listen = () => Promise<void> | null;

/** For work in many small steps: called after each of them. */
export function createListen(now: () => number): Listen {
  let listenedAt = now();
  return () => {
    if (now() - listenedAt <= LISTEN_EVERY_MS) return null;
    return new Promise((resolve) => {
      setTimeout(() => {
        listenedAt = now();
        resolve();
      }, 0);
    });
  };
}
