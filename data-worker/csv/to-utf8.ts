import type { TextEncoding } from '#model/elements/base/reading.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { Bytes } from '../byte-source.ts';
import { damaged } from '../limits.ts';
import { countUtf8, type Utf8Count } from './utf8-check.ts';

const PIECE_BYTES = 1 << 20;
const CTRL_Z = 0x1a;
export const MAX_BAD_PLACES = 1_000_000;

/** A text as UTF-8, with the places of undecodable bytes. */
export interface Utf8Text {
  readonly bytes: Bytes;
  /** Ascending positions of zeros and replacement characters (U+FFFD): no label may show them. */
  readonly badPlaces: Uint32Array;
}

/** Which part of a text some bytes are: only the first may begin with a mark, and only the last has the text's end. */
export interface TextPart {
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

const WHOLE: TextPart = { isFirst: true, isLast: true };

/**
 * Decodes a text without a byte order mark or the Ctrl-Z with which DOS ended files. Invalid bytes become U+FFFD.
 * `counted` avoids counting again. Problem when there are many: `data.unreadable` (damaged text).
 */
export function toUtf8(
  bytes: Bytes,
  encoding: TextEncoding,
  counted?: Utf8Count,
  { isFirst, isLast }: TextPart = WHOLE,
): Result<Utf8Text> {
  const utf8 = encoding === 'utf-8' ? (counted ?? countUtf8(bytes)) : null;
  const kept = isFirst ? withoutMark(bytes) : bytes;
  const decoded = utf8?.wrongBytes === 0 ? kept : transcode(bytes, encoding, isFirst);
  const text = isLast ? withoutEnd(decoded) : decoded;
  const isGood = utf8?.wrongBytes === 0 && utf8.badCharacters === 0;
  const badPlaces = isGood ? new Uint32Array() : findBadPlaces(text);
  return badPlaces === null ? err(damaged('characters')) : ok({ bytes: text, badPlaces });
}

function withoutMark(bytes: Bytes): Bytes {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

/** Programs filled the last block after the Ctrl-Z with zeros or more of them; truncated files end so too. */
function withoutEnd(bytes: Bytes): Bytes {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] === CTRL_Z || bytes[end - 1] === 0)) end--;
  return bytes.subarray(0, end);
}

function transcode(bytes: Bytes, encoding: TextEncoding, isFirst: boolean): Bytes {
  const decoder = new TextDecoder(encoding, { ignoreBOM: !isFirst });
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

/** Null when there are too many. */
function findBadPlaces(bytes: Uint8Array): Uint32Array | null {
  const places: number[] = [];
  for (let i = bytes.indexOf(0); i >= 0; i = bytes.indexOf(0, i + 1)) {
    if (places.push(i) > MAX_BAD_PLACES) return null;
  }
  for (let i = bytes.indexOf(0xef); i >= 0; i = bytes.indexOf(0xef, i + 1)) {
    if (bytes[i + 1] !== 0xbf || bytes[i + 2] !== 0xbd) continue;
    if (places.push(i) > MAX_BAD_PLACES) return null;
  }
  return Uint32Array.from(places).sort();
}
