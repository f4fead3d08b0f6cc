import { NO_CROP, type ImageCrop } from '#model/elements/image/image-element.ts';
import type { GrayImage } from './decode-image.ts';

/** Grays from this value are paper: JPEG leaves faint noise around what it shows. */
const EMPTY_FROM = 246;
/** Fractions are rounded outward to this share. */
const STEPS = 1e4;

/** The crop that removes the edges of a picture that are white or transparent; none for an empty picture. */
export function edgesOf({ gray, width, height }: GrayImage): ImageCrop {
  let left = width;
  let right = 0;
  let top = height;
  let bottom = 0;
  for (let y = 0; y < height; y++) {
    const row = gray.subarray(y * width, (y + 1) * width);
    const first = row.findIndex((tone) => tone < EMPTY_FROM);
    if (first < 0) continue;
    left = Math.min(left, first);
    right = Math.max(right, row.findLastIndex((tone) => tone < EMPTY_FROM) + 1);
    top = Math.min(top, y);
    bottom = y + 1;
  }
  if (bottom === 0) return NO_CROP;
  const share = (pixels: number, of: number): number => Math.floor((pixels / of) * STEPS) / STEPS;
  return {
    cropLeft: share(left, width),
    cropTop: share(top, height),
    cropRight: share(width - right, width),
    cropBottom: share(height - bottom, height),
  };
}
