import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { CommandOrder, PrinterCommandsApi } from '#protocol/printer-commands.ts';
import { WorkerKeeper } from '../worker-keeper.ts';
import { WorkerSession } from '../worker-session.ts';
import type { CommandsWorkerHandle } from './create-commands-worker.ts';

/** Encodes pages in printer languages, in a worker that is started with the first one. Every promise settles. */
export interface PageEncoder {
  /** The bytes that print the page. Problems: `render.crashed`, `aborted`. */
  encode(order: CommandOrder, signal: AbortSignal): Promise<Result<Uint8Array>>;
  dispose(): void;
}

export interface PageEncoderOptions {
  readonly createWorker: () => CommandsWorkerHandle;
  /** The longest time for one page, in milliseconds; 120,000 if not given. */
  readonly limitMs?: number;
}

/** A page of 400 x 3000 mm at 300 dpi takes some seconds on a slow machine. */
const PAGE_MS = 120_000;
const PROBLEMS = { crashed: 'render.crashed', timedOut: 'render.crashed' } as const;

export function createPageEncoder({ createWorker, limitMs = PAGE_MS }: PageEncoderOptions): PageEncoder {
  const workers = new WorkerKeeper<PrinterCommandsApi>(() => new WorkerSession(createWorker(), { problems: PROBLEMS }));
  return {
    async encode(order, signal) {
      if (workers.isDisposed || signal.aborted) return err(problem('aborted'));
      return workers
        .running()
        .call((api) => api.encode(order).then((bytes): Result<Uint8Array> => ok(bytes)), { signal, limitMs });
    },
    dispose: () => workers.dispose(),
  };
}
