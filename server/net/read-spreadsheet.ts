import { Worker } from 'node:worker_threads';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { ReadingAnswer, ReadingTask, ReadSheet } from '#server/spreadsheet-thread/messages.ts';
import type { NetLimits } from './net-limits.ts';

export interface ReadSpreadsheet {
  readonly sheets: readonly ReadSheet[];
  /** False when rows were left out to keep the answer small. */
  readonly complete: boolean;
}

const THREAD = new URL('../spreadsheet-thread/read-sheets.ts', import.meta.url);
const MIB = 1024 * 1024;
/** How often the thread's memory is looked at: resource limits know of the heap only, not of buffers. */
const LOOK_MS = 100;

/**
 * Reads a spreadsheet in a thread of its own, which is ended when it takes too long or too much, and when nobody waits any
 * more. Problems: those of the reader, `data.timeout`, `data.tooLarge`, `data.crashed`, `aborted`.
 */
export async function readSpreadsheet(
  task: ReadingTask,
  { readingMs, readingBytes }: Pick<NetLimits, 'readingMs' | 'readingBytes'>,
  signal: AbortSignal,
): Promise<Result<ReadSpreadsheet>> {
  if (signal.aborted) return err(problem('aborted'));
  const { promise, resolve } = Promise.withResolvers<Result<ReadSpreadsheet>>();
  const fail = (code: Problem['code']) => (): void => resolve(err(problem(code)));
  const thread = new Worker(THREAD, {
    workerData: task,
    // Nothing of the server's own settings is there for a file to find.
    env: {},
    execArgv: ['--disable-warning=ExperimentalWarning'],
    resourceLimits: { maxOldGenerationSizeMb: Math.ceil(readingBytes / MIB), maxYoungGenerationSizeMb: 32 },
  });
  thread.on('message', (answer: ReadingAnswer) => resolve(answer.ok ? ok(answer) : err(answer.problem)));
  thread.on('error', (error) =>
    resolve(err(problem(Reflect.get(error, 'code') === 'ERR_WORKER_OUT_OF_MEMORY' ? 'data.tooLarge' : 'data.crashed'))),
  );
  thread.on('exit', fail('data.crashed'));
  const clock = setTimeout(fail('data.timeout'), readingMs);
  const memory = setInterval(() => {
    thread.getHeapStatistics().then(
      (heap) => heap.used_heap_size + heap.external_memory > readingBytes && fail('data.tooLarge')(),
      () => undefined,
    );
  }, LOOK_MS);
  const onAbort = fail('aborted');
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', onAbort);
    clearTimeout(clock);
    clearInterval(memory);
    await thread.terminate();
  }
}
