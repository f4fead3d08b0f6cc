import type { ImageOp } from '#model/elements/base/display-op.ts';
import type { Size } from '#model/kernel/geometry.ts';
import { bytesPerBitRow } from '#render-worker/bits/bit-plane.ts';
import type { GrayImage } from '#render-worker/images/decode-image.ts';
import { createBitRows, type Orientation } from './bit-rows.ts';
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
  /** 1 = transparent, so that the content below is visible; null when no dot is transparent. */
  readonly clear: Uint8Array | null;
}

/** Conversion of an image to black and white, and its used part: the fields of an image op other than its position. */
export type OneBitLook = Pick<ImageOp, 'oneBit' | 'threshold' | 'source'>;

const UPRIGHT: Orientation = { transpose: false, flipX: false, flipY: false };

/** Number of dots per step, which takes some 10 ms. Smaller images take one step. */
const DOTS_AT_ONCE: number = 1 << 20;

/**
 * Scales an image to whole dots and makes it black and white. It works on the upright image row by row, so that only
 * the bits are in memory. `width` and `height` are those of the result, rotated as on the label.
 */
export function toOneBit(
  image: GrayImage,
  width: number,
  height: number,
  look: OneBitLook,
  orientation: Orientation = UPRIGHT,
): OneBitImage {
  const steps = oneBitSteps(image, width, height, look, orientation);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Like `toOneBit`, in steps of some 10 ms, between which the caller can pause or stop. */
function* oneBitSteps(
  image: GrayImage,
  width: number,
  height: number,
  look: OneBitLook,
  orientation: Orientation,
): Generator<null, OneBitImage, void> {
  const [across, down] = orientation.transpose ? [height, width] : [width, height];
  const strideBytes = bytesPerBitRow(width);
  const paper = new Uint8Array(strideBytes * height).fill(0xff);
  const clear = image.alpha === null ? null : new Uint8Array(strideBytes * height);
  const grayRow = scaledRows(image, image.gray, across, down, look.source);
  const alphaRow = image.alpha === null ? null : scaledRows(image, image.alpha, across, down, look.source);
  const dither = createDither(look.oneBit, across, look.threshold);
  const putInk = createBitRows({ width, height, strideBytes, bits: paper, value: 0 }, orientation);
  const putClear =
    clear === null ? null : createBitRows({ width, height, strideBytes, bits: clear, value: 1 }, orientation);
  const row = new Uint8Array(across);
  const rowsAtOnce = Math.max(1, Math.ceil(DOTS_AT_ONCE / across));
  let hasClear = false;
  for (let y = 0; y < down; y++) {
    dither(grayRow(), row);
    const alpha = alphaRow?.();
    if (alpha !== undefined) hasClear = markClear(row, alpha) || hasClear;
    putInk(row, INK);
    putClear?.(row, CLEAR);
    if ((y + 1) % rowsAtOnce === 0) yield null;
  }
  return { width, height, strideBytes, paper, clear: hasClear ? clear : null };
}

/** Values of a row's bytes; 1 is paper that covers the content below. */
const INK = 0;
const CLEAR = 2;

/** Makes paper clear where the image is transparent, and returns whether there was any such dot. Ink stays ink. */
function markClear(row: Uint8Array, alpha: Uint8Array): boolean {
  let any = false;
  for (let x = 0; x < row.length; x++) {
    if ((alpha[x] as number) >= 128 || row[x] === INK) continue;
    row[x] = CLEAR;
    any = true;
  }
  return any;
}
