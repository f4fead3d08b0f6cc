import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isOwnNetworkAddress, isPublicAddress } from './public-address.ts';

export interface HostAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Which addresses users may have this server connect to. Tests use one that allows their own servers. */
export interface AddressPolicy {
  /** All addresses of a host name. Rejects where there are none. */
  readonly resolve: (host: string) => Promise<readonly HostAddress[]>;
  /**
   * Whether a connection to a host, by its lower-case name or address, at that port and that address of it is allowed.
   */
  readonly isAllowed: (host: string, port: number, address: string) => boolean;
}

const WEB_PORTS: readonly number[] = [80, 443];
/** Lower ports belong to system services, none of which is a database. */
const FIRST_DATABASE_PORT = 1024;

/**
 * Allows the internet at the ports of the web, and the operator's hosts: `reports.example.com`, `*.example.com`,
 * `10.0.0.7:8080`, `[fd00::7]`. A host without a port is allowed at the web's.
 */
export function createAddressPolicy(allowedHosts: readonly string[] = []): AddressPolicy {
  return policyOf(allowedHosts, (port) => WEB_PORTS.includes(port), WEB_PORTS);
}

/** Allows databases on the internet, and those that the operator lists with their ports. */
export function createDatabasePolicy(allowedHosts: readonly string[] = []): AddressPolicy {
  return policyOf(allowedHosts, (port) => port >= FIRST_DATABASE_PORT, []);
}

/** `usualPorts`: allowed ports of a host without a port. */
function policyOf(
  allowedHosts: readonly string[],
  isPublicPort: (port: number) => boolean,
  usualPorts: readonly number[],
): AddressPolicy {
  const named = new Set(allowedHosts.map((host) => host.toLowerCase()));
  const isNamed = (host: string, port: number): boolean => {
    const below = host.indexOf('.');
    const own = isIP(host) === 6 ? `[${host}]` : host;
    const names = isIP(host) === 0 && below > 0 ? [own, `*${host.slice(below)}`] : [own];
    return names.some((name) => named.has(`${name}:${port}`) || (usualPorts.includes(port) && named.has(name)));
  };
  return {
    resolve: resolveAll,
    isAllowed: (host, port, address) =>
      isNamed(host, port) ? isOwnNetworkAddress(address) : isPublicPort(port) && isPublicAddress(address),
  };
}

async function resolveAll(host: string): Promise<readonly HostAddress[]> {
  const found = await lookup(host, { all: true });
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
}
