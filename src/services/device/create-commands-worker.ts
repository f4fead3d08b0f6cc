import type { PrinterCommandsApi } from '#protocol/printer-commands.ts';
import { handleOf, type WorkerHandle } from '../worker-handle.ts';

export type CommandsWorkerHandle = WorkerHandle<PrinterCommandsApi>;

/** Starts the worker that encodes pages in printer languages. The only code that knows its address. */
export function createCommandsWorker(): CommandsWorkerHandle {
  return handleOf(
    new Worker(new URL('../../../render-worker/printer-commands.ts', import.meta.url), { type: 'module' }),
  );
}
