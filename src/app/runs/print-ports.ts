import { sha256Hex } from '#model/kernel/sha256.ts';
import type { PrintPorts } from '#printing/ports.ts';
import type { Services } from '#app/state/services.tsx';

/** The browser's side of a print run: its worker, its assistant, its journal and its locks. */
export function createPrintPorts(services: Services): PrintPorts {
  return {
    renderer: services.pageRenderer,
    sink: services.assistant,
    openJournal: services.openJournal,
    lockPrinter: services.acquirePrinterLock,
    digest: sha256Hex,
    clock: { now: () => Date.now() },
  };
}
