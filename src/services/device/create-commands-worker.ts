import type { PrinterCommandsApi } from '#protocol/printer-commands.ts';
import { handleOf, type WorkerHandle } from '../worker/worker-handle.ts';

export type CommandsWorkerHandle = WorkerHandle<PrinterCommandsApi>;

/** Starts the worker that writes pages in the languages of printers. The one place that knows its address. */
export function createCommandsWorker(): CommandsWorkerHandle {
  return handleOf(
    new Worker(new URL('../../../render-worker/printer-commands.ts', import.meta.url), { type: 'module' }),
  );
}
