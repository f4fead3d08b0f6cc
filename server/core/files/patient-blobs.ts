import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { StorageAway, wholeOf, type BlobStore } from './blob-store.ts';

/**
 * How long each call waits for an unavailable storage. A run of many minutes reads thousands of files, and none of them
 * may end it.
 */
const PATIENCE_MS = 120_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;

/**
 * Wraps a store with retries: a read that fails because the storage is away, or an answer was interrupted, is repeated
 * with growing pauses. A file is read completely before it is returned, so it is never partial. Destroying it, and
 * `closing`, end the wait.
 */
export function patientBlobs(blobs: BlobStore, closing: AbortSignal, patienceMs: number = PATIENCE_MS): BlobStore {
  async function patiently<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const until = Date.now() + patienceMs;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof StorageAway) || signal.aborted || Date.now() >= until) throw error;
        await wait(pause * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
        // The original error says more than the abort.
        if (signal.aborted) throw error;
      }
    }
  }

  return {
    ...blobs,
    put: (key, bytes, signal) =>
      patiently(
        () => blobs.put(key, bytes, signal),
        signal === undefined ? closing : AbortSignal.any([closing, signal]),
      ),
    open(key, range) {
      const disconnected = new AbortController();
      const signal = AbortSignal.any([closing, disconnected.signal]);
      const read = async function* (): AsyncGenerator<Uint8Array> {
        yield await patiently(() => wholeOf(blobs.open(key, range)), signal);
      };
      return Readable.from(read(), { objectMode: false }).once('close', () => disconnected.abort());
    },
  };
}
