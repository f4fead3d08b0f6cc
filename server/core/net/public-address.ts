import ipaddr from 'ipaddr.js';

/** The only part of IPv6 that is routed on the internet (RFC 4291, 2.4). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** Addresses of IPv4 as a NAT64 shows them, whole ones at the end (RFC 6052, 2.1). */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Whether an address is one of the public internet: not of this machine, its network, a provider's inner network, and not
 * one that is set aside for something else. Of the forms of IPv6 that hold an address of IPv4, mapped ones and those of
 * NAT64 are judged by what they hold; 6to4 and Teredo are no longer in use and refused.
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
 * Whether an address may be that of a host which the operator has named: of the own networks too, but never one by which
 * machines in a data centre ask for their credentials (link-local), nor one that is no host's.
 */
export function isOwnNetworkAddress(text: string): boolean {
  if (isPublicAddress(text)) return true;
  if (!ipaddr.isValid(text) || text.includes('%')) return false;
  return ['private', 'loopback', 'uniqueLocal', 'carrierGradeNat'].includes(ipaddr.process(text).range());
}
