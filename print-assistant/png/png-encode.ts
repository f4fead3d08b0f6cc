import { crc32, deflateSync } from 'node:zlib';
import type { Bitmap } from './png-decode.ts';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** A 1-bit gray PNG with its resolution. */
export function encodePng({ widthDots, heightDots, bits }: Bitmap, dpi: number): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(widthDots, 0);
  header.writeUInt32BE(heightDots, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const resolution = Buffer.alloc(9);
  const dotsPerMetre = Math.round((dpi * 1000) / 25.4);
  resolution.writeUInt32BE(dotsPerMetre, 0);
  resolution.writeUInt32BE(dotsPerMetre, 4);
  resolution.writeUInt8(1, 8);
  const rowBytes = Math.ceil(widthDots / 8);
  const rows = Buffer.alloc((rowBytes + 1) * heightDots);
  for (let y = 0; y < heightDots; y++) {
    rows.set(bits.subarray(y * rowBytes, (y + 1) * rowBytes), y * (rowBytes + 1) + 1);
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('pHYs', resolution),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', new Uint8Array()),
  ]);
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
