import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A line between the browser and the server. */
export interface Line {
  readonly bytesPerSecond: number;
  /** There and back. */
  readonly latencyMs: number;
}

export interface OpenedLine {
  /** Of the server at the end of the line, as the browser calls it. */
  readonly address: string;
  /** What has come from the server so far. */
  readonly bytes: () => number;
  readonly stop: () => Promise<void>;
}

/**
 * Lays a line to the server at `target` (`http://host:port`). All connections share it, whoever opens them: Chromium's
 * own emulation is for one target each, and on a busy machine comes too late for a worker that has just started.
 */
export async function openLine(target: string, line: Line): Promise<OpenedLine> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const wayMs = line.latencyMs / 2;
  let bytes = 0;
  /** When the line will have carried all that was given to it, by `performance.now()`. */
  let freeAt = 0;

  function follow(socket: Socket): void {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  }
  /** Hands on what comes from one side, in order and each piece when it is due, and the end after the last one. */
  function carry(from: Socket, to: Socket, dueIn: (count: number) => number): void {
    let last = Promise.resolve();
    const after = (ms: number, work: () => void): void => {
      const due = new Promise<void>((resolve) => setTimeout(resolve, ms));
      last = last.then(() => due).then(work);
    };
    from.on('data', (piece) => {
      // No more than one piece of a connection is on its way: the server waits, as it does for a real line.
      from.pause();
      after(dueIn(piece.length), () => {
        to.write(piece);
      });
      setTimeout(() => from.resume(), Math.max(0, freeAt - performance.now()));
    });
    from.on('end', () => after(dueIn(0), () => void to.end()));
    from.on('close', () => after(dueIn(0), () => void to.destroy()));
  }

  const server = createServer((browser) => {
    const backend = connect(Number(port), hostname);
    follow(browser);
    follow(backend);
    // A connection is made in one way there and back.
    const openAt = performance.now() + line.latencyMs;
    carry(browser, backend, () => Math.max(0, openAt - performance.now()) + wayMs);
    carry(backend, browser, (count) => {
      const now = performance.now();
      bytes += count;
      freeAt = Math.max(freeAt, now) + (1_000 * count) / line.bytesPerSecond;
      return freeAt - now + wayMs;
    });
  });
  server.listen(0, hostname);
  await once(server, 'listening');
  return {
    address: `http://${hostname}:${(server.address() as AddressInfo).port}`,
    bytes: () => bytes,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
