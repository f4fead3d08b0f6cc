import { crc32 } from 'node:zlib';
import { AVATAR_SIDE_PX } from '#protocol/api.ts';
import { refusal, type Refusal } from '../core/errors/api-error.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** What a picture needs and what browsers write beside it. Texts and profiles could hold anything else. */
const CHUNKS = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'sRGB', 'gAMA', 'cHRM', 'pHYs', 'sBIT']);
/** Length, type and checksum. */
const CHUNK_OVERHEAD = 12;
/** More than the pixels take when nothing compresses them. */
const MAX_BYTES = 300 * 1024;

/**
 * Whether the bytes are a square PNG of the portrait's size and nothing else: only known chunks, each with its checksum,
 * and not a byte behind the last, where another kind of file could begin.
 */
export function checkAvatar(bytes: Buffer): Refusal | null {
  return bytes.length <= MAX_BYTES && isPlainPng(bytes)
    ? null
    : refusal('invalid', 'avatar.invalid', { side: AVATAR_SIDE_PX }, { field: 'image' });
}

function isPlainPng(bytes: Buffer): boolean {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return false;
  let at = SIGNATURE.length;
  let hasPixels = false;
  for (let number = 0; at + CHUNK_OVERHEAD <= bytes.length; number++) {
    const length = bytes.readUInt32BE(at);
    const end = at + CHUNK_OVERHEAD + length;
    if (end > bytes.length) return false;
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (!CHUNKS.has(type) || (type === 'IHDR') !== (number === 0)) return false;
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return false;
    if (type === 'IHDR' && !isHeader(bytes.subarray(at + 8, end - 4))) return false;
    if (type === 'IDAT') hasPixels = true;
    if (type === 'IEND') return hasPixels && length === 0 && end === bytes.length;
    at = end;
  }
  return false;
}

/** Of the right size, with 8 bits a channel, packed and filtered as the standard has it, not interlaced. */
function isHeader(header: Buffer): boolean {
  return (
    header.length === 13 &&
    header.readUInt32BE(0) === AVATAR_SIDE_PX &&
    header.readUInt32BE(4) === AVATAR_SIDE_PX &&
    header[8] === 8 &&
    header.subarray(10).every((byte) => byte === 0)
  );
}
