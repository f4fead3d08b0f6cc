import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { AddressPolicy, HostAddress } from '#server/core/net/address-policy.ts';

export const GOODS_JSON = '{"total":2,"items":[{"name":"Pear","price":{"net":1.2}},{"name":"Äpfel","tags":["a"]}]}';
export const GOODS_CSV = 'Article,Price\r\nPear,1.20\r\nÄpfel,3.40\r\n';

/** Packed: parts of one file follow each other unchanged. */
const EMPTY_MIB = gzipSync(Buffer.alloc(2 ** 20));

/** A web server with spreadsheets, and with all possible faults on the way to one. */
export interface SheetServer {
  readonly url: string;
  readonly port: number;
  /** Received requests: the path, and the headers. */
  readonly requests: readonly { readonly path: string; readonly headers: IncomingMessage['headers'] }[];
  /** Content of `/goods.csv` from now on. */
  setGoods(csv: string): void;
  /** Answers everything with this status from now on; null for the real content. */
  setStatus(status: number | null): void;
  /** Resolves when the connection of a request that never gets its answer is closed. */
  readonly closed: () => Promise<void>;
  close(): Promise<void>;
}

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** `at` is its port; 0 for a free one. */
export async function createSheetServer(more: Readonly<Record<string, Answer>> = {}, at = 0): Promise<SheetServer> {
  const requests: { path: string; headers: IncomingMessage['headers'] }[] = [];
  const timers = new Set<ReturnType<typeof setInterval>>();
  const { promise: closed, resolve: onClosed } = Promise.withResolvers<void>();
  let goods = GOODS_CSV;
  let status: number | null = null;
  const send = (response: ServerResponse, body: string | Uint8Array, headers: Record<string, string> = {}): void => {
    response.writeHead(200, { 'content-type': 'text/csv', ...headers }).end(body);
  };
  const answers: Readonly<Record<string, Answer>> = {
    '/goods.csv': (response) => send(response, goods),
    '/goods.json': (response) => send(response, GOODS_JSON, { 'content-type': 'application/json' }),
    '/gzip.csv': (response) => send(response, gzipSync(GOODS_CSV), { 'content-encoding': 'gzip' }),
    '/deflate.csv': (response) => send(response, deflateSync(GOODS_CSV), { 'content-encoding': 'deflate' }),
    '/brotli.csv': (response) => send(response, brotliCompressSync(GOODS_CSV), { 'content-encoding': 'br' }),
    '/twice.csv': (response) => send(response, gzipSync(gzipSync(GOODS_CSV)), { 'content-encoding': 'gzip, gzip' }),
    '/broken-gzip.csv': (response) =>
      send(response, gzipSync(GOODS_CSV.repeat(1000)).subarray(0, 30), { 'content-encoding': 'gzip' }),
    '/bomb.csv': (response) =>
      send(response, Buffer.concat(Array.from({ length: 64 }, () => EMPTY_MIB)), { 'content-encoding': 'gzip' }),
    '/large.csv': (response) => send(response, 'a,b\n'.repeat(2 ** 20)),
    '/announced.csv': (response) => {
      response.writeHead(200, { 'content-length': 10 ** 9 });
      response.write('a');
    },
    '/endless.csv': (response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('a,b\n'.repeat(50_000)), 1);
      timers.add(timer);
      response.on('close', () => clearInterval(timer));
    },
    '/trickle.csv': (response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('a'), 20);
      timers.add(timer);
      response.on('close', () => {
        clearInterval(timer);
        onClosed();
      });
    },
    '/silent.csv': (response) => {
      response.writeHead(200);
      response.write('a,b\n');
    },
    '/no-headers.csv': () => undefined,
    '/half.csv': (response) => {
      response.writeHead(200, { 'content-length': 1000 });
      response.write('a,b\n', () => response.destroy());
    },
    '/half-chunk.csv': (response) => {
      response.writeHead(200);
      response.write('a,b\n', () => response.destroy());
    },
    '/page': (response) =>
      send(response, '<!DOCTYPE html><html><body><form>Sign in</form></body></html>', { 'content-type': 'text/html' }),
    '/picture.png': (response) => send(response, Buffer.from('89504e470d0a1a0a00', 'hex')),
    '/empty.csv': (response) => send(response, ''),
    '/circle': (response) => response.writeHead(302, { location: '/circle' }).end(),
    '/to': (response, request) => {
      const target = new URL(request.url ?? '', 'http://x').searchParams.get('url') ?? '';
      response.writeHead(302, { location: target }).end();
    },
    '/nowhere': (response) => response.writeHead(302).end(),
    ...more,
  };
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push({ path, headers: request.headers });
    const answer = answers[path.split('?')[0] ?? ''];
    if (status !== null) response.writeHead(status).end();
    else if (answer === undefined) response.writeHead(404).end('not here');
    else answer(response, request);
  });
  await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    requests,
    setGoods: (csv) => (goods = csv),
    setStatus: (now) => (status = now),
    closed: () => closed,
    async close() {
      for (const timer of timers) clearInterval(timer);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Allows users that server, and nothing else on this machine. `hosts` sets the addresses of names, one answer after another. */
export function openTo(
  { port }: Pick<SheetServer, 'port'>,
  hosts: Readonly<Record<string, readonly (readonly string[])[]>> = {},
): AddressPolicy & { readonly lookups: readonly string[] } {
  const lookups: string[] = [];
  return {
    lookups,
    async resolve(host): Promise<readonly HostAddress[]> {
      const before = lookups.filter((one) => one === host).length;
      lookups.push(host);
      const answers = hosts[host] ?? [];
      const found = answers[Math.min(before, answers.length - 1)];
      if (found === undefined) throw new Error(`no such host: ${host}`);
      return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    },
    isAllowed: (_host, asked, address) => asked === port && address === '127.0.0.1',
  };
}
