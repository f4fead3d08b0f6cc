import { openPageThreads, type OpenThreads, type PoolSize, type WorkerPool } from '#headless/threads/worker-pool.ts';

/** Threads that no run uses, by their options. */
const idle = new Map<string, WorkerPool[]>();

/**
 * Opens the threads of a run and keeps them for the next one, like the server's worker: starting a thread takes half a second of
 * CPU time. `tests/cli/reopened-threads.test.ts` checks that a kept thread makes the same as a new one.
 */
export const openKeptThreads: OpenThreads = async (run, size) => {
  // The document is open in a thread of its own, which ends with its opener.
  if (run.settings.document !== null) return openPageThreads(run, size);
  const kept = idleFor(size).pop();
  if (kept !== undefined) {
    const reopened = await kept.reopen(run);
    if (reopened.ok) return { ok: true, value: returned(kept, size) };
    await kept.close();
  }
  const opened = await openPageThreads(run, size);
  return opened.ok ? { ok: true, value: returned(opened.value, size) } : opened;
};

/** The threads, which can be used again once they are closed. */
function returned(pool: WorkerPool, size: PoolSize): WorkerPool {
  return {
    get opened() {
      return pool.opened;
    },
    reopen: (run) => pool.reopen(run),
    make: (chunk, signal) => pool.make(chunk, signal),
    close() {
      idleFor(size).push(pool);
      return Promise.resolve();
    },
  };
}

function idleFor({ size, canRepeat, createFetchPicture }: PoolSize): WorkerPool[] {
  const key = `${size} ${canRepeat} ${createFetchPicture !== undefined}`;
  const pools = idle.get(key) ?? [];
  idle.set(key, pools);
  return pools;
}
