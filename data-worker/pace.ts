/** How long work goes on before the worker listens to messages, in milliseconds. */
const SLICE_MS = 12;

/** Long work in slices, so that the worker hears in between that it is not wanted any more, or answers a short question. */
export interface Pace {
  /** Whether it is time to rest. */
  due(): boolean;
  /** Lets the worker handle what has come in. False when the work is to be given up. */
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

/** Resolves after the messages that wait now. A timer would wait four milliseconds in a browser. */
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
 * Tells the first of the values at once and then, of all that come within `everyMs` milliseconds, one. A page that draws
 * each of them anew would be kept busy by hundreds of messages.
 */
export function sparingly<T>(
  tell: (value: T) => void,
  everyMs: number,
  now: () => number = () => performance.now(),
): (value: T) => void {
  let next = Number.NEGATIVE_INFINITY;
  return (value) => {
    const at = now();
    if (at < next) return;
    next = at + everyMs;
    tell(value);
  };
}
