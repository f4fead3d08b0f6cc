import type { ImageOp } from '#model/elements/base/display-op.ts';
import type { Affine } from '#model/kernel/geometry.ts';
import type { Dots } from '#model/kernel/units.ts';
import type { BitPlane } from '../bits/bit-plane.ts';
import type { ImageLibrary } from './image-library.ts';
import { placeImage } from './image-place.ts';
import type { OneBitImage } from './one-bit-image.ts';

/**
 * Puts an image dot for dot into a plane that has the label's rows from `top` on. `toDots` takes the op's
 * millimetres to the label's dots. An unknown image leaves all as it is.
 */
export function putImage(library: ImageLibrary, op: ImageOp, toDots: Affine, plane: BitPlane, top: Dots): void {
  const { left, top: above, width, height, orientation } = placeImage(op.rect, toDots);
  const y = above - top;
  if (left >= plane.width || y >= plane.height || left + width <= 0 || y + height <= 0) return;
  const image = library.oneBit(op, width, height, orientation);
  if (image !== null) putDots(image, left, y, plane);
}

function putDots(image: OneBitImage, left: number, top: number, plane: BitPlane): void {
  const { bits, strideBytes } = plane;
  const { paper, clear, strideBytes: stride } = image;
  const fromX = Math.max(0, left);
  const toX = Math.min(plane.width, left + image.width);
  const toY = Math.min(image.height, plane.height - top);
  for (let y = Math.max(0, -top); y < toY; y++) {
    const target = (top + y) * strideBytes;
    const source = y * stride;
    for (let i = fromX >> 3; i * 8 < toX; i++) {
      const first = i * 8;
      let cover = 0xff >> Math.max(0, fromX - first);
      if (toX < first + 8) cover &= 0xff00 >> (toX - first);
      if (clear !== null) cover &= ~eightDots(clear, source, stride, first - left);
      const dots = eightDots(paper, source, stride, first - left);
      bits[target + i] = ((bits[target + i] as number) & ~cover) | (dots & cover);
    }
  }
}

/** Eight dots from x on, which may begin before the row and end after it. */
function eightDots(bits: Uint8Array, row: number, stride: number, x: number): number {
  const byte = x >> 3;
  const here = byte >= 0 && byte < stride ? (bits[row + byte] as number) : 0;
  const next = byte + 1 >= 0 && byte + 1 < stride ? (bits[row + byte + 1] as number) : 0;
  return (((here << 8) | next) >> (8 - (x & 7))) & 0xff;
}
