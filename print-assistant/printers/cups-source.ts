import { DEFAULT_PRINTER_SETTINGS } from '#protocol/printer-settings.ts';
import { createIppPrinter } from './ipp-printer.ts';
import type { PrinterDriver, PrinterSource } from './printer-driver.ts';
import { placesOf } from './printer-place.ts';
import { createRawPrinter } from './raw-printer.ts';
import { callIpp, IPP_OPERATION } from '../ipp/ipp-client.ts';
import { IPP_TAG, keyword, stringsOf } from '../ipp/ipp-message.ts';

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

const CUPS_TIMEOUT_MS = 1000;
/** "Local Raw Printer", "Remote Raw Printer": CUPS's names of queues without a driver. */
const RAW_MODEL = /\braw printer\b/i;

interface CupsQueue {
  readonly name: string;
  readonly uri: string;
  /** The address of its printer; empty where CUPS does not report it. */
  readonly device: string;
  /** It passes its input on unchanged, and supports no raster. */
  readonly isRaw: boolean;
}

/** The queues of the CUPS server at `ipp://host:port`; none where there is no such server. */
async function listCupsQueues(server: string): Promise<readonly CupsQueue[]> {
  const answer = await callIpp({
    uri: `${server}/`,
    operation: IPP_OPERATION.cupsGetPrinters,
    operationAttributes: {
      'requested-attributes': ['printer-name', 'printer-make-and-model', 'device-uri'].map(keyword),
    },
    timeoutMs: CUPS_TIMEOUT_MS,
  });
  if (!answer.ok) return [];
  return answer.value.groups
    .filter((group) => group.tag === IPP_TAG.printerAttributes)
    .flatMap(({ attributes }) => {
      const isRaw = stringsOf(attributes.get('printer-make-and-model')).some((model) => RAW_MODEL.test(model));
      const [device = ''] = stringsOf(attributes.get('device-uri'));
      return stringsOf(attributes.get('printer-name')).map((name) => ({ name, device, isRaw }));
    })
    .map((queue) => ({ ...queue, uri: `${server}/printers/${encodeURIComponent(queue.name)}` }));
}
