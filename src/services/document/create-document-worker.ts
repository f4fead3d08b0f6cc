import type { DocumentWorkerApi } from '#protocol/document.ts';
import { handleOf, type WorkerHandle } from '../worker-handle.ts';

export type DocumentWorkerHandle = WorkerHandle<DocumentWorkerApi<Blob>>;

/** Starts a document worker in the browser. The only code that knows its address. */
export function createDocumentWorker(): DocumentWorkerHandle {
  return handleOf(new Worker(new URL('../../../document-worker/worker.ts', import.meta.url), { type: 'module' }));
}
