import type { Image, MallocObj } from 'canvaskit-wasm';
import type { Size } from '#model/kernel/geometry.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { Skia } from '../skia/load.ts';

/** An image as grey on white paper. */
export interface GrayImage extends Size {
  readonly gray: Uint8Array;
  /** How opaque each pixel is; null when all are. */
  readonly alpha: Uint8Array | null;
}

/** An image as it looks on white paper: one plane of grey, or those of red, green and blue. */
export interface ToneImage extends Size {
  readonly planes: readonly Uint8Array[];
  readonly alpha: Uint8Array | null;
}

/** Rows that are taken out of Skia at a time, so that the RGBA copy stays small. */
const ROWS_AT_A_TIME = 64;

/**
 * Decodes with Skia, whose result does not depend on the browser. The caller has inspected the bytes.
 * Problem: `image.corrupt`.
 */
export function decodeImage(skia: Skia, bytes: Uint8Array): Result<GrayImage> {
  const decoded = decode(skia, bytes, 1, readGray);
  if (!decoded.ok) return decoded;
  const { width, height, planes, alpha } = decoded.value;
  return ok({ width, height, gray: planes[0] as Uint8Array, alpha });
}

/** The same with its colours, at three bytes a pixel. */
export function decodeColours(skia: Skia, bytes: Uint8Array): Result<ToneImage> {
  return decode(skia, bytes, 3, readColours);
}

/** Takes the pixel at `p` of the RGBA bytes to the place `at` of each plane. */
type ReadPixel = (rgba: Uint8Array, p: number, planes: readonly Uint8Array[], at: number) => void;

function decode(skia: Skia, bytes: Uint8Array, planes: number, read: ReadPixel): Result<ToneImage> {
  const image = skia.MakeImageFromEncoded(bytes);
  if (image === null) return err(problem('image.corrupt'));
  const width = image.width();
  const height = image.height();
  const rows = Math.min(ROWS_AT_A_TIME, height);
  const memory = skia.Malloc(Uint8Array, width * rows * 4);
  try {
    if (memory.byteOffset === 0) return err(problem('render.outOfMemory', { widthPx: width, heightPx: height }));
    return readPlanes(skia, image, memory, rows, planes, read);
  } finally {
    skia.Free(memory);
    image.delete();
  }
}

function readPlanes(
  skia: Skia,
  image: Image,
  memory: MallocObj,
  rowsAtATime: number,
  count: number,
  read: ReadPixel,
): Result<ToneImage> {
  const width = image.width();
  const height = image.height();
  const planes = Array.from({ length: count }, () => new Uint8Array(width * height));
  const alpha = new Uint8Array(width * height);
  let opaque = true;
  for (let y = 0; y < height; y += rowsAtATime) {
    const rows = Math.min(rowsAtATime, height - y);
    const info = {
      width,
      height: rows,
      colorType: skia.ColorType.RGBA_8888,
      alphaType: skia.AlphaType.Unpremul,
      colorSpace: skia.ColorSpace.SRGB,
    };
    if (image.readPixels(0, y, info, memory, width * 4) === null) return err(problem('image.corrupt'));
    const rgba = memory.toTypedArray() as Uint8Array;
    const first = y * width;
    for (let i = 0, p = 0; i < width * rows; i++, p += 4) {
      const a = rgba[p + 3] as number;
      alpha[first + i] = a;
      if (a !== 255) opaque = false;
      read(rgba, p, planes, first + i);
    }
  }
  return ok({ width, height, planes, alpha: opaque ? null : alpha });
}

const readGray: ReadPixel = (rgba, p, [gray], at) => {
  const luma = ((rgba[p] as number) * 77 + (rgba[p + 1] as number) * 150 + (rgba[p + 2] as number) * 29 + 128) >> 8;
  (gray as Uint8Array)[at] = onWhite(luma, rgba[p + 3] as number);
};

const readColours: ReadPixel = (rgba, p, planes, at) => {
  for (const [channel, plane] of planes.entries()) {
    plane[at] = onWhite(rgba[p + channel] as number, rgba[p + 3] as number);
  }
};

function onWhite(value: number, alpha: number): number {
  return alpha === 255 ? value : Math.floor((value * alpha + 255 * (255 - alpha) + 127) / 255);
}
