/** Starts a data worker in the browser. The one place that knows its address. */
export function createSpreadsheetWorker(): Worker {
  return new Worker(new URL('../../../data-worker/worker.ts', import.meta.url), { type: 'module' });
}
