import { createFairShare, type Client } from './fair-share.ts';

/** The assistant's memory for images, lent in parts. A request for more than is free waits for its turn. */
export interface ImageMemory {
  /** Size of the shared part. */
  readonly bytes: number;
  /** Lends `bytes` and gives the function that returns them; null when `signal` aborted before that. */
  take(client: Client, bytes: number, signal: AbortSignal): Promise<(() => void) | null>;
}

/** A waiting request for memory. */
interface MemoryRequest {
  readonly client: Client;
  readonly bytes: number;
  readonly go: (giveBack: () => void) => void;
}

/** Images up to this share are shared; larger ones are admitted one at a time, in addition. */
const SHARED_PART = 1 / 4;

/**
 * Memory for `allBytes` in total, of which no client gets the last, and in addition for one image that is too large to
 * share it. Sites take turns, and one that must wait for its own does not block others.
 */
export function createImageMemory(allBytes: number): ImageMemory {
  const share = createFairShare(allBytes);
  const waiting: MemoryRequest[] = [];
  /** Sites in order of admission, the latest last. */
  const letInLast = new Map<string, number>();
  let turns = 0;
  let isLargeIn = false;

  function lend({ client, bytes }: Pick<MemoryRequest, 'client' | 'bytes'>): (() => void) | null {
    if (bytes <= allBytes * SHARED_PART) return share.take(client, bytes);
    if (isLargeIn) return null;
    isLargeIn = true;
    return () => (isLargeIn = false);
  }

  /** The function that returns the loan, once. */
  function entered({ client }: Pick<MemoryRequest, 'client'>, giveBack: () => void): () => void {
    letInLast.set(client.site, ++turns);
    let isBack = false;
    return () => {
      if (isBack) return;
      isBack = true;
      giveBack();
      letIn();
    };
  }

  function letIn(): void {
    const inTurn = waiting.toSorted((a, b) => lastTurn(a.client) - lastTurn(b.client));
    for (const request of inTurn) {
      const giveBack = lend(request);
      if (giveBack === null) continue;
      waiting.splice(waiting.indexOf(request), 1);
      request.go(entered(request, giveBack));
    }
  }

  function lastTurn({ site }: Client): number {
    return letInLast.get(site) ?? 0;
  }

  return {
    bytes: allBytes,
    take(client, bytes, signal) {
      if (signal.aborted) return Promise.resolve(null);
      const wish = { client, bytes };
      const isNext = waiting.every((request) => request.client.site !== client.site);
      const giveBack = isNext ? lend(wish) : null;
      if (giveBack !== null) return Promise.resolve(entered(wish, giveBack));
      return new Promise((resolve) => {
        const request = {
          ...wish,
          go: (free: () => void) => {
            signal.removeEventListener('abort', onAbort);
            resolve(free);
          },
        };
        const onAbort = (): void => {
          waiting.splice(waiting.indexOf(request), 1);
          resolve(null);
          letIn();
        };
        waiting.push(request);
        signal.addEventListener('abort', onAbort, { once: true });
      });
    },
  };
}
