/** The longest wait of other messages to the worker, such as a heartbeat or an abort. */
const LISTEN_EVERY_MS = 40;

/**
 * Null when the worker has handled messages recently. Otherwise await the promise: messages are handled in the
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
