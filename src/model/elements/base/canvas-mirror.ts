import type { Affine, Rect } from '#model/kernel/geometry.ts';
import type { Mm } from '#model/kernel/units.ts';

/** Mirrors the label about its vertical center line. */
export function mirrorOfCanvas(labelWidthMm: Mm): Affine {
  return { a: -1, b: 0, c: 0, d: 1, e: labelWidthMm, f: 0 };
}

/** The bounds of a mirrored copy. */
export function mirroredOnCanvas(rect: Rect, labelWidthMm: Mm): Rect {
  return { ...rect, x: labelWidthMm - rect.x - rect.width };
}
