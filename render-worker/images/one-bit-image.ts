import type { ImageOp } from '#model/elements/base/display-op.ts';
import type { Size } from '#model/kernel/geometry.ts';
import { bytesPerBitRow } from '../print/bit-plane.ts';
import type { GrayImage } from './decode-image.ts';
import { createDither } from './dither.ts';
import { scaledRows } from './scaled-rows.ts';

/**
 * A picture in black and white, one bit a dot: rows of `strideBytes`, the most significant bit leftmost. An image as
 * large as the largest label has 670 million dots at 600 dpi.
 */
export interface OneBitImage extends Size {
  readonly strideBytes: number;
  /** 1 = paper, also where the image is transparent and to the right of its width. */
  readonly paper: Uint8Array;
  /** 1 = transparent: what lies below shows; null when nothing is. */
  readonly clear: Uint8Array | null;
}

/** How an image becomes black and white, and which part of it: what an image op says beside where it goes. */
export type OneBitLook = Pick<ImageOp, 'oneBit' | 'threshold' | 'source'>;

/** Names all of a look that the dots depend on. */
export function lookKey({ oneBit, threshold: level, source }: OneBitLook): string {
  const part = source === undefined ? '' : `${source.x} ${source.y} ${source.width} ${source.height}`;
  return `${oneBit} ${oneBit === 'threshold' ? (level ?? '') : ''} ${part}`;
}

/** How a picture stands on the label: x and y exchanged first, then mirrored. */
export interface Orientation {
  readonly transpose: boolean;
  readonly flipX: boolean;
  readonly flipY: boolean;
}

export const UPRIGHT: Orientation = { transpose: false, flipX: false, flipY: false };

/**
 * Scales to whole dots and makes black and white, as the image stands upright: row by row, so that there is never
 * more than the bits. `width` and `height` are those of the result, as it stands on the label.
 */
export function toOneBit(
  image: GrayImage,
  width: number,
  height: number,
  look: OneBitLook,
  orientation: Orientation = UPRIGHT,
): OneBitImage {
  const [across, down] = orientation.transpose ? [height, width] : [width, height];
  const strideBytes = bytesPerBitRow(width);
  const paper = new Uint8Array(strideBytes * height).fill(0xff);
  const clear = image.alpha === null ? null : new Uint8Array(strideBytes * height);
  const grayRow = scaledRows(image, image.gray, across, down, look.source);
  const alphaRow = image.alpha === null ? null : scaledRows(image, image.alpha, across, down, look.source);
  const dither = createDither(look.oneBit, across, look.threshold);
  const isPaper = new Uint8Array(across);
  const { transpose, flipX, flipY } = orientation;
  let hasClear = false;
  for (let y = 0; y < down; y++) {
    dither(grayRow(), isPaper);
    const alpha = alphaRow?.();
    const [lineX, lineY] = [flipX ? width - 1 - y : y, flipY ? height - 1 - y : y];
    for (let x = 0; x < across; x++) {
      const inked = isPaper[x] === 0;
      if (!inked && (alpha === undefined || (alpha[x] as number) >= 128)) continue;
      const toX = transpose ? lineX : flipX ? width - 1 - x : x;
      const toY = transpose ? (flipY ? height - 1 - x : x) : lineY;
      const at = toY * strideBytes + (toX >> 3);
      const bit = 0x80 >> (toX & 7);
      if (inked) paper[at] = (paper[at] as number) & ~bit;
      else if (clear !== null) {
        clear[at] = (clear[at] as number) | bit;
        hasClear = true;
      }
    }
  }
  return { width, height, strideBytes, paper, clear: hasClear ? clear : null };
}
