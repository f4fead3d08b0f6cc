import { crc32 } from '../print/crc32.ts';

export interface InspectedFile {
  readonly mime: 'image/png' | 'image/jpeg';
  readonly width: number;
  readonly height: number;
  /** False when the file is damaged behind its header; the size is right all the same. */
  readonly complete: boolean;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const CHUNK_FRAME = 12;

/** Walks the chunks and checks their checksums. */
export function inspectPng(bytes: Uint8Array): InspectedFile | 'corrupt' {
  if (!SIGNATURE.every((byte, i) => bytes[i] === byte)) return 'corrupt';
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = SIGNATURE.length;
  let size: { width: number; height: number } | null = null;
  let hasPixels = false;
  const found = (complete: boolean): InspectedFile | 'corrupt' =>
    size === null ? 'corrupt' : { mime: 'image/png', ...size, complete };

  while (at + CHUNK_FRAME <= bytes.length) {
    const length = view.getUint32(at);
    const end = at + CHUNK_FRAME + length;
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (end > bytes.length || crc32(bytes, at + 4, end - 4) !== view.getUint32(end - 4)) return found(false);
    if (type === 'IHDR') {
      if (length !== 13) return 'corrupt';
      size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
      if (size.width === 0 || size.height === 0) return 'corrupt';
    }
    if (type === 'IDAT') hasPixels = true;
    if (type === 'IEND') return found(hasPixels);
    at = end;
  }
  return found(false);
}
