import { listCupsQueues } from './cups.ts';
import { createIppPrinter } from './ipp-printer.ts';
import type { PrinterDriver, PrinterSource } from './printer-driver.ts';

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
