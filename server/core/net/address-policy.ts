import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isOwnNetworkAddress, isPublicAddress } from './public-address.ts';

/** One address of a host. */
export interface HostAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Where users may have this server fetch from. Tests make one that lets them reach servers of their own. */
export interface AddressPolicy {
  /** All addresses of a host's name. Rejects where there are none. */
  readonly resolve: (host: string) => Promise<readonly HostAddress[]>;
  /** Whether a host, by its name in small letters or its address, may be reached at that port and that address of it. */
  readonly isAllowed: (host: string, port: number, address: string) => boolean;
}

const WEB_PORTS: readonly number[] = [80, 443];
/** Those below belong to services of the system, none of which is a database. */
const FIRST_DATABASE_PORT = 1024;

/**
 * The internet at the ports of the web, and whatever hosts the operator has named: `reports.example.com`,
 * `*.example.com`, `10.0.0.7:8080`, `[fd00::7]`. A host that is named without a port is reached at the web's.
 */
export function createAddressPolicy(allowedHosts: readonly string[] = []): AddressPolicy {
  return policyOf(allowedHosts, (port) => WEB_PORTS.includes(port), WEB_PORTS);
}

/** Databases of the internet, and those that the operator has named with their ports. */
export function createDatabasePolicy(allowedHosts: readonly string[] = []): AddressPolicy {
  return policyOf(allowedHosts, (port) => port >= FIRST_DATABASE_PORT, []);
}

/** `usualPorts`: where a host is reached that is named without a port. */
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
