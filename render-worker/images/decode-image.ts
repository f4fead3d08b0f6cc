import type { Image, MallocObj } from 'canvaskit-wasm';
import type { Size } from '#model/kernel/geometry.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { Pointer } from '#model/kernel/wasm-memory.ts';
import { channelOf, isOpaque, lumaOf, onWhite, unpremultiply } from '../kernel/kernel.wasm';
import { kernelBytes, withRoom } from '../kernel/memory.ts';
import type { Skia } from '../skia/load.ts';

/** An image as gray on white paper. */
export interface GrayImage extends Size {
  readonly gray: Uint8Array;
  /** The opacity of each pixel; null when all are opaque. */
  readonly alpha: Uint8Array | null;
}

/** An image on white paper: one plane of gray, or those of red, green and blue. */
export interface ToneImage extends Size {
  readonly planes: readonly Uint8Array[];
  readonly alpha: Uint8Array | null;
}

/** Rows copied from Skia at a time, so that the RGBA copy stays small. */
const ROWS_AT_A_TIME = 64;

/**
 * Decodes with Skia, so that the result does not depend on the browser. The caller has inspected the bytes. Problem:
 * `image.corrupt`.
 */
export function decodeImage(skia: Skia, bytes: Uint8Array): Result<GrayImage> {
  const decoded = decode(skia, bytes, GRAY);
  if (!decoded.ok) return decoded;
  const { width, height, planes, alpha } = decoded.value;
  return ok({ width, height, gray: planes[0] as Uint8Array, alpha });
}

/** Decodes in color, three bytes for each pixel. */
export function decodeColours(skia: Skia, bytes: Uint8Array): Result<ToneImage> {
  return decode(skia, bytes, COLOURS);
}

/** Makes a plane of the tones of `count` RGBA pixels, all in the kernel's memory. */
type TakePlane = (rgba: Pointer, count: number, plane: Pointer) => void;

const GRAY: readonly TakePlane[] = [(rgba, count, plane) => lumaOf(rgba, count, 128, plane)];
const COLOURS: readonly TakePlane[] = [0, 1, 2].map(
  (channel) => (rgba, count, plane) => channelOf(rgba, count, channel, plane),
);
const ALPHA = 3;

function decode(skia: Skia, bytes: Uint8Array, takes: readonly TakePlane[]): Result<ToneImage> {
  // Skia's function copies an array once more on its way into the heap, but not a whole buffer.
  const { buffer } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length;
  const image = skia.MakeImageFromEncoded(isWhole ? buffer : bytes);
  if (image === null) return err(problem('image.corrupt'));
  const width = image.width();
  const height = image.height();
  const rows = Math.min(ROWS_AT_A_TIME, height);
  const memory = skia.Malloc(Uint8Array, width * rows * 4);
  try {
    if (memory.byteOffset === 0) return err(problem('render.outOfMemory', { widthPx: width, heightPx: height }));
    return readPlanes(skia, image, memory, rows, takes);
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
  takes: readonly TakePlane[],
): Result<ToneImage> {
  const width = image.width();
  const height = image.height();
  const planes = takes.map(() => new Uint8Array(width * height));
  const alphaType = isPlain(skia, image) ? skia.AlphaType.Premul : skia.AlphaType.Unpremul;
  /** Null until a pixel is not opaque. */
  let alpha: Uint8Array | null = null;
  for (let y = 0; y < height; y += rowsAtATime) {
    const rows = Math.min(rowsAtATime, height - y);
    const info = {
      width,
      height: rows,
      colorType: skia.ColorType.RGBA_8888,
      alphaType,
      colorSpace: skia.ColorSpace.SRGB,
    };
    if (image.readPixels(0, y, info, memory, width * 4) === null) return err(problem('image.corrupt'));
    const count = width * rows;
    const first = width * y;
    withRoom((room) => {
      const rgba = room.put((memory.toTypedArray() as Uint8Array).subarray(0, count * 4));
      const opacity = room.take(count + 16);
      channelOf(rgba, count, ALPHA, opacity);
      const opaque = isOpaque(opacity, count) !== 0;
      if (!opaque && alphaType === skia.AlphaType.Premul) unpremultiply(rgba, count);
      for (const [i, take] of takes.entries()) {
        const plane = room.take(count + 16);
        take(rgba, count, plane);
        if (!opaque) onWhite(plane, opacity, count);
        planes[i]?.set(kernelBytes().subarray(plane, plane + count), first);
      }
      if (opaque && alpha === null) return;
      alpha ??= new Uint8Array(width * height).fill(255);
      alpha.set(kernelBytes().subarray(opacity, opacity + count), first);
    });
  }
  return ok({ width, height, planes, alpha });
}

/**
 * True when Skia has the pixels in the requested form, except that its colors are multiplied by alpha. Then they are
 * read unchanged and divided in the kernel, which gives the same colors faster. Where Skia has to convert from another
 * color space, only its own division comes before its rounding.
 */
function isPlain(skia: Skia, image: Image): boolean {
  const colorSpace = image.getColorSpace();
  try {
    const isSrgb = skia.ColorSpace.Equals(colorSpace, skia.ColorSpace.SRGB);
    return isSrgb && image.getImageInfo().colorType === skia.ColorType.RGBA_8888;
  } finally {
    colorSpace.delete();
  }
}
