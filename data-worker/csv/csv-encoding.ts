import type { Bytes } from '../byte-source.ts';
import { SNIFF_BYTES, zeroParity } from '../sniff.ts';

export type CsvEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030' | 'windows-1252';

const PIECE_BYTES = 1 << 20;

/**
 * How the text is coded: its byte order mark, zeros in every other byte, then the first of UTF-8 and GB 18030 that takes
 * the whole file, and Windows 1252, which takes anything. (Big5 and Shift-JIS pass as GB 18030.)
 */
export function detectEncoding(bytes: Uint8Array): CsvEncoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const parity = zeroParity(bytes.subarray(0, SNIFF_BYTES));
  if (parity !== null) return parity;
  if (decodes(bytes, 'utf-8')) return 'utf-8';
  return decodes(bytes, 'gb18030') ? 'gb18030' : 'windows-1252';
}

/** The text as UTF-8 without a byte order mark. */
export function toUtf8Bytes(bytes: Bytes, encoding: CsvEncoding): Bytes {
  if (encoding === 'utf-8')
    return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
  const decoder = new TextDecoder(encoding);
  const encoder = new TextEncoder();
  // Two bytes become three at most, one byte of Windows 1252 three.
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
