import type { TextEncoding } from '#model/elements/base/reading.ts';

/** Size of the part that shows whether a file is UTF-16. */
const HEAD_BYTES = 64 * 1024;
/** Minimum share of line ends, tabs, digits and similar characters in a table, which UTF-16 writes with a zero. */
const MIN_PLAIN_SHARE = 0.04;
const MAX_ODD_SHARE = 0.01;
/** The wrong byte order shows almost no such character. */
const MAX_WRONG_ORDER = 0.25;

/** The encoding of the byte order mark at the start; null without one. */
export function markedEncoding(bytes: Uint8Array): TextEncoding | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : null;
}

/**
 * The byte order of UTF-16 without a mark, in any language: in the right order there are line ends, and no characters
 * that Unicode has not assigned. Null for anything else.
 */
export function utf16Order(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const head = bytes.subarray(0, Math.min(bytes.length, HEAD_BYTES) & ~1);
  if (!head.includes(0)) return null;
  const little = plainShare(head, 'utf-16le');
  const big = plainShare(head, 'utf-16be');
  if (Math.max(little, big) < MIN_PLAIN_SHARE) return null;
  if (big <= little * MAX_WRONG_ORDER) return 'utf-16le';
  return little <= big * MAX_WRONG_ORDER ? 'utf-16be' : null;
}

/** The share of printable ASCII, tabs and line ends; 0 without a line end, or with too many invalid characters. */
function plainShare(head: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): number {
  const text = new TextDecoder(encoding).decode(head);
  const lineEnds = text.match(/[\r\n]/g)?.length ?? 0;
  const odd = text.match(/[\p{Cn}\p{Co}\p{Cs}\ufffd\0]/gu)?.length ?? 0;
  if (lineEnds === 0 || odd > text.length * MAX_ODD_SHARE) return 0;
  return (text.match(/[\t\r\n\x20-\x7e]/g)?.length ?? 0) / text.length;
}
