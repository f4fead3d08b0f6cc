/** Milliseconds of work before the worker handles messages. */
const SLICE_MS = 12;

/** Long work in slices, so that the worker can cancel it or answer a short question in between. */
export interface Pace {
  /** Whether it is time to rest. */
  due(): boolean;
  /** Lets the worker handle pending messages. False when the work is canceled. */
  rest(): Promise<boolean>;
}

export function createPace(signal: AbortSignal | undefined): Pace {
  let end = performance.now() + SLICE_MS;
  return {
    due: () => performance.now() >= end,
    async rest() {
      await messagesHandled();
      end = performance.now() + SLICE_MS;
      return signal?.aborted !== true;
    },
  };
}

/** Resolves after the pending messages. A timer would wait four milliseconds in a browser. */
export function messagesHandled(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}

/**
 * Passes on the first value immediately and then at most one per `everyMs` milliseconds. Hundreds of messages would
 * keep a page busy that redraws for each.
 */
export function sparingly<T>(
  report: (value: T) => void,
  everyMs: number,
  now: () => number = () => performance.now(),
): (value: T) => void {
  let next = Number.NEGATIVE_INFINITY;
  return (value) => {
    const at = now();
    if (at < next) return;
    next = at + everyMs;
    report(value);
  };
}
