import ipaddr from 'ipaddr.js';

/** The only part of IPv6 that is routed on the internet (RFC 4291, 2.4). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** IPv4 addresses in NAT64 form, in the last 32 bits (RFC 6052, 2.1). */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Whether an address belongs to the public internet: not to this machine, its network, a provider's inner network, or a
 * reserved range. IPv6 forms that contain an IPv4 address are checked by it if mapped or NAT64; 6to4 and Teredo are
 * obsolete and rejected.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text) || text.includes('%')) return false;
  const address = ipaddr.parse(text);
  if (address.kind() === 'ipv4') return address.range() === 'unicast';
  const held = address.toByteArray().slice(12).join('.');
  if (address.range() === 'ipv4Mapped' || address.match(NAT64)) return isPublicAddress(held);
  return address.range() === 'unicast' && address.match(GLOBAL_UNICAST);
}

/**
 * Whether an address is allowed for a host that the operator has listed: including private networks, but never
 * link-local addresses, which serve credentials to machines in data centers, nor an address that no host has.
 */
export function isOwnNetworkAddress(text: string): boolean {
  if (isPublicAddress(text)) return true;
  if (!ipaddr.isValid(text) || text.includes('%')) return false;
  return ['private', 'loopback', 'uniqueLocal', 'carrierGradeNat'].includes(ipaddr.process(text).range());
}
