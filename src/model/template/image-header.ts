/** The structure of a PNG or JPEG, read without decoding a pixel. */
export interface ImageHeader {
  readonly mime: 'image/png' | 'image/jpeg';
  /** As stored: a JPEG may have a rotation. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** The length of the image in bytes: anything after them is not part of it. */
  readonly endsAt: number;
}

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Null for anything else, and for a truncated image. Takes one pass over the bytes at most. */
export function readImageHeader(bytes: Uint8Array): ImageHeader | null {
  if (PNG_SIGNATURE.every((byte, i) => bytes[i] === byte)) return readPng(bytes);
  return bytes[0] === 0xff && bytes[1] === 0xd8 ? readJpeg(bytes) : null;
}

/** Types of chunks, as the four letters are stored. */
const IHDR = 0x49484452;
const IEND = 0x49454e44;

/** PNG, third edition, 5: chunks of length, type, data and check sum; IHDR is the first, IEND the last. */
function readPng(bytes: Uint8Array): ImageHeader | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = PNG_SIGNATURE.length;
  let size: { widthPx: number; heightPx: number } | null = null;
  while (at + 12 <= bytes.length) {
    const length = view.getUint32(at);
    const type = view.getUint32(at + 4);
    const next = at + 12 + length;
    if (next > bytes.length || (size === null) !== (type === IHDR)) return null;
    if (type === IHDR) {
      if (length !== 13) return null;
      size = { widthPx: view.getUint32(at + 8), heightPx: view.getUint32(at + 12) };
    }
    if (type === IEND) return size === null ? null : { mime: 'image/png', ...size, endsAt: next };
    at = next;
  }
  return null;
}

/**
 * Frames that decoders support: baseline, extended and progressive, with Huffman or arithmetic coding (T.81, table
 * B.1).
 */
const FRAMES = new Set([0xc0, 0xc1, 0xc2, 0xc9, 0xca]);
const HAS_NO_LENGTH = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/** ITU-T T.81, annex B: markers, most followed by a length; after a scan's header its coded data. */
function readJpeg(bytes: Uint8Array): ImageHeader | null {
  const word = (at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
  let at = 2;
  let size: { widthPx: number; heightPx: number } | null = null;
  let scanned = false;
  while (at + 1 < bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) return null;
    if (marker === 0xff) {
      at += 1; // fill bytes
    } else if (marker === 0xd9) {
      return size === null || !scanned ? null : { mime: 'image/jpeg', ...size, endsAt: at + 2 };
    } else if (HAS_NO_LENGTH(marker)) {
      at += 2;
    } else {
      const length = word(at + 2);
      if (length < 2 || at + 2 + length > bytes.length) return null;
      if (FRAMES.has(marker)) size = { heightPx: word(at + 5), widthPx: word(at + 7) };
      at += 2 + length;
      if (marker !== 0xda) continue;
      scanned = true;
      at = endOfScan(bytes, at);
    }
  }
  return null;
}

/** The next marker after coded data, in which FF is followed by 00 or by a restart marker. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = from; ; at++) {
    at = bytes.indexOf(0xff, at);
    if (at < 0 || at + 1 >= bytes.length) return bytes.length;
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
}
