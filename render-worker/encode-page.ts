import { inflate } from 'pako';
import { LANGUAGES } from '#printing/languages/languages.ts';
import type { CommandOrder } from '#protocol/printer-commands.ts';
import { pageBits } from './bits/page-bits.ts';

/** The bytes that print a page with its copies, as one piece. Throws for anything but our 1-bit pages. */
export function encodePage({
  png,
  dpi,
  copies,
  language,
  settings,
  isFirst = true,
}: CommandOrder): Uint8Array<ArrayBuffer> {
  const { opening, encode } = LANGUAGES[language];
  const before = isFirst ? [opening] : [];
  const parts = [...before, ...encode({ ...pageBits(png, (bytes) => inflate(bytes)), dpi, copies }, settings)];
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let length = 0;
  for (const part of parts) {
    bytes.set(part, length);
    length += part.length;
  }
  return bytes;
}
