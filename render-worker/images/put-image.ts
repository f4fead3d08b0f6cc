import type { ImageOp } from '#model/elements/base/display-op.ts';
import type { Affine } from '#model/kernel/geometry.ts';
import type { Dots } from '#model/kernel/units.ts';
import type { BitPlane } from '../bits/bit-plane.ts';
import type { ImageLibrary } from './image-library.ts';
import { placeImage } from './image-place.ts';
import { isBanded, type OneBitImage } from './one-bit-image.ts';

/**
 * Copies an image dot for dot into a plane that has the label's rows from `top` on. `toDots` maps the op's millimeters
 * to the label's dots. An unknown image changes nothing.
 */
export function putImage(library: ImageLibrary, op: ImageOp, toDots: Affine, plane: BitPlane, top: Dots): void {
  const { left, top: above, width, height, orientation } = placeImage(op.rect, toDots);
  const y = above - top;
  if (left >= plane.width || y >= plane.height || left + width <= 0 || y + height <= 0) return;
  const from = Math.max(0, -y);
  const to = Math.min(height, plane.height - y);
  if (isBanded(width, height)) {
    const bands = library.oneBitBands(op, width, height, orientation);
    if (bands === null) return;
    for (let row = from; row < to; row++) {
      const band = bands.bandOf(row);
      putRow(band, band.offsetOf(row), bands, left, y + row, plane);
    }
    return;
  }
  const image = library.oneBit(op, width, height, orientation);
  if (image === null) return;
  for (let row = from; row < to; row++) putRow(image, row * image.strideBytes, image, left, y + row, plane);
}

type Bits = Pick<OneBitImage, 'paper' | 'clear'>;

/** Copies the row of bits that begins at `source` into row `y` of the plane, from `left` on. */
function putRow(
  { paper, clear }: Bits,
  source: number,
  { width, strideBytes: stride }: Pick<OneBitImage, 'width' | 'strideBytes'>,
  left: number,
  y: number,
  plane: BitPlane,
): void {
  const { bits, strideBytes } = plane;
  const target = y * strideBytes;
  const fromX = Math.max(0, left);
  const toX = Math.min(plane.width, left + width);
  let i = fromX >> 3;
  if (clear === null && (left & 7) === 0) {
    // Whole bytes are copied; the rest at the right is handled below.
    const bytes = (toX >> 3) - i;
    if (bytes > 0) {
      const first = source + i - (left >> 3);
      bits.set(paper.subarray(first, first + bytes), target + i);
      i += bytes;
    }
  }
  for (; i * 8 < toX; i++) {
    const first = i * 8;
    let cover = 0xff >> Math.max(0, fromX - first);
    if (toX < first + 8) cover &= 0xff00 >> (toX - first);
    if (clear !== null) cover &= ~eightDots(clear, source, stride, first - left);
    const dots = eightDots(paper, source, stride, first - left);
    bits[target + i] = ((bits[target + i] as number) & ~cover) | (dots & cover);
  }
}

/** Eight dots from x on, which may begin before the row and end after it. */
function eightDots(bits: Uint8Array, row: number, stride: number, x: number): number {
  const byte = x >> 3;
  const here = byte >= 0 && byte < stride ? (bits[row + byte] as number) : 0;
  const next = byte + 1 >= 0 && byte + 1 < stride ? (bits[row + byte + 1] as number) : 0;
  return (((here << 8) | next) >> (8 - (x & 7))) & 0xff;
}
