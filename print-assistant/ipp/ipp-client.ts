import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { err, type Result } from '#model/kernel/result.ts';
import { decodeIpp } from './ipp-decode.ts';
import { encodeIpp } from './ipp-encode.ts';
import { IPP_TAG, type IppGroup, type IppMessage, type IppValue } from './ipp-message.ts';

export const IPP_OPERATION = {
  printJob: 0x0002,
  getPrinterAttributes: 0x000b,
  cupsGetPrinters: 0x4002,
} as const;

const IPP_PORT = 631;
/** Attributes of a printer with hundreds of media sizes take some hundred kilobytes. */
const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;

/** `delivered` false: the printer certainly got nothing of it; true: it may have got all of it. */
export interface IppFailure {
  readonly delivered: boolean;
  readonly reason: string;
}

export interface IppCall {
  /** `ipp:` or `ipps:`. */
  readonly uri: string;
  readonly operation: number;
  readonly operationAttributes: Readonly<Record<string, readonly IppValue[]>>;
  readonly jobAttributes?: Readonly<Record<string, readonly IppValue[]>>;
  /** The document in parts, which are sent in sequence as the printer takes them. */
  readonly document?: readonly Uint8Array[];
  readonly timeoutMs: number;
}

let lastRequestId = 0;

/** One IPP operation over HTTP (RFC 8010, clause 4). Any status of the printer is a value here. */
export function callIpp(call: IppCall): Promise<Result<IppMessage, IppFailure>> {
  const url = httpUrl(call.uri);
  if (url === null) return Promise.resolve(err({ delivered: false, reason: `not an IPP address: ${call.uri}` }));
  lastRequestId = (lastRequestId % 0x7fffffff) + 1;
  const head = encodeIpp({ code: call.operation, requestId: lastRequestId, groups: requestGroups(call) });
  return post(url, [head, ...(call.document ?? [])], call.timeoutMs);
}

/** `ipp://host/path` is HTTP to port 631. */
function httpUrl(uri: string): URL | null {
  const match = /^(ipps?):\/\/(.+)$/.exec(uri);
  if (match === null || !URL.canParse(`http://${match[2]}`)) return null;
  const url = new URL(`${match[1] === 'ipps' ? 'https' : 'http'}://${match[2]}`);
  if (!/^(\[[^\]]*\]|[^/:]*):\d+/.test(match[2] ?? '')) url.port = String(IPP_PORT);
  return url;
}

function requestGroups(call: IppCall): IppGroup[] {
  const operation: IppGroup = {
    tag: IPP_TAG.operationAttributes,
    attributes: new Map<string, readonly IppValue[]>([
      // These two come first, in this order (RFC 8011, clause 4.1.4).
      ['attributes-charset', [{ type: 'string', tag: IPP_TAG.charset, value: 'utf-8' }]],
      ['attributes-natural-language', [{ type: 'string', tag: IPP_TAG.naturalLanguage, value: 'en' }]],
      ...Object.entries(call.operationAttributes),
    ]),
  };
  if (call.jobAttributes === undefined) return [operation];
  return [operation, { tag: IPP_TAG.jobAttributes, attributes: new Map(Object.entries(call.jobAttributes)) }];
}

function post(url: URL, body: readonly Uint8Array[], timeoutMs: number): Promise<Result<IppMessage, IppFailure>> {
  return new Promise((resolve) => {
    let connected = false;
    const fail = (reason: string): void => resolve(err({ delivered: connected, reason }));
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
      method: 'POST',
      agent: false,
      headers: {
        'content-type': 'application/ipp',
        'content-length': body.reduce((sum, part) => sum + part.length, 0),
      },
      signal: AbortSignal.timeout(timeoutMs),
    });
    request.on('socket', (socket) => {
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        connected = true;
      });
    });
    request.on('error', (error) => fail(error.message));
    request.on('response', (response) => {
      const parts: Buffer[] = [];
      let size = 0;
      response.on('data', (part: Buffer) => {
        size += part.length;
        if (size > MAX_RESPONSE_BYTES) response.destroy(new Error('the response is too long'));
        else parts.push(part);
      });
      response.on('error', (error) => fail(error.message));
      response.on('end', () => {
        if (response.statusCode !== 200) {
          // The HTTP layer rejected it, so no job was made of it.
          const refused = (response.statusCode ?? 500) >= 400 && (response.statusCode ?? 500) < 500;
          resolve(err({ delivered: !refused, reason: `HTTP ${response.statusCode}` }));
          return;
        }
        const message = decodeIpp(Buffer.concat(parts));
        resolve(message.ok ? message : err({ delivered: true, reason: message.error }));
      });
    });
    Readable.from(body, { objectMode: true }).pipe(request);
  });
}
