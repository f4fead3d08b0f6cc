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

/** Ends a connection over which more comes than was asked for; `isOver` says that it was this. */
export function boundSocket(socket: Socket, limitBytes: number): { isOver: () => boolean; release: () => void } {
  let over = false;
  const timer = setInterval(() => {
    if (socket.bytesRead <= limitBytes) return;
    over = true;
    socket.destroy();
  }, LOOK_MS);
  return { isOver: () => over, release: () => clearInterval(timer) };
}
