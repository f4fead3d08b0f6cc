import type { Rect } from '#model/kernel/geometry.ts';
import { rectsOverlap } from '#model/kernel/geometry.ts';
import type { SpanMark } from './editor.ts';

/**
 * The distances between two rectangles: the gap if they are apart, or the distances of all four sides if one is inside
 * or across the other. Zero distances are left out.
 */
export function distancesBetween(of: Rect, to: Rect): readonly SpanMark[] {
  const marks = rectsOverlap(of, to) ? sides(of, to) : [gapAlong('x', of, to), gapAlong('y', of, to)];
  return marks.filter((mark) => mark !== null).filter(({ fromMm, toMm }) => toMm - fromMm > LEAST_MM);
}

/** Shorter distances are rounding errors. */
const LEAST_MM = 0.0015;

function gapAlong(axis: 'x' | 'y', of: Rect, to: Rect): SpanMark | null {
  const side = axis === 'x' ? 'width' : 'height';
  const [first, second] = of[axis] <= to[axis] ? [of, to] : [to, of];
  const fromMm = first[axis] + first[side];
  const atMm = axis === 'x' ? of.y + of.height / 2 : of.x + of.width / 2;
  return fromMm > second[axis] ? null : { axis, fromMm, toMm: second[axis], atMm };
}

function sides(of: Rect, to: Rect): readonly SpanMark[] {
  const x = of.x + of.width / 2;
  const y = of.y + of.height / 2;
  const span = (axis: 'x' | 'y', a: number, b: number): SpanMark => ({
    axis,
    fromMm: Math.min(a, b),
    toMm: Math.max(a, b),
    atMm: axis === 'x' ? y : x,
  });
  return [
    span('x', to.x, of.x),
    span('x', of.x + of.width, to.x + to.width),
    span('y', to.y, of.y),
    span('y', of.y + of.height, to.y + to.height),
  ];
}
