import type { ImageTones } from '#model/elements/base/display-op.ts';
import type { Rect, Size } from '#model/kernel/geometry.ts';
import { type AveragedRows, averagedRows, type Region, rowsOf } from './area-average.ts';
import { sharpenedRows } from './sharpened-rows.ts';

/**
 * The rows of a `region` of the image after a part of it (`part`, as shares of its width and height; all when left out)
 * was stretched to `width` x `height` and sharpened. The rest of `tones` is not applied.
 */
export function scaledRows(
  size: Size,
  bytes: Uint8Array,
  width: number,
  height: number,
  part: Rect | undefined,
  region: Region = { x: 0, y: 0, width, height },
  tones?: ImageTones,
): AveragedRows {
  const sharpness = tones?.sharpness ?? 0;
  if (sharpness === 0) return stretchedRows(size, bytes, width, height, part, region);
  const rowsOf = (of: Region): AveragedRows => stretchedRows(size, bytes, width, height, part, of);
  return sharpenedRows(rowsOf, { width, height }, region, sharpness / 100);
}

function stretchedRows(
  size: Size,
  bytes: Uint8Array,
  width: number,
  height: number,
  part: Rect | undefined,
  region: Region,
): AveragedRows {
  if (part === undefined) return averagedRows(rowsOf(bytes, size), width, height, region);
  const wholeWidth = Math.max(width, Math.round(width / part.width));
  const wholeHeight = Math.max(height, Math.round(height / part.height));
  return averagedRows(rowsOf(bytes, size), wholeWidth, wholeHeight, {
    ...region,
    x: region.x + Math.min(wholeWidth - width, Math.round(part.x * wholeWidth)),
    y: region.y + Math.min(wholeHeight - height, Math.round(part.y * wholeHeight)),
  });
}
