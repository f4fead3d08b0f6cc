import { isIP, type Socket } from 'node:net';
import type { AddressPolicy, HostAddress } from '../net/address-policy.ts';
import { allowedAddresses } from '../net/allowed-connection.ts';
import { QueryRefused } from './query-refused.ts';

/** Where a database is. Refused unless all addresses of the host are allowed: which of them answers is not known before. */
export async function reachHost(
  { host, port }: { readonly host: string; readonly port: number },
  { policy, signal }: { readonly policy: AddressPolicy; readonly signal: AbortSignal },
): Promise<HostAddress> {
  const found = await allowedAddresses({ host, port }, { policy, signal }).catch(() => null);
  const address = found?.[0];
  if (address === undefined) throw new QueryRefused(signal.aborted ? 'query.tooSlow' : 'connection.unreachable');
  return address;
}

/** The name that a certificate is to have; none for an address, which TLS does not send. */
export function serverName(host: string): { readonly servername?: string } {
  return isIP(host) === 0 ? { servername: host } : {};
}

const LOOK_MS = 50;

/** A limit of what comes over a connection. */
export interface BoundSocket {
  isOver(): boolean;
  /** Aborts with `signal`, and when more has come: a driver may not notice that its connection was taken from it. */
  readonly ended: AbortSignal;
  release(): void;
}

/** Ends a connection over which more comes than was asked for; `isOver` says that it was this. */
export function boundSocket(socket: Socket, limitBytes: number, signal: AbortSignal): BoundSocket {
  const over = new AbortController();
  const timer = setInterval(() => {
    if (socket.bytesRead <= limitBytes) return;
    over.abort();
    socket.destroy();
  }, LOOK_MS);
  return {
    isOver: () => over.signal.aborted,
    ended: AbortSignal.any([signal, over.signal]),
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
