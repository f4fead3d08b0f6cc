import type { Bytes } from '../byte-source.ts';
import { SNIFF_BYTES, zeroParity } from '../sniff.ts';

export type CsvEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030' | 'windows-1251' | 'windows-1252';

const PIECE_BYTES = 1 << 20;

/**
 * The share of Chinese characters whose second byte is ASCII: almost none in real text, nearly all in Western text
 * taken for Chinese.
 */
const MAX_ASCII_TRAILS = 0.5;
/** The share of letters outside ASCII: a few accents in Western text, most letters in Russian. */
const MIN_CYRILLIC_SHARE = 0.4;

/**
 * Finds the encoding: by the byte order mark; by zeros in every other byte; then UTF-8 or GB 18030, whichever first
 * decodes the whole file; then Windows 1251 when most letters are outside ASCII; and else Windows 1252, which decodes
 * anything. Big5 and Shift-JIS are taken for GB 18030.
 */
export function detectEncoding(bytes: Uint8Array): CsvEncoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const parity = zeroParity(bytes.subarray(0, SNIFF_BYTES));
  if (parity !== null) return parity;
  if (decodes(bytes, 'utf-8')) return 'utf-8';
  // `Müller` in Windows 1252 is valid GB 18030 too, but no Chinese text looks like that.
  if (asciiTrails(bytes) < MAX_ASCII_TRAILS && decodes(bytes, 'gb18030')) return 'gb18030';
  return cyrillicShare(bytes) > MIN_CYRILLIC_SHARE ? 'windows-1251' : 'windows-1252';
}

/** Of the bytes that would begin a Chinese character, the share that an ASCII byte follows. */
function asciiTrails(bytes: Uint8Array): number {
  let leads = 0;
  let ascii = 0;
  for (let i = 0; i < bytes.length; i++) {
    if ((bytes[i] as number) < 0x81) continue;
    leads++;
    if ((bytes[++i] ?? 0) < 0x80) ascii++;
  }
  return leads === 0 ? 0 : ascii / leads;
}

function cyrillicShare(bytes: Uint8Array): number {
  let beyond = 0;
  let ascii = 0;
  for (const byte of bytes) {
    if (byte >= 0xc0) beyond++;
    else if ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) ascii++;
  }
  return beyond / Math.max(1, beyond + ascii);
}

/** The text as UTF-8 without a byte order mark. */
export function toUtf8Bytes(bytes: Bytes, encoding: CsvEncoding): Bytes {
  if (encoding === 'utf-8')
    return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
  const decoder = new TextDecoder(encoding);
  const encoder = new TextEncoder();
  // Two bytes become three at most; one byte of Windows 1252 may become three.
  let out = new Uint8Array(bytes.length + (bytes.length >> 1) + 16);
  let length = 0;
  for (let i = 0; i < bytes.length || i === 0; i += PIECE_BYTES) {
    const text = decoder.decode(bytes.subarray(i, i + PIECE_BYTES), { stream: i + PIECE_BYTES < bytes.length });
    if (length + text.length * 3 > out.length) {
      const grown = new Uint8Array((length + text.length * 3) * 2);
      grown.set(out.subarray(0, length));
      out = grown;
    }
    length += encoder.encodeInto(text, out.subarray(length)).written;
  }
  return out.subarray(0, length);
}

function decodes(bytes: Uint8Array, encoding: CsvEncoding): boolean {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for (let i = 0; i < bytes.length; i += PIECE_BYTES)
      decoder.decode(bytes.subarray(i, i + PIECE_BYTES), { stream: true });
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}
