import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/**
 * What it does with a connection: reads all and closes; breaks it after some bytes; takes none; or reads all and keeps
 * its side open.
 */
export type RawBehaviour = 'print' | 'break' | 'stall' | 'stay';

/** A printer that takes pages on a port and answers nothing. */
export interface FakeRawPrinter extends AsyncDisposable {
  readonly port: number;
  /** What each connection has sent until its end. */
  readonly taken: readonly Buffer[];
  behave(behaviour: RawBehaviour): void;
}

export async function startFakeRawPrinter(port = 0): Promise<FakeRawPrinter> {
  const taken: Buffer[] = [];
  const sockets = new Set<Socket>();
  let behaviour: RawBehaviour = 'print';
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    const parts: Buffer[] = [];
    socket.on('error', () => undefined);
    if (behaviour === 'stall') {
      socket.pause();
      return;
    }
    socket.on('data', (part: Buffer) => {
      parts.push(part);
      if (behaviour === 'break') socket.resetAndDestroy();
    });
    socket.on('end', () => {
      // A question whether it is there sends nothing.
      if (parts.length > 0) taken.push(Buffer.concat(parts));
      if (behaviour !== 'stay') socket.end();
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    taken,
    behave(next) {
      behaviour = next;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
}
