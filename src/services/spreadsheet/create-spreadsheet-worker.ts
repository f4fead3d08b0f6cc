import type { SpreadsheetWorkerApi } from '#protocol/spreadsheet.ts';
import { handleOf, type WorkerHandle } from '../worker-handle.ts';

export type SpreadsheetWorkerHandle = WorkerHandle<SpreadsheetWorkerApi<Blob>>;

/** Starts a data worker in the browser. The only code that knows its address. */
export function createSpreadsheetWorker(): SpreadsheetWorkerHandle {
  return handleOf(new Worker(new URL('../../../data-worker/worker.ts', import.meta.url), { type: 'module' }));
}
