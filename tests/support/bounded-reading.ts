import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { SpreadsheetReading } from '#model/elements/base/reading.ts';
import type { Result } from '#model/kernel/result.ts';

export interface ReadSheet {
  readonly name: string;
  readonly columnCount: number;
  readonly rowCount: number;
  /** The first rows. */
  readonly rows: readonly (readonly string[])[];
}

/** How the reading of a file ended. `cpuMs` is the time for which the thread really worked, in milliseconds. */
export type BoundedOutcome =
  | { readonly how: 'read'; readonly result: Result<readonly ReadSheet[]>; readonly cpuMs: number }
  /** It worked for longer than it may, and was ended. */
  | { readonly how: 'hung'; readonly cpuMs: number }
  | { readonly how: 'died'; readonly reason: string; readonly cpuMs: number };

export interface BoundedReader {
  read(bytes: Uint8Array, reading?: SpreadsheetReading): Promise<BoundedOutcome>;
  dispose(): Promise<void>;
}

/** Between two looks at how long the thread has worked. */
const LOOK_MS = 50;

/**
 * Reads spreadsheets in a thread, which is ended when one of them takes more than `limitMs` of a processor's time, and
 * which has the memory that a browser's worker can count on. It is the time worked that counts and not the time on the
 * wall: what else the machine does makes no difference.
 */
export function createBoundedReader(limitMs: number): BoundedReader {
  let thread: Worker | null = null;
  const start = async (): Promise<Worker> => {
    if (thread !== null) return thread;
    thread = new Worker(new URL('./spreadsheet-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 1024 },
    });
    await once(thread, 'online');
    return thread;
  };
  const stop = async (): Promise<void> => {
    const old = thread;
    thread = null;
    await old?.terminate();
  };
  return {
    async read(bytes, reading) {
      const worker = await start();
      const startedAt = await cpuMsOf(worker);
      const { promise, resolve } = Promise.withResolvers<BoundedOutcome>();
      let cpuMs = 0;
      const look = setInterval(() => {
        void cpuMsOf(worker).then(
          (now) => {
            cpuMs = now - startedAt;
            if (cpuMs > limitMs) resolve({ how: 'hung', cpuMs });
          },
          () => undefined,
        );
      }, LOOK_MS);
      const died = (error: unknown): void => resolve({ how: 'died', reason: String(error), cpuMs });
      const answered = (result: Result<readonly ReadSheet[]>): void => {
        void cpuMsOf(worker).then((now) => resolve({ how: 'read', result, cpuMs: now - startedAt }), died);
      };
      worker.on('error', died);
      worker.on('message', answered);
      worker.postMessage({ bytes, reading }, []);
      const outcome = await promise;
      clearInterval(look);
      worker.off('error', died);
      worker.off('message', answered);
      if (outcome.how !== 'read') await stop();
      return outcome;
    },
    dispose: stop,
  };
}

/** How long a thread has worked, in milliseconds; garbage collection counts. */
async function cpuMsOf(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage();
  return (user + system) / 1000;
}
