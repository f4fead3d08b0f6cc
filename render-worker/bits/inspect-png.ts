import { crc32 } from '../kernel/crc32.ts';
import { hasAllPixels, type PngLayout } from './png-pixels.ts';

export interface InspectedFile {
  readonly mime: 'image/png' | 'image/jpeg';
  readonly width: number;
  readonly height: number;
  /** False when the file is damaged after its header; the size is right all the same. This reads the whole file. */
  isComplete(): boolean;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const CHUNK_FRAME = 12;

/** Parses the chunks and checks their checksums. */
export function inspectPng(bytes: Uint8Array): InspectedFile | 'corrupt' {
  if (!SIGNATURE.every((byte, i) => bytes[i] === byte)) return 'corrupt';
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = SIGNATURE.length;
  let layout: PngLayout | null = null;
  let hasEnd = false;
  const pixels: Uint8Array[] = [];

  while (at + CHUNK_FRAME <= bytes.length && !hasEnd) {
    const length = view.getUint32(at);
    const end = at + CHUNK_FRAME + length;
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (end > bytes.length || crc32(bytes, at + 4, end - 4) !== view.getUint32(end - 4)) break;
    if (type === 'IHDR') {
      if (length !== 13) return 'corrupt';
      layout = {
        width: view.getUint32(at + 8),
        height: view.getUint32(at + 12),
        bitDepth: bytes[at + 16] ?? 0,
        colorType: bytes[at + 17] ?? 0,
        interlaced: bytes[at + 20] === 1,
      };
      if (layout.width === 0 || layout.height === 0) return 'corrupt';
    }
    if (type === 'IDAT') pixels.push(bytes.subarray(at + 8, end - 4));
    hasEnd = type === 'IEND';
    at = end;
  }
  if (layout === null) return 'corrupt';
  const known = layout;
  return {
    mime: 'image/png',
    width: known.width,
    height: known.height,
    isComplete: () => hasEnd && hasAllPixels(known, pixels),
  };
}
