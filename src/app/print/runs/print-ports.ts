import { sha256Hex } from '#model/kernel/sha256.ts';
import type { PrintPorts } from '#printing/run-print.ts';
import { createPrinterSink } from '#services/device/printer-sink.ts';
import type { Services } from '#app/state/services.tsx';

/**
 * The browser's side of a run on this printer: its worker, its assistant or device, its journal and its locks. `instance`:
 * the record of a resumed run.
 */
export function createPrintPorts(services: Services, printer: string, instance?: string): PrintPorts {
  const { devices, assistant, pageRenderer } = services;
  return {
    renderer: pageRenderer,
    sink: createPrinterSink(devices, assistant, printer, instance),
    openJournal: services.openJournal,
    lockPrinter: services.acquirePrinterLock,
    digest: sha256Hex,
    clock: { now: () => Date.now() },
  };
}
