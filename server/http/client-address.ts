import { isIPv6 } from 'node:net';

/**
 * What is counted as one address. A provider gives each customer a whole /64 of IPv6 addresses, so the rest of one is
 * left out; an IPv4 address may come in IPv6 notation (`::ffff:192.0.2.1`).
 */
export function clientAddress(ip: string): string {
  const [address = ''] = ip.split('%', 1);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1] !== undefined) return mapped[1];
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === '' ? [] : tail.split(':');
  const zeros = address.includes('::') ? Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0') : [];
  return [...before, ...zeros, ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
