import { problem } from '#model/kernel/problem.ts';
import { err, type Result } from '#model/kernel/result.ts';
import type { CodeReaderApi } from '#protocol/code-reader.ts';
import { WorkerKeeper } from '../worker-keeper.ts';
import { WorkerSession } from '../worker-session.ts';
import type { CodeWorkerHandle } from './create-code-worker.ts';

/** Reads codes in a camera's pictures, in a worker that is started with the first one. Every promise settles. */
export interface CodeReader {
  /** The text of the code in the picture, null when there is none. Problems: `camera.noReader`, `aborted`. */
  read(picture: ImageBitmap, signal: AbortSignal): Promise<Result<string | null>>;
  /** Ends the worker; pending calls settle with `aborted`. */
  dispose(): void;
}

export interface CodeReaderOptions {
  readonly createWorker: () => CodeWorkerHandle;
  /** The longest time for one picture, in milliseconds; 20,000 if not given. */
  readonly limitMs?: number;
}

/** The reader's code is a megabyte, which may take long over a slow connection. */
const START_MS = 60_000;
const PICTURE_MS = 20_000;
const PROBLEMS = { crashed: 'camera.noReader', timedOut: 'camera.noReader' } as const;

export function createCodeReader({ createWorker, limitMs = PICTURE_MS }: CodeReaderOptions): CodeReader {
  const workers = new WorkerKeeper<CodeReaderApi<ImageBitmap>>(
    () =>
      new WorkerSession(createWorker(), {
        problems: PROBLEMS,
        start: { limitMs: START_MS, ask: (api) => api.start() },
      }),
  );
  return {
    async read(picture, signal) {
      if (workers.isDisposed || signal.aborted) return err(problem('aborted'));
      const session = workers.running();
      const started = await session.started;
      if (!started.ok) return started;
      return session.call((api) => api.read(picture), { signal, limitMs });
    },
    dispose: () => workers.dispose(),
  };
}
