import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The first group of addresses by 6to4. */
const SIX_TO_FOUR = 0x2002;

/**
 * The text under which a client is counted. A provider gives each customer a whole /64 of IPv6 addresses, so the rest
 * is dropped. All notations of an address give the same text: an IPv4 address in IPv6 notation is the IPv4 address,
 * zones and ports (some proxies add one) are dropped. An IPv4 address owns a /48 by 6to4 (RFC 3056, section 2), which
 * counts as one address, too.
 */
export function clientAddress(ip: string): string {
  const [address = ''] = withoutPort(ip.trim()).split('%', 1);
  if (isIP(address) === 0) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const [first = 0, second = 0, third = 0, fourth = 0] = parsed.parts;
  const network = [first, second, third, first === SIX_TO_FOUR ? 0 : fourth];
  return network.map((group) => group.toString(16)).join(':');
}

/** Factor for a /48, which companies and some providers' customers have. */
const ADDRESSES_OF_SITE = 8;

/**
 * The keys under which a request of that address (as `clientAddress` writes it) is counted, each with its limit: the
 * address itself, and for IPv6 also its /48, which has 65,536 of these.
 */
export function countedFor(address: string, max: number): readonly (readonly [who: string, max: number])[] {
  if (!address.includes(':')) return [[address, max]];
  const site = `${address.split(':').slice(0, 3).join(':')}::/48`;
  return [
    [address, max],
    [site, max * ADDRESSES_OF_SITE],
  ];
}

function withoutPort(text: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
}
