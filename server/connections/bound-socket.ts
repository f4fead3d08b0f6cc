import { isIP, type Socket } from 'node:net';

/** The server name for TLS; none for an IP address, which TLS does not send. */
export function serverName(host: string): { readonly servername?: string } {
  return isIP(host) === 0 ? { servername: host } : {};
}

const POLL_MS = 50;

/** The only connection of a thread, with a limit of received bytes. */
export interface BoundSocket {
  isOver(): boolean;
  /**
   * Aborts with `signal`, when too much is received, and when a driver fails: a driver may not notice that its
   * connection was closed.
   */
  readonly ended: AbortSignal;
  release(): void;
}

/** Closes a connection that receives more than the limit; `isOver` reports that this was the reason. */
export function boundSocket(socket: Socket, limitBytes: number, signal: AbortSignal): BoundSocket {
  const over = new AbortController();
  const failed = new AbortController();
  // Drivers parse within events of the socket: nothing else can catch their errors.
  const fail = (error: unknown): void => {
    failed.abort(error);
    socket.destroy();
  };
  process.on('uncaughtException', fail);
  const timer = setInterval(() => {
    if (socket.bytesRead <= limitBytes) return;
    over.abort();
    socket.destroy();
  }, POLL_MS);
  return {
    isOver: () => over.signal.aborted,
    ended: AbortSignal.any([signal, over.signal, failed.signal]),
    release: () => clearInterval(timer),
  };
}

/** The result of the work. If the signal aborts before, its reason is thrown, even if the work never ends. */
export async function unlessEnded<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const end = (): void => reject(signal.reason);
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}
