import { applyToRect, type Affine, type Rect } from '#model/kernel/geometry.ts';

/** Position of an image in whole pixels, with its orientation. */
export interface ImagePlace {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly orientation: Orientation;
}

/** Borders are rounded to the nearest whole pixel, at least one pixel each way. Images are rotated by quarters only. */
export function placeImage(rect: Rect, toPixels: Affine): ImagePlace {
  const box = applyToRect(toPixels, rect);
  const left = wholePixel(box.x);
  const top = wholePixel(box.y);
  const transpose = Math.abs(toPixels.b) > Math.abs(toPixels.a);
  return {
    left,
    top,
    width: Math.max(1, wholePixel(box.x + box.width) - left),
    height: Math.max(1, wholePixel(box.y + box.height) - top),
    orientation: {
      transpose,
      flipX: (transpose ? toPixels.c : toPixels.a) < 0,
      flipY: (transpose ? toPixels.b : toPixels.d) < 0,
    },
  };
}

/**
 * Rounds to the nearest pixel, after rounding to a millionth: a half has to be rounded the same way in each band of a
 * page, although the offset of a band causes other rounding errors.
 */
function wholePixel(value: number): number {
  return Math.floor(Math.round(value * 1e6) / 1e6 + 0.5);
}

/** Orientation of a picture on the label: x and y are exchanged first, then it is mirrored. */
export interface Orientation {
  readonly transpose: boolean;
  readonly flipX: boolean;
  readonly flipY: boolean;
}
