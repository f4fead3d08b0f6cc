import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The first group of addresses by 6to4. */
const SIX_TO_FOUR = 0x2002;

/**
 * What is counted as one address. A provider gives each customer a whole /64 of IPv6 addresses, so the rest of one is
 * left out. Every way to write an address gives the same text: an IPv4 address in IPv6 notation is the IPv4 address, zones
 * and ports (some proxies add one) are left out. An IPv4 address owns a /48 by 6to4 (RFC 3056, section 2), which is
 * one address, too.
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

/** So many times what one address may do are free for a /48, which companies and some providers' customers have. */
const ADDRESSES_OF_SITE = 8;

/**
 * For whom a request of that address (as `clientAddress` writes it) counts, each with how much it may: for itself, and of
 * IPv6 for its /48 as well. Who has a /48 has 65,536 addresses.
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
