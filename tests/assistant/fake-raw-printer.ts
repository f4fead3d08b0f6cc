import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/**
 * Handling of a connection: reads all and closes; breaks it after some bytes; takes none; or reads all and keeps
 * its side open.
 */
export type RawBehaviour = 'print' | 'break' | 'stall' | 'stay';

/** A printer that accepts pages on a port. It sends nothing, unless the test makes it answer status queries. */
export interface FakeRawPrinter extends AsyncDisposable {
  readonly port: number;
  /** Data of each connection until its end. */
  readonly taken: readonly Buffer[];
  behave(behaviour: RawBehaviour): void;
  /** Answer to a status query; null for none. */
  say(answer: () => Uint8Array | null): void;
  /** Number of status queries. */
  questions(): number;
}

/** `~HS`, and three times `DLE EOT`. */
const QUESTIONS = [Buffer.from('~HS\r\n'), Buffer.from([0x10, 4, 1, 0x10, 4, 2, 0x10, 4, 4])];

export async function startFakeRawPrinter(port = 0, host = '127.0.0.1'): Promise<FakeRawPrinter> {
  const taken: Buffer[] = [];
  const sockets = new Set<Socket>();
  let behaviour: RawBehaviour = 'print';
  let answer: () => Uint8Array | null = () => null;
  let questions = 0;
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
      const asked = QUESTIONS.some((question) => Buffer.concat(parts).equals(question));
      if (asked) {
        parts.splice(0);
        questions++;
        const said = answer();
        if (said !== null) socket.write(said);
      } else if (behaviour === 'break') socket.resetAndDestroy();
    });
    socket.on('end', () => {
      // A connection test sends nothing.
      if (parts.length > 0) taken.push(Buffer.concat(parts));
      if (behaviour !== 'stay') socket.end();
    });
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    taken,
    behave(next) {
      behaviour = next;
    },
    say(next) {
      answer = next;
    },
    questions: () => questions,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
}
