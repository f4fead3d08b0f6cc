import type { Canvas } from 'canvaskit-wasm';
import type { Size } from '#model/kernel/geometry.ts';
import type { Skia } from '../skia/load.ts';
import type { ImagePlace } from './image-place.ts';

/**
 * The dots `from` <= x < `to` of row `y` whose centers are inside the rounded corners of a picture of `width` x `height`
 * dots. `corners` is their size as fractions of the picture's.
 */
export function cornerSpan(
  corners: Size,
  width: number,
  height: number,
  y: number,
): { readonly from: number; readonly to: number } {
  const radius = corners.height * height;
  const depth = radius - Math.min(y + 0.5, height - y - 0.5);
  if (depth <= 0) return { from: 0, to: width };
  const inset = corners.width * width * (1 - Math.sqrt(1 - (depth / radius) ** 2));
  const from = Math.min(Math.ceil(width / 2), Math.ceil(inset - 0.5));
  return { from, to: width - from };
}

/** Makes the dots of a row of bits at `row` transparent, except `from` <= x < `to`. */
export function clearOutside(
  paper: Uint8Array,
  clear: Uint8Array,
  row: number,
  from: number,
  to: number,
  width: number,
): void {
  for (let i = 0; i < width - (to - from); i++) {
    const x = i < from ? i : to + i - from;
    const bit = 0x80 >> (x & 7);
    paper[row + (x >> 3)] = (paper[row + (x >> 3)] as number) | bit;
    clear[row + (x >> 3)] = (clear[row + (x >> 3)] as number) | bit;
  }
}

/** Clips the canvas to the same shape, with soft edges. */
export function clipCorners(skia: Skia, canvas: Canvas, corners: Size, place: ImagePlace): void {
  const { left, top, width, height, orientation } = place;
  const [across, down] = orientation.transpose ? [corners.height, corners.width] : [corners.width, corners.height];
  const rect = skia.LTRBRect(left, top, left + width, top + height);
  canvas.clipRRect(skia.RRectXY(rect, across * width, down * height), skia.ClipOp.Intersect, true);
}
