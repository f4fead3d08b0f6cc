import { callIpp, IPP_OPERATION } from '../ipp/ipp-client.ts';
import { IPP_TAG, keyword, stringsOf } from '../ipp/ipp-message.ts';

const CUPS_TIMEOUT_MS = 1000;
/** "Local Raw Printer", "Remote Raw Printer": CUPS's names of queues without a driver. */
const RAW_MODEL = /\braw printer\b/i;

export interface CupsQueue {
  readonly name: string;
  readonly uri: string;
  /** The address of its printer; empty where CUPS does not report it. */
  readonly device: string;
  /** It passes its input on unchanged, and supports no raster. */
  readonly isRaw: boolean;
}

/** The queues of the CUPS server at `ipp://host:port`; none where there is no such server. */
export async function listCupsQueues(server: string): Promise<readonly CupsQueue[]> {
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
