/** An amount of memory that is lent in parts. Whoever asks for more than is left waits for its turn. */
export interface Room {
  /** Lends `bytes` and gives the function that returns them; null when `signal` was aborted before there was room. */
  take(bytes: number, signal: AbortSignal): Promise<(() => void) | null>;
}

/** Room for `allBytes` in all. Whoever asks for more than that gets it once nobody else has any. */
export function createRoom(allBytes: number): Room {
  const waiting: { readonly bytes: number; readonly go: () => void }[] = [];
  let lent = 0;

  function fits(bytes: number): boolean {
    return lent === 0 || lent + bytes <= allBytes;
  }

  function lend(bytes: number): () => void {
    lent += bytes;
    let isBack = false;
    return () => {
      if (isBack) return;
      isBack = true;
      lent -= bytes;
      letIn();
    };
  }

  function letIn(): void {
    for (let next = waiting[0]; next !== undefined && fits(next.bytes); next = waiting[0]) {
      waiting.shift();
      next.go();
    }
  }

  return {
    take(bytes, signal) {
      if (signal.aborted) return Promise.resolve(null);
      if (waiting.length === 0 && fits(bytes)) return Promise.resolve(lend(bytes));
      return new Promise((resolve) => {
        const place = {
          bytes,
          go: () => {
            signal.removeEventListener('abort', onAbort);
            resolve(lend(bytes));
          },
        };
        const onAbort = (): void => {
          waiting.splice(waiting.indexOf(place), 1);
          resolve(null);
          letIn();
        };
        waiting.push(place);
        signal.addEventListener('abort', onAbort, { once: true });
      });
    },
  };
}
