import type { Dots } from '#model/kernel/units.ts';

const SIGNATURE_BYTES = 8;
/** Length, type and checksum of a chunk. */
const CHUNK_FRAME = 12;
const IDAT = 0x49444154;
const IEND = 0x49454e44;

/** The size of a PNG, in its header. */
export function pngSize(png: Uint8Array): { readonly widthDots: Dots; readonly heightDots: Dots } {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const at = SIGNATURE_BYTES + 8;
  return { widthDots: view.getUint32(at), heightDots: view.getUint32(at + 4) };
}

/** The zlib stream of a PNG: its IDAT chunks joined. */
export function pngImageData(png: Uint8Array): Uint8Array {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const parts: Uint8Array[] = [];
  for (let at = SIGNATURE_BYTES; at + CHUNK_FRAME <= png.length; at += CHUNK_FRAME + view.getUint32(at)) {
    if (view.getUint32(at + 4) === IDAT) parts.push(png.subarray(at + 8, at + 8 + view.getUint32(at)));
  }
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let length = 0;
  for (const part of parts) {
    joined.set(part, length);
    length += part.length;
  }
  return joined;
}

/** The PNGs that follow each other in some bytes. Throws where one is cut off. */
export function* pngsIn(bytes: Uint8Array): Generator<Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let from = 0, to = 0; from < bytes.length; from = to) {
    to = from + SIGNATURE_BYTES;
    for (let isEnd = false; !isEnd;) {
      isEnd = view.getUint32(to + 4) === IEND;
      to += CHUNK_FRAME + view.getUint32(to);
    }
    if (to > bytes.length) throw new RangeError('a PNG is cut off');
    yield bytes.subarray(from, to);
  }
}
