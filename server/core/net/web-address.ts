import { isIP } from 'node:net';
import { MAX_ADDRESS_LENGTH } from '#protocol/api.ts';

/** An address that may be asked for, as far as its text says. */
export interface WebAddress {
  /** Without a fragment. */
  readonly url: URL;
  /** In small letters, without the brackets of IPv6 and without the dot at the end. */
  readonly host: string;
  readonly port: number;
}

/** Null for anything but http(s), and where the address holds a name and a password. Odd forms of IPv4 become plain ones. */
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
