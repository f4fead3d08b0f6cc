import { DEFAULT_PRINTER_SETTINGS } from '#protocol/printer-settings.ts';
import { listCupsQueues, type CupsQueue } from './cups.ts';
import { createIppPrinter } from './ipp-printer.ts';
import type { PrinterDriver, PrinterSource } from './printer-driver.ts';
import { placesOf } from './printer-place.ts';
import { createRawPrinter } from './raw-printer.ts';

/** The queues of the CUPS server at `ipp://host:port`; they come and go. */
export function createCupsSource(server: string): PrinterSource {
  let known = new Map<string, PrinterDriver>();
  return {
    foundBy: 'cups',
    async drivers() {
      const queues = await listCupsQueues(server);
      known = new Map(
        queues.map((queue) => {
          const key = JSON.stringify(queue);
          return [key, known.get(key) ?? createQueuePrinter(queue)];
        }),
      );
      return [...known.values()];
    },
  };
}

function createQueuePrinter(queue: CupsQueue): PrinterDriver {
  return { ...createQueueDriver(queue), at: placesOf(queue.device) };
}

function createQueueDriver({ name, uri, isRaw }: CupsQueue): PrinterDriver {
  if (!isRaw) return createIppPrinter({ name, uri });
  const target = { type: 'queue', uri } as const;
  return createRawPrinter({
    name,
    address: { target, language: null, dpis: [], settings: DEFAULT_PRINTER_SETTINGS },
  });
}
