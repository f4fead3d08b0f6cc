import { sha256Hex } from '#model/kernel/sha256.ts';
import type { PrintPorts } from '#printing/run-print.ts';
import { withPictures } from '#services/render/print-renderer.ts';
import { createPrinterSink } from '#services/device/printer-sink.ts';
import type { Services } from '#app/state/services.tsx';

/**
 * The browser's side of a run on this printer: its worker, its assistant or device, its journal and its locks. `instance`:
 * the record of a resumed run.
 */
export function createPrintPorts(services: Services, printer: string, instance?: string): PrintPorts {
  const { devices, assistant, pageRenderer, rowPictures } = services;
  const pictures = rowPictures.set();
  return {
    // The pictures that are open now, for all workers of the run, whatever the user opens meanwhile.
    renderer: { openRun: (setup, signal) => pageRenderer.openRun(withPictures(setup, pictures), signal) },
    sink: createPrinterSink(devices, assistant, printer, instance),
    openJournal: services.openJournal,
    lockPrinter: services.acquirePrinterLock,
    digest: sha256Hex,
    clock: { now: () => Date.now() },
  };
}
