/** The longest time that other messages to the worker, such as a heartbeat or an abort, have to wait. */
const LISTEN_EVERY_MS = 40;

/**
 * Null when the worker has let messages in a moment ago. Otherwise wait for the promise: messages are handled in the
 * meantime.
 */
export type Listen = () => Promise<void> | null;

/** For work in many small steps, which calls this after each of them. */
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
