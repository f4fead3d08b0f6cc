import { isIP, type Socket } from 'node:net';

/** The name that a certificate is to have; none for an address, which TLS does not send. */
export function serverName(host: string): { readonly servername?: string } {
  return isIP(host) === 0 ? { servername: host } : {};
}

const POLL_MS = 50;

/** A connection of a thread that has no other, with a limit of what comes over it. */
export interface BoundSocket {
  isOver(): boolean;
  /** Aborts with `signal`, when more has come, and when a driver fails: it may not notice that its connection was taken from it. */
  readonly ended: AbortSignal;
  release(): void;
}

/** Ends a connection over which more comes than was requested; `isOver` says that it was this. */
export function boundSocket(socket: Socket, limitBytes: number, signal: AbortSignal): BoundSocket {
  const over = new AbortController();
  const failed = new AbortController();
  // Drivers parse within events of the socket: nobody else can catch what they throw there.
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

/** What comes of the work, unless the signal aborts before: then its reason is thrown, whatever becomes of the work. */
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
