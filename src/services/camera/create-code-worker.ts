import type { CodeReaderApi } from '#protocol/code-reader.ts';
import { handleOf, type WorkerHandle } from '../worker-handle.ts';

export type CodeWorkerHandle = WorkerHandle<CodeReaderApi<ImageBitmap>>;

/** Starts the worker that reads codes in pictures. The only code that knows its address. */
export function createCodeWorker(): CodeWorkerHandle {
  return handleOf(new Worker(new URL('../../../render-worker/code-reader.ts', import.meta.url), { type: 'module' }));
}
