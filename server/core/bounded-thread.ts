import { Worker } from 'node:worker_threads';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, type Result } from '#model/kernel/result.ts';

/** Limits of a thread. */
export interface ThreadLimits {
  readonly ms: number;
  /** Heap and buffers together. */
  readonly bytes: number;
}

const MIB = 1024 * 1024;
/** How often the thread's memory is checked: resource limits cover the heap only, not buffers. */
const POLL_MS = 100;

/**
 * Runs a module in a thread of its own and returns the first message that it posts. The thread is terminated when it
 * takes too long or too much memory, and on abort. Objects in `transferList` are transferred to the thread. Problems:
 * those of the module, `data.timeout`, `data.tooLarge`, `data.crashed`, `aborted`.
 */
export async function runInThread<Answer>(
  module: URL,
  task: unknown,
  { ms, bytes }: ThreadLimits,
  signal?: AbortSignal,
  transferList: ArrayBuffer[] = [],
): Promise<Result<Answer>> {
  if (signal?.aborted === true) return err(problem('aborted'));
  const { promise, resolve } = Promise.withResolvers<Result<Answer>>();
  const fail = (code: Problem['code']) => (): void => resolve(err(problem(code)));
  const thread = new Worker(module, {
    workerData: task,
    transferList,
    // A file must not find the server's settings.
    env: {},
    execArgv: ['--disable-warning=ExperimentalWarning'],
    resourceLimits: { maxOldGenerationSizeMb: Math.ceil(bytes / MIB), maxYoungGenerationSizeMb: 32 },
  });
  thread.on('message', resolve);
  thread.on('error', (error) =>
    resolve(err(problem(Reflect.get(error, 'code') === 'ERR_WORKER_OUT_OF_MEMORY' ? 'data.tooLarge' : 'data.crashed'))),
  );
  thread.on('exit', fail('data.crashed'));
  const clock = setTimeout(fail('data.timeout'), ms);
  const memory = setInterval(() => {
    thread.getHeapStatistics().then(
      (heap) => heap.used_heap_size + heap.external_memory > bytes && fail('data.tooLarge')(),
      () => undefined,
    );
  }, POLL_MS);
  const onAbort = fail('aborted');
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    return await promise;
  } finally {
    signal?.removeEventListener('abort', onAbort);
    clearTimeout(clock);
    clearInterval(memory);
    await thread.terminate();
  }
}
