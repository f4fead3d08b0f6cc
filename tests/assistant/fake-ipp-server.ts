import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeIpp } from '#print-assistant/ipp/ipp-decode.ts';
import { encodeIpp } from '#print-assistant/ipp/ipp-encode.ts';
import { findAttribute, IPP_TAG, keyword, stringsOf, type IppValue } from '#print-assistant/ipp/ipp-message.ts';
import { readPwgRaster } from './pwg-reader.ts';

/** An IPP printer controlled by the test: it prints each document that it has received completely. */
export interface FakeIppServer extends AsyncDisposable {
  readonly uri: string;
  readonly server: string;
  /** Names of the printed jobs. */
  readonly printed: readonly string[];
  /** Documents of raw queues, as received. */
  readonly raw: readonly Buffer[];
  /** Number of printed sheets: the pages of all rasters. */
  copies(): number;
  /** Handling of the next job; `print` unless set otherwise. */
  behave(behaviour: (jobName: string) => Behaviour): void;
  /** Answers the requests that hang. */
  release(): void;
}

/**
 * `swallow`: prints, and the connection breaks before the answer. `hang`: prints, and answers when released. A number is
 * an IPP status without printing.
 */
export type Behaviour = 'print' | 'swallow' | 'hang' | number;

const PRINT_JOB = 2;
const CUPS_GET_PRINTERS = 0x4002;

/** `rawQueues` are the queues without a driver, `devices` the addresses of the printers behind queues. */
export async function startFakeIppServer(
  queues: readonly string[] = [],
  rawQueues: readonly string[] = [],
  devices: Readonly<Record<string, string>> = {},
): Promise<FakeIppServer> {
  const printed: string[] = [];
  const raw: Buffer[] = [];
  const hanging: (() => void)[] = [];
  let copies = 0;
  let behaviour: (jobName: string) => Behaviour = () => 'print';
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const message = decodeIpp(body);
      if (!message.ok) throw new Error(message.error);
      const { code, requestId } = message.value;
      const answer = (status: number, groups: readonly Record<string, readonly IppValue[]>[]): void => {
        response.writeHead(200, { 'content-type': 'application/ipp' }).end(
          encodeIpp({
            code: status,
            requestId,
            groups: groups.map((group) => ({
              tag: IPP_TAG.printerAttributes,
              attributes: new Map(Object.entries(group)),
            })),
          }),
        );
      };
      if (code === CUPS_GET_PRINTERS)
        return answer(
          0,
          queues.map((name) => ({
            'printer-name': [nameOf(name)],
            'printer-make-and-model': [nameOf(rawQueues.includes(name) ? 'Local Raw Printer' : 'Zebra ZPL Label')],
            ...(devices[name] === undefined ? {} : { 'device-uri': [uriOf(devices[name])] }),
          })),
        );
      if (code !== PRINT_JOB) return answer(0, [ATTRIBUTES]);
      const [jobName = ''] = stringsOf(findAttribute(message.value, IPP_TAG.operationAttributes, 'job-name'));
      const doing = behaviour(jobName);
      if (typeof doing === 'number') return answer(doing, []);
      printed.push(jobName);
      const [format] = stringsOf(findAttribute(message.value, IPP_TAG.operationAttributes, 'document-format'));
      if (format === 'application/vnd.cups-raw') raw.push(body.subarray(body.indexOf('^XA')));
      else copies += readPwgRaster(body.subarray(body.indexOf('RaS2'))).length;
      if (doing === 'hang') return void hanging.push(() => answer(0, []));
      return doing === 'swallow' ? void request.socket.destroy() : answer(0, []);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    uri: `ipp://127.0.0.1:${port}/ipp/print`,
    server: `ipp://127.0.0.1:${port}`,
    printed,
    raw,
    copies: () => copies,
    behave: (next) => (behaviour = next),
    release: () => hanging.splice(0).forEach((answerNow) => answerNow()),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const ATTRIBUTES: Record<string, readonly IppValue[]> = {
  'document-format-supported': [{ type: 'string', tag: IPP_TAG.mimeMediaType, value: 'image/pwg-raster' }],
  'pwg-raster-document-type-supported': [keyword('sgray_8'), keyword('black_1')],
  'printer-state': [{ type: 'enum', value: 3 }],
};

function uriOf(value: string): IppValue {
  return { type: 'string', tag: IPP_TAG.uri, value };
}

function nameOf(value: string): IppValue {
  return { type: 'string', tag: IPP_TAG.name, value };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
