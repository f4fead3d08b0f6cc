import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** Fate of requests: they pass, are rejected, wait, or break off in the middle of their answer. */
export type Weather = 'calm' | 'errors' | 'slow' | 'broken';

/** A proxy before a file storage that injects faults. */
export interface StorageProxy {
  readonly endpoint: string;
  weather: Weather;
  /** Delay of a request without faults. */
  farMs: number;
  /** Number of requests that it has failed or delayed so far. */
  readonly spoilt: () => number;
  readonly stop: () => Promise<void>;
}

const SLOWEST_MS = 1500;
const SLOW_DOWN = '<?xml version="1.0"?><Error><Code>SlowDown</Code></Error>';

/** With faults, four of five requests fail. */
export async function startStorageProxy(target: string, random: () => number): Promise<StorageProxy> {
  const { hostname, port } = new URL(target);
  let spoilt = 0;
  const server = createServer((request, response) => {
    const weather = proxy.weather === 'calm' || random() > 0.8 ? 'calm' : proxy.weather;
    if (weather !== 'calm') spoilt++;
    if (weather === 'errors') {
      request.resume().once('end', () => response.writeHead(503, { 'content-type': 'text/xml' }).end(SLOW_DOWN));
      return;
    }
    const forward = async (): Promise<void> => {
      if (weather === 'slow') await wait(random() * SLOWEST_MS);
      else if (proxy.weather === 'calm') await wait(proxy.farMs);
      const { method = 'GET', url = '/', headers } = request;
      // The signature covers the headers as they came, `Host` too.
      const onward = ask({ hostname, port, method, path: url, headers, agent: false }, (answer) => {
        if (method === 'HEAD') {
          // Swift sends the end of a missing body, which is an error for Node.
          const { 'transfer-encoding': _, ...head } = answer.headers;
          response.writeHead(answer.statusCode ?? 502, head).end();
          return;
        }
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        if (weather !== 'broken') return void answer.pipe(response);
        answer.once('data', (bytes: Buffer) => {
          response.write(bytes.subarray(0, bytes.length >> 1));
          setImmediate(() => response.destroy());
        });
        answer.once('end', () => response.destroy());
      });
      onward.on('error', () => response.writableEnded || response.destroy());
      request.on('close', () => request.complete || onward.destroy());
      request.pipe(onward);
    };
    void forward();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: StorageProxy = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    weather: 'calm',
    farMs: 0,
    spoilt: () => spoilt,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}
