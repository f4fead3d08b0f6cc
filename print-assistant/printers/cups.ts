import { callIpp, IPP_OPERATION } from '../ipp/ipp-client.ts';
import { IPP_TAG, keyword, stringsOf } from '../ipp/ipp-message.ts';

const CUPS_TIMEOUT_MS = 1000;

export interface CupsQueue {
  readonly name: string;
  readonly uri: string;
}

/** The queues of the CUPS server at `ipp://host:port`; none where there is no such server. */
export async function listCupsQueues(server: string): Promise<readonly CupsQueue[]> {
  const answer = await callIpp({
    uri: `${server}/`,
    operation: IPP_OPERATION.cupsGetPrinters,
    operationAttributes: { 'requested-attributes': [keyword('printer-name')] },
    timeoutMs: CUPS_TIMEOUT_MS,
  });
  if (!answer.ok) return [];
  return answer.value.groups
    .filter((group) => group.tag === IPP_TAG.printerAttributes)
    .flatMap((group) => stringsOf(group.attributes.get('printer-name')))
    .map((name) => ({ name, uri: `${server}/printers/${encodeURIComponent(name)}` }));
}
