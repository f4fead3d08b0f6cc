import type { ImageOp } from '#model/elements/base/display-op.ts';
import type { Affine } from '#model/kernel/geometry.ts';
import type { Dots } from '#model/kernel/units.ts';
import type { BitPlane } from '../print/bit-plane.ts';
import type { ImageLibrary } from './image-library.ts';
import { placeImage } from './image-place.ts';
import { CLEAR, INK } from './dot-values.ts';
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
  const toX = Math.min(image.width, plane.width - left);
  const toY = Math.min(image.height, plane.height - top);
  for (let y = Math.max(0, -top); y < toY; y++) {
    const row = (top + y) * strideBytes;
    const source = y * image.width;
    let x = Math.max(0, -left);
    while (x < toX) {
      const at = row + ((left + x) >> 3);
      let byte = bits[at] as number;
      const end = Math.min(toX, x + 8 - ((left + x) & 7));
      for (; x < end; x++) {
        const dot = image.dots[source + x] as number;
        const bit = 0x80 >> ((left + x) & 7);
        if (dot === INK) byte &= ~bit;
        else if (dot !== CLEAR) byte |= bit;
      }
      bits[at] = byte;
    }
  }
}
