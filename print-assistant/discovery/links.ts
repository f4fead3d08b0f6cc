import { BlockList, isIPv4 } from 'node:net';
import type { NetworkInterfaceInfo } from 'node:os';

/** An interface of this machine with an IPv4 address, and the network that it reaches without a router. */
export interface Link {
  readonly address: string;
  /** Length of the network prefix in bits. */
  readonly prefix: number;
}

/** As `networkInterfaces` of `node:os` gives them. */
export type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;

/** More interfaces than this belong to containers and virtual machines. */
const MAX_LINKS = 8;
/** No network is larger than 10.0.0.0/8. */
const MIN_PREFIX = 8;
/** A network with fewer addresses than four has no neighbors: the far end of a tunnel. */
const MAX_PREFIX = 30;

/** The links that are searched for printers. `only`: addresses of interfaces; null for all but loopback. */
export function linksOf(interfaces: Interfaces, only: readonly string[] | null): readonly Link[] {
  return Object.values(interfaces)
    .flatMap((entries) => entries ?? [])
    .filter(({ address, internal }) => isIPv4(address) && (only === null ? !internal : only.includes(address)))
    .map(({ address, cidr }) => ({ address, prefix: Number(cidr?.split('/')[1]) }))
    .filter(({ prefix }) => prefix >= MIN_PREFIX && prefix <= MAX_PREFIX)
    .slice(0, MAX_LINKS);
}

/** True for an address of the link's network. */
export function isOnLink({ address, prefix }: Link, other: string): boolean {
  const network = new BlockList();
  network.addSubnet(address, prefix, 'ipv4');
  return isIPv4(other) && network.check(other, 'ipv4');
}

/**
 * Checks the place of a discovered printer: it must be a neighbor on one of the links. A device that answers there
 * reaches all of them already, so that an answer makes this machine reach nothing that its sender could not. The
 * machine itself is no neighbor: its services may be meant for itself alone.
 */
export function createNeighbourhood(links: readonly Link[], interfaces: Interfaces): (address: string) => boolean {
  const near = new BlockList();
  const own = new BlockList();
  for (const { address, prefix } of links) {
    near.addSubnet(address, prefix, 'ipv4');
    for (const edge of edgesOf(address, prefix)) own.addAddress(edge, 'ipv4');
  }
  for (const { address } of Object.values(interfaces).flatMap((entries) => entries ?? [])) {
    if (isIPv4(address)) own.addAddress(address, 'ipv4');
  }
  return (address) => isIPv4(address) && near.check(address, 'ipv4') && !own.check(address, 'ipv4');
}

/** The first and the last address of a network: its own and the broadcast address. */
function edgesOf(address: string, prefix: number): readonly string[] {
  const bits = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  const size = 2 ** (32 - prefix);
  const first = bits - (bits % size);
  return [first, first + size - 1].map((at) => [24, 16, 8, 0].map((shift) => (at >>> shift) & 0xff).join('.'));
}
