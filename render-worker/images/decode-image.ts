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

/** Rows that are taken out of Skia at a time, so that the RGBA copy stays small. */
const ROWS_AT_A_TIME = 64;

/**
 * Decodes with Skia, whose result does not depend on the browser. The caller has inspected the bytes.
 * Problem: `image.corrupt`.
 */
export function decodeImage(skia: Skia, bytes: Uint8Array): Result<GrayImage> {
  const image = skia.MakeImageFromEncoded(bytes);
  if (image === null) return err(problem('image.corrupt'));
  const width = image.width();
  const height = image.height();
  const rows = Math.min(ROWS_AT_A_TIME, height);
  const memory = skia.Malloc(Uint8Array, width * rows * 4);
  try {
    if (memory.byteOffset === 0) return err(problem('render.outOfMemory', { widthPx: width, heightPx: height }));
    return readGray(skia, image, memory, rows);
  } finally {
    skia.Free(memory);
    image.delete();
  }
}

function readGray(skia: Skia, image: Image, memory: MallocObj, rowsAtATime: number): Result<GrayImage> {
  const width = image.width();
  const height = image.height();
  const gray = new Uint8Array(width * height);
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
      const luma = ((rgba[p] as number) * 77 + (rgba[p + 1] as number) * 150 + (rgba[p + 2] as number) * 29 + 128) >> 8;
      alpha[first + i] = a;
      if (a === 255) {
        gray[first + i] = luma;
      } else {
        opaque = false;
        gray[first + i] = Math.floor((luma * a + 255 * (255 - a) + 127) / 255);
      }
    }
  }
  return ok({ width, height, gray, alpha: opaque ? null : alpha });
}
