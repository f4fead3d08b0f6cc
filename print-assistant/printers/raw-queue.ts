import { callIpp, IPP_OPERATION } from '../ipp/ipp-client.ts';
import { IPP_TAG, type IppValue } from '../ipp/ipp-message.ts';
import type { ByteConnection, ByteConnectionTimeouts } from './byte-connection.ts';

/** Format that CUPS passes on unchanged. */
const RAW_FORMAT = 'application/vnd.cups-raw';
const FIRST_ERROR_STATUS = 0x0400;
/** server-error-busy and server-error-too-many-jobs: the job was not made, and a retry may succeed. */
const BUSY = new Set([0x0507, 0x050b]);

/** A queue of CUPS without a driver: the printer gets the unchanged bytes, one job per page. */
export function createQueueConnection(uri: string, timeouts: ByteConnectionTimeouts): ByteConnection {
  const addressed: Record<string, readonly IppValue[]> = {
    'printer-uri': [{ type: 'string', tag: IPP_TAG.uri, value: uri }],
    'requesting-user-name': [{ type: 'string', tag: IPP_TAG.name, value: 'labelwright' }],
  };
  return {
    async isThere() {
      const answer = await callIpp({
        uri,
        operation: IPP_OPERATION.getPrinterAttributes,
        operationAttributes: addressed,
        timeoutMs: timeouts.connectMs,
      });
      return answer.ok && answer.value.code < FIRST_ERROR_STATUS;
    },

    async send(parts) {
      const answer = await callIpp({
        uri,
        operation: IPP_OPERATION.printJob,
        operationAttributes: {
          ...addressed,
          'job-name': [{ type: 'string', tag: IPP_TAG.name, value: 'Labelwright' }],
          'document-format': [{ type: 'string', tag: IPP_TAG.mimeMediaType, value: RAW_FORMAT }],
        },
        document: parts,
        timeoutMs: timeouts.writeTimeoutMs,
      });
      if (!answer.ok) {
        const { delivered, reason } = answer.error;
        return delivered ? { type: 'broken', reason } : { type: 'refused', busy: false, reason };
      }
      const { code } = answer.value;
      if (code < FIRST_ERROR_STATUS) return { type: 'taken' };
      return { type: 'refused', busy: BUSY.has(code), reason: `IPP status 0x${code.toString(16).padStart(4, '0')}` };
    },
  };
}
