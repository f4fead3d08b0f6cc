import type { Size } from '#model/kernel/geometry.ts';
import type { GrayImage } from './decode-image.ts';
import { createOneBitBands, type OneBitLook } from './one-bit-bands.ts';
import type { Orientation } from './image-place.ts';

/**
 * A picture in black and white, one bit per dot: rows of `strideBytes`, the most significant bit leftmost. An image as
 * large as the largest label has 670 million dots at 600 dpi: a print processes that in bands (`one-bit-bands.ts`).
 */
export interface OneBitImage extends Size {
  readonly strideBytes: number;
  /** 1 = paper, also where the image is transparent and to the right of its width. */
  readonly paper: Uint8Array;
  /** 1 = transparent, so that what is below shows; null when nothing is transparent. */
  readonly clear: Uint8Array | null;
}

/** Images of up to this many dots are made at once, larger ones in steps. */
export const DOTS_AT_ONCE: number = 1 << 20;
/** Images of more dots are made in bands for a print; smaller ones are kept for the next label. */
const MOST_WHOLE_DOTS = 32 << 20;

export function isBanded(width: number, height: number): boolean {
  return width * height > MOST_WHOLE_DOTS;
}

/**
 * Scales the upright image to whole dots and makes it black and white, in steps of some 10 ms; the work may be paused or
 * canceled between two of them. `width` and `height` are those of the result, as oriented on the label.
 */
export function* oneBitSteps(
  image: GrayImage,
  width: number,
  height: number,
  look: OneBitLook,
  orientation: Orientation,
): Generator<null, OneBitImage, void> {
  const bands = createOneBitBands(image, width, height, look, orientation);
  const { strideBytes, bandRows, fromBottom } = bands;
  yield* bands.prepare();
  const paper = new Uint8Array(strideBytes * height);
  let clear: Uint8Array | null = null;
  for (let first = 0; first < height; first += bandRows) {
    for (let row = first; row < Math.min(height, first + bandRows); row++) {
      const y = fromBottom ? height - 1 - row : row;
      const band = bands.bandOf(y);
      const from = band.offsetOf(y);
      paper.set(band.paper.subarray(from, from + strideBytes), y * strideBytes);
      if (band.clear === null) continue;
      clear ??= new Uint8Array(strideBytes * height);
      clear.set(band.clear.subarray(from, from + strideBytes), y * strideBytes);
    }
    yield null;
  }
  return { width, height, strideBytes, paper, clear };
}
