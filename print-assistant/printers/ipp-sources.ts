import { listCupsQueues, type CupsQueue } from './cups.ts';
import { createIppPrinter } from './ipp-printer.ts';
import type { PrinterDriver, PrinterSource } from './printer-driver.ts';

/** Printers by address, such as `ipp://192.168.1.20/ipp/print`. */
export function createIppSource(printers: readonly CupsQueue[]): PrinterSource {
  const drivers = printers.map((printer) => createIppPrinter(printer));
  return { drivers: () => Promise.resolve(drivers) };
}

/** The queues of the CUPS server at `ipp://host:port`; they come and go. */
export function createCupsSource(server: string): PrinterSource {
  let known = new Map<string, PrinterDriver>();
  return {
    async drivers() {
      const queues = await listCupsQueues(server);
      known = new Map(queues.map((queue) => [queue.name, known.get(queue.name) ?? createIppPrinter(queue)]));
      return [...known.values()];
    },
  };
}
