import { isIP } from 'node:net';
import { MAX_ADDRESS_LENGTH } from '#protocol/api.ts';

/** A fetchable address, judged by its text alone. */
export interface WebAddress {
  /** Without a fragment. */
  readonly url: URL;
  /** In lower case, without the brackets of IPv6 and the final dot. */
  readonly host: string;
  readonly port: number;
}

/**
 * Null for anything but http(s), and for an address with a name and a password. Unusual forms of IPv4 become plain
 * ones.
 */
export function readWebAddress(text: string, base?: string): WebAddress | null {
  if (text.length > MAX_ADDRESS_LENGTH || !URL.canParse(text, base)) return null;
  const url = new URL(text, base);
  url.hash = '';
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  if (url.username !== '' || url.password !== '') return null;
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (host === '') return null;
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  return { url, host, port };
}

export function isAddressText(host: string): boolean {
  return isIP(host) !== 0;
}
