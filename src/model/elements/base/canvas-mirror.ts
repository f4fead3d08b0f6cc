import type { Affine, Rect } from '#model/kernel/geometry.ts';
import type { Mm } from '#model/kernel/units.ts';
import type { ElementType } from './element.ts';

/** Specification 2, section 9: a table has no canvas mirror. */
const WITHOUT_CANVAS_MIRROR: ReadonlySet<string> = new Set(['table']);

export function canHaveCanvasMirror(type: ElementType): boolean {
  return !WITHOUT_CANVAS_MIRROR.has(type);
}

/** Label to label: left and right exchanged about the label's vertical centre line. */
export function mirrorOfCanvas(labelWidthMm: Mm): Affine {
  return { a: -1, b: 0, c: 0, d: 1, e: labelWidthMm, f: 0 };
}

/** Where the mirrored copy of something stands. */
export function mirroredOnCanvas(rect: Rect, labelWidthMm: Mm): Rect {
  return { ...rect, x: labelWidthMm - rect.x - rect.width };
}
