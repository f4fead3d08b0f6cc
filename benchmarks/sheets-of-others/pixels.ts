import { crc32, deflateSync } from 'node:zlib';
import { createCanvas, ImageData } from '@napi-rs/canvas';

/** Rows of gray (one channel) or red, green, blue bytes. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3;
  readonly data: Uint8Array;
}

/** Reads binary PGM and PPM pictures that follow one another. */
export function readPixels(bytes: Buffer): Pixels[] {
  const all: Pixels[] = [];
  for (let at = 0; at < bytes.length;) {
    const head = /^P([56])\s+(\d+)\s+(\d+)\s+255\s/u.exec(bytes.toString('latin1', at, at + 64));
    if (head === null) throw new Error('not a picture of pdftoppm');
    const channels = head[1] === '5' ? 1 : 3;
    const [width, height] = [Number(head[2]), Number(head[3])];
    const start = at + head[0].length;
    at = start + width * height * channels;
    all.push({ width, height, channels, data: bytes.subarray(start, at) });
  }
  return all;
}

/** JPEG with its resolution in the header. */
export function encodeJpeg(pixels: Pixels, dpi: number, quality: number): Buffer {
  const { width, height, channels, data } = pixels;
  const rgba = new Uint8ClampedArray(width * height * 4);
  for (let i = 0; i < width * height; i++) {
    for (let c = 0; c < 3; c++) rgba[i * 4 + c] = data[i * channels + (channels === 1 ? 0 : c)] ?? 0;
    rgba[i * 4 + 3] = 255;
  }
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').putImageData(new ImageData(rgba, width, height), 0, 0);
  const jpeg = canvas.toBuffer('image/jpeg', quality);
  if (jpeg.toString('latin1', 6, 10) !== 'JFIF') throw new Error('a JPEG without JFIF header');
  jpeg[13] = 1;
  jpeg.writeUInt16BE(dpi, 14);
  jpeg.writeUInt16BE(dpi, 16);
  return jpeg;
}

/** PNG with its resolution: 1 bit a pixel where asked for, else 8 bit gray or color. */
export function encodePng(pixels: Pixels, dpi: number, oneBit: boolean): Buffer {
  const { width, height, channels, data } = pixels;
  const stride = oneBit ? Math.ceil(width / 8) : width * channels;
  const rows = Buffer.alloc((stride + 1) * height);
  for (let y = 0; y < height; y++) {
    const to = y * (stride + 1) + 1;
    if (!oneBit) rows.set(data.subarray(y * stride, (y + 1) * stride), to);
    else
      for (let x = 0; x < width; x++) {
        const at = to + (x >> 3);
        if ((data[(y * width + x) * channels] ?? 0) > 127) rows[at] = (rows[at] ?? 0) | (0x80 >> (x & 7));
      }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = oneBit ? 1 : 8;
  header[9] = oneBit || channels === 1 ? 0 : 2;
  const resolution = Buffer.alloc(9);
  const perMeter = Math.round(dpi / 0.0254);
  resolution.writeUInt32BE(perMeter, 0);
  resolution.writeUInt32BE(perMeter, 4);
  resolution[8] = 1;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [chunk('IHDR', header), chunk('pHYs', resolution), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...chunks]);
} // prettier-ignore

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
