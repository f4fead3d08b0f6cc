import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A slow connection between the browser and the server. */
export interface Line {
  readonly bytesPerSecond: number;
  /** Round trip. */
  readonly latencyMs: number;
}

export interface OpenedLine {
  /** Of the server at the end of the connection, in the browser's URL. */
  readonly address: string;
  /** Bytes received from the server so far. */
  readonly bytes: () => number;
  readonly stop: () => Promise<void>;
}

/**
 * Opens a slow connection to the server at `target` (`http://host:port`). All sockets share it, of every process: Chromium's
 * own emulation is for one target each, and on a busy machine comes too late for a worker that has just started.
 */
export async function openLine(target: string, line: Line): Promise<OpenedLine> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const wayMs = line.latencyMs / 2;
  let bytes = 0;
  /** Time at which all queued data will have been sent, by `performance.now()`. */
  let freeAt = 0;

  function follow(socket: Socket): void {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  }
  /** Forwards the data of one side, in order and each chunk when it is due, and the end after the last one. */
  function carry(from: Socket, to: Socket, dueIn: (count: number) => number): void {
    let last = Promise.resolve();
    const after = (ms: number, work: () => void): void => {
      const due = new Promise<void>((resolve) => setTimeout(resolve, ms));
      last = last.then(() => due).then(work);
    };
    from.on('data', (piece) => {
      // No more than one chunk of a socket is in transit: the server waits, as for a real connection.
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
    // A socket takes one round trip to connect.
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
