import { err, ok, type Result } from './result.ts';
import { problem } from './problem.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Int16Array(128).fill(-1);
for (let i = 0; i < ALPHABET.length; i++) VALUES[ALPHABET.charCodeAt(i)] = i;

/**
 * Bytes encoded at a time (a multiple of 3): the string is built from pieces, so that the time grows linearly with
 * megabytes.
 */
const PIECE = 3 * 4096;

/** RFC 4648 base64 with padding. (`Uint8Array.prototype.toBase64` is not in Node 24.) */
export function toBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let start = 0; start < bytes.length; start += PIECE) {
    let piece = '';
    const end = Math.min(start + PIECE, bytes.length);
    for (let i = start; i < end; i += 3) {
      const a = bytes[i] ?? 0;
      const b = bytes[i + 1] ?? 0;
      const c = bytes[i + 2] ?? 0;
      const left = end - i;
      piece += ALPHABET.charAt(a >> 2) + ALPHABET.charAt(((a & 3) << 4) | (b >> 4));
      piece += left > 1 ? ALPHABET.charAt(((b & 15) << 2) | (c >> 6)) : '=';
      piece += left > 2 ? ALPHABET.charAt(c & 63) : '=';
    }
    pieces.push(piece);
  }
  return pieces.join('');
}

/** Decodes base64. White space is ignored; any other character that is not base64 gives the problem `input.invalid`. */
export function fromBase64(text: string): Result<Uint8Array> {
  const compact = text.replace(/\s+/g, '');
  const body = compact.replace(/={1,2}$/, '');
  if (compact.length % 4 !== 0 || body.length % 4 === 1) return err(problem('input.invalid', { detail: 'base64' }));
  const bytes = new Uint8Array(Math.floor((body.length * 3) / 4));
  let bits = 0;
  let value = 0;
  let at = 0;
  for (let i = 0; i < body.length; i++) {
    const v = VALUES[body.charCodeAt(i)] ?? -1;
    if (v < 0) return err(problem('input.invalid', { detail: 'base64' }));
    value = ((value << 6) | v) & 0xffffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[at++] = (value >> bits) & 0xff;
    }
  }
  return ok(bytes);
}
