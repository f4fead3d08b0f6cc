import type { PathOp } from '#model/elements/base/display-op.ts';
import type { DotPattern } from '#model/elements/base/fill-pattern.ts';
import { applyToRect, boundsOfPoints, multiply, type Affine } from '#model/kernel/geometry.ts';
import { dotsPerMm } from '#model/kernel/units.ts';
import type { DisplayList } from '#model/page/display-list.ts';
import { pathPoints } from '../paint/path-data.ts';
import { placePattern, remainder } from '../paint/placed-pattern.ts';
import type { ExactImage } from './exact-image.ts';

/**
 * The pattern of a path in the whole dots of the label that the path touches, transparent between its ink; the path cuts
 * it off. Null where nothing of it is on the label.
 */
export function exactPattern(
  op: PathOp,
  pattern: DotPattern,
  transform: Affine,
  { dpi, widthMm, heightMm }: Pick<DisplayList, 'dpi' | 'widthMm' | 'heightMm'>,
): ExactImage | null {
  const scale = dotsPerMm(dpi);
  const toDots = multiply({ a: scale, b: 0, c: 0, d: scale, e: 0, f: 0 }, transform);
  const bounds = applyToRect(toDots, boundsOfPoints(pathPoints(op.data)));
  const left = Math.max(0, Math.floor(bounds.x));
  const top = Math.max(0, Math.floor(bounds.y));
  const width = Math.min(Math.ceil(widthMm * scale), Math.ceil(bounds.x + bounds.width)) - left;
  const height = Math.min(Math.ceil(heightMm * scale), Math.ceil(bounds.y + bounds.height)) - top;
  if (width <= 0 || height <= 0) return null;
  const { size, ink, key } = placePattern(pattern, toDots);
  const strideBytes = (width + 7) >> 3;
  const clear = new Uint8Array(strideBytes * height).fill(0xff);
  const [firstX, firstY] = [remainder(left, size), remainder(top, size)];
  for (let y = 0; y < height; y++) {
    const row = ((firstY + y) % size) * size;
    for (let x = 0; x < width; x++) {
      const at = y * strideBytes + (x >> 3);
      if (ink[row + ((firstX + x) % size)] === 1) clear[at] = (clear[at] as number) & ~(0x80 >> (x & 7));
    }
  }
  const paper = new Uint8Array(clear.length).fill(op.ink === 'white' ? 0xff : 0);
  const image = { width, height, strideBytes, paper, clear };
  const name = JSON.stringify(['pattern', key, firstX, firstY, width, height, op.ink]);
  return { left, top, width, height, key: name, image };
}
