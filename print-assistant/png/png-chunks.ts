import { crc32 } from 'node:zlib';
import { err, ok, type Result } from '#model/kernel/result.ts';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

export interface PngHeader {
  readonly width: number;
  readonly height: number;
  readonly bitDepth: number;
  readonly colourType: number;
  readonly interlaced: boolean;
}

export interface PngChunks {
  readonly header: PngHeader;
  /** The zlib stream, all IDAT chunks joined. */
  readonly compressed: Uint8Array;
  /** Null where the picture does not state it, or in another unit. */
  readonly pixelsPerMetre: number | null;
}

/** Splits a PNG (PNG 3rd edition, clause 5) and checks signature, lengths and CRCs. The error is plain English. */
export function readPngChunks(png: Uint8Array): Result<PngChunks, string> {
  if (png.length < SIGNATURE.length || SIGNATURE.some((byte, i) => png[i] !== byte)) return err('not a PNG');
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  let header: PngHeader | null = null;
  const data: Uint8Array[] = [];
  let pixelsPerMetre: number | null = null;
  let at = SIGNATURE.length;
  while (at + 12 <= png.length) {
    const length = view.getUint32(at);
    const end = at + 8 + length;
    if (end + 4 > png.length) return err('truncated PNG');
    if (crc32(png.subarray(at + 4, end)) !== view.getUint32(end)) return err('PNG with a wrong checksum');
    const type = String.fromCharCode(...png.subarray(at + 4, at + 8));
    if (header === null) {
      if (type !== 'IHDR' || length !== 13) return err('PNG without a header');
      header = readHeader(view, at + 8);
    } else if (type === 'IDAT') {
      data.push(png.subarray(at + 8, end));
    } else if (type === 'pHYs' && length === 9 && view.getUint8(at + 16) === 1) {
      pixelsPerMetre = view.getUint32(at + 8);
    } else if (type === 'IEND') {
      return data.length === 0 ? err('PNG without data') : ok({ header, compressed: join(data), pixelsPerMetre });
    }
    at = end + 4;
  }
  return err('truncated PNG');
}

function readHeader(view: DataView, at: number): PngHeader {
  return {
    width: view.getUint32(at),
    height: view.getUint32(at + 4),
    bitDepth: view.getUint8(at + 8),
    colourType: view.getUint8(at + 9),
    interlaced: view.getUint8(at + 12) !== 0,
  };
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const [first] = parts;
  return parts.length === 1 && first !== undefined ? first : Buffer.concat(parts);
}
