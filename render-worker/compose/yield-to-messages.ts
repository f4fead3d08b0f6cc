/** The longest wait of other messages to the worker, such as a heartbeat or an abort. */
const YIELD_EVERY_MS = 40;

/**
 * Null when the worker has handled messages recently. Otherwise await the promise: messages are handled in the
 * meantime.
 */
export type YieldToMessages = () => Promise<void> | null;

/** For work in many small steps, which calls this after each of them. */
export function createYieldToMessages(now: () => number): YieldToMessages {
  let yieldedAt = now();
  return () => {
    if (now() - yieldedAt <= YIELD_EVERY_MS) return null;
    return new Promise((resolve) => {
      setTimeout(() => {
        yieldedAt = now();
        resolve();
      }, 0);
    });
  };
}
