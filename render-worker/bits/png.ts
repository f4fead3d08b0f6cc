import { MM_PER_INCH } from '#model/kernel/units.ts';
import type { Pointer } from '#model/kernel/wasm-memory.ts';
import type { OutputColour } from '#protocol/render.ts';
import { bytesPerBitRow } from './bit-plane.ts';
import { crc32 } from '../kernel/crc32.ts';
import { crc32 as crcAt } from '../kernel/kernel.wasm';
import { copyOut, kernelBytes } from '../kernel/memory.ts';
import { createRowDeflater } from '../kernel/row-deflate.ts';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const MM_PER_METRE = 1000;
/** For each format the bits of a sample, the channels, and the header's color type (PNG 11.2.2). */
const FORMATS = {
  bit: { depth: 1, channels: 1, type: 0 },
  gray: { depth: 8, channels: 1, type: 0 },
  rgb: { depth: 8, channels: 3, type: 2 },
} as const satisfies Record<OutputColour, object>;
/** Length, type and checksum of a chunk. */
const CHUNK_FRAME = 12;
const IDAT = nameOf('IDAT');
const END = chunk('IEND', new Uint8Array(0));

export interface PngShape {
  /** In pixels, at least 1. */
  readonly width: number;
  readonly height: number;
  /** Written as whole pixels per meter (pHYs); left out when absent. */
  readonly dpi?: number;
  /** 1 bit per pixel when absent (1 = white). */
  readonly colour?: OutputColour;
}

/** Writes a picture as its rows arrive. A PNG's pixels are never in memory as a whole. */
export interface PictureWriter {
  /** Takes the next `count` rows, packed without a gap. `pixels` may be reused afterwards. */
  rows(pixels: Uint8Array, count: number): void;
  /** The finished picture. Throws unless there were exactly `height` rows. */
  finish(): Uint8Array<ArrayBuffer>;
}

export type CreatePictureWriter = (shape: PngShape) => PictureWriter;

/** Bytes of a row of packed pixels without a gap. */
export function bytesPerRow(width: number, colour: OutputColour): number {
  return colour === 'bit' ? bytesPerBitRow(width) : width * FORMATS[colour].channels;
}

export function createPngWriter(shape: PngShape): PictureWriter {
  const before = head(shape);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  let sum = crc32(IDAT);
  let file: Uint8Array<ArrayBuffer> | null = null;
  const deflater = createRowDeflater(bytesPerRow(shape.width, shape.colour ?? 'bit'), (from, count, isLast) => {
    sum = crcAt(from, count, sum);
    bytes += count;
    if (isLast) file = fileWith(from, count);
    else pieces.push(copyOut(from, count));
  });
  let done = 0;

  /** The file. The last piece, which is the only one of most pictures, is still in the kernel's memory. */
  function fileWith(from: Pointer, count: number): Uint8Array<ArrayBuffer> {
    const made = new Uint8Array(before.length + CHUNK_FRAME + bytes + END.length);
    const view = new DataView(made.buffer);
    made.set(before);
    let at = before.length;
    view.setUint32(at, bytes);
    made.set(IDAT, at + 4);
    at += 8;
    for (const piece of pieces) {
      made.set(piece, at);
      at += piece.length;
      // A long label's file has tens of MB, and must not be in memory twice: each piece is freed immediately.
      piece.buffer.transfer(0);
    }
    made.set(kernelBytes().subarray(from, from + count), at);
    at += count;
    view.setUint32(at, sum >>> 0);
    made.set(END, at + 4);
    return made;
  }

  return {
    rows(pixels, count) {
      done += count;
      if (done > shape.height) throw new Error('more rows than the picture has');
      deflater.rows(pixels, 0, count, done === shape.height);
    },
    finish() {
      if (file === null) throw new Error(`picture has ${shape.height} rows, got ${done}`);
      return file;
    },
  };
}

/** Writes bare pixels: the rows one after the other. */
export function createPixelWriter({ width, height, colour }: PngShape): PictureWriter {
  const rowBytes = bytesPerRow(width, colour ?? 'bit');
  const all = new Uint8Array(rowBytes * height);
  let done = 0;
  return {
    rows(pixels, count) {
      all.set(pixels.subarray(0, count * rowBytes), done * rowBytes);
      done += count;
    },
    finish() {
      if (done !== height) throw new Error(`picture has ${height} rows, got ${done}`);
      return all;
    },
  };
}

/** The head of the last picture: the pages of a run have the same one. */
let lastHead: { readonly shape: PngShape; readonly bytes: Uint8Array } | null = null;

/** Everything before the pixels. */
function head(shape: PngShape): Uint8Array {
  const { width, height, dpi, colour } = lastHead?.shape ?? {};
  const isKnown = width === shape.width && height === shape.height && dpi === shape.dpi && colour === shape.colour;
  if (lastHead === null || !isKnown) lastHead = { shape: { ...shape }, bytes: makeHead(shape) };
  return lastHead.bytes;
}

function makeHead(shape: PngShape): Uint8Array {
  const header = new Uint8Array(13);
  const headerView = new DataView(header.buffer);
  headerView.setUint32(0, shape.width);
  headerView.setUint32(4, shape.height);
  const { depth, type } = FORMATS[shape.colour ?? 'bit'];
  header[8] = depth;
  header[9] = type;
  return Uint8Array.of(
    ...SIGNATURE,
    ...chunk('IHDR', header),
    ...(shape.dpi === undefined ? [] : chunk('pHYs', resolution(shape.dpi))),
  );
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(CHUNK_FRAME + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(nameOf(type), 4);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crc32(bytes, 4, 8 + data.length));
  return bytes;
}

function nameOf(type: string): Uint8Array {
  return Uint8Array.from(type, (letter) => letter.charCodeAt(0));
}

/** pHYs: pixels per meter both ways, unit 1 = meter. */
function resolution(dpi: number): Uint8Array {
  const data = new Uint8Array(9);
  const view = new DataView(data.buffer);
  const perMetre = Math.round((dpi * MM_PER_METRE) / MM_PER_INCH);
  view.setUint32(0, perMetre);
  view.setUint32(4, perMetre);
  data[8] = 1;
  return data;
}
