import type { Rect, Size } from '#model/kernel/geometry.ts';
import { averagedRows, rowsOf, type Region } from './area-average.ts';

/**
 * Stretches a part of the image (in fractions of its width and height; all of it when left out) to `width` x `height`,
 * and yields the rows of `region` of the result, from the top.
 */
export function scaledRows(
  { width: w, height: h }: Size,
  bytes: Uint8Array,
  width: number,
  height: number,
  part: Rect | undefined,
  region: Region = { x: 0, y: 0, width, height },
): () => Uint8Array {
  if (part === undefined) return averagedRows(rowsOf(bytes, w, h), width, height, region);
  const wholeWidth = Math.max(width, Math.round(width / part.width));
  const wholeHeight = Math.max(height, Math.round(height / part.height));
  return averagedRows(rowsOf(bytes, w, h), wholeWidth, wholeHeight, {
    ...region,
    x: region.x + Math.min(wholeWidth - width, Math.round(part.x * wholeWidth)),
    y: region.y + Math.min(wholeHeight - height, Math.round(part.y * wholeHeight)),
  });
}
