import type { PrinterInfo } from '#protocol/assistant.ts';
import { listCupsQueues, type CupsQueue } from './cups.ts';
import { createFolderPrinter, FOLDER_PRINTER, type FolderFormat } from './folder-printer.ts';
import { createIppPrinter } from './ipp-printer.ts';
import type { PrinterDriver } from './printer-driver.ts';

export interface PrinterListOptions {
  readonly pagesFolder: string;
  readonly folderFormat: FolderFormat;
  /** Printers by URI, such as `ipp://192.168.1.20/ipp/print`. */
  readonly configured: readonly CupsQueue[];
  /** `ipp://localhost:631`; null to leave CUPS alone. */
  readonly cupsServer: string | null;
}

export interface PrinterList {
  describe(): Promise<readonly PrinterInfo[]>;
  find(name: string): Promise<PrinterDriver | null>;
}

/** All printers there are: the folder, the configured ones, those of CUPS, in this order; the first of a name counts. */
export function createPrinterList(options: PrinterListOptions): PrinterList {
  const drivers = new Map<string, PrinterDriver>();
  const add = (driver: PrinterDriver): void => {
    if (!drivers.has(driver.name)) drivers.set(driver.name, driver);
  };
  add(createFolderPrinter(options.pagesFolder, options.folderFormat));
  for (const printer of options.configured) add(createIppPrinter(printer));
  const fixed = new Set(drivers.keys());

  async function refresh(): Promise<void> {
    if (options.cupsServer === null) return;
    const queues = await listCupsQueues(options.cupsServer);
    for (const name of drivers.keys()) {
      if (!fixed.has(name) && !queues.some((queue) => queue.name === name)) drivers.delete(name);
    }
    for (const queue of queues) if (queue.name !== FOLDER_PRINTER) add(createIppPrinter(queue));
  }

  return {
    async describe() {
      await refresh();
      return Promise.all([...drivers.values()].map((driver) => driver.describe()));
    },
    async find(name) {
      if (!drivers.has(name)) await refresh();
      return drivers.get(name) ?? null;
    },
  };
}
