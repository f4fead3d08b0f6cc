import { isIPv4 } from 'node:net';

/**
 * The network of an address as `clientAddress` writes it: the first three of the four numbers of IPv4, the first three
 * of the four remaining groups of IPv6 (/48). It distinguishes home from elsewhere, and identifies nobody.
 */
export function networkOf(address: string): string {
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0`;
  const groups = address.split(':');
  return groups.length < 3 ? '' : `${groups.slice(0, 3).join(':')}::`;
}
