import { applyToPoint, type Affine, type Point, type Size } from '#model/kernel/geometry.ts';
import { roundMm, type Mm } from '#model/kernel/units.ts';
import type { TextCourse } from './text-course.ts';

/** Cubic curves of at most this angle are off a circle by less than a hundred thousandth of its radius. */
const CURVE_RADIANS = Math.PI / 4;
/** The smallest radius of a line: letters of a text that is too tall for its arc meet in the center. */
const LEAST_RADIUS_MM = 0.01;

/** An arc with room for lines of text between it and its center. */
export interface Arc {
  readonly side: 'top' | 'bottom';
  readonly center: Point;
  /** The outer radius; not positive where the box has no room for the lines. */
  readonly radiusMm: Mm;
  /** The whole angle, in radians. */
  readonly angle: number;
  /** The height of all lines. */
  readonly linesMm: Mm;
}

/** The largest arc inside a box of this size whose lines have this height together. */
export function arcInBox(course: TextCourse, { width, height }: Size, linesMm: Mm): Arc {
  const angle = (course.arcDegrees * Math.PI) / 180;
  const half = angle / 2;
  const inner = Math.max(0, Math.cos(half));
  const byWidth = width / (half < Math.PI / 2 ? 2 * Math.sin(half) : 2);
  const byHeight = (height - linesMm * inner) / (1 - Math.cos(half));
  const radiusMm = Math.min(byWidth, byHeight);
  const side = course.course === 'arcBottom' ? 'bottom' : 'top';
  return {
    side,
    center: { x: width / 2, y: side === 'top' ? radiusMm : height - radiusMm },
    radiusMm,
    angle,
    linesMm,
  };
}

/** The smallest box around an arc whose inner edge is `lengthMm` long. */
export function boxOfArc({ arcDegrees }: TextCourse, lengthMm: Mm, linesMm: Mm): Size {
  const angle = (arcDegrees * Math.PI) / 180;
  const half = angle / 2;
  const radius = lengthMm / angle + linesMm;
  return {
    width: radius * (half < Math.PI / 2 ? 2 * Math.sin(half) : 2),
    height: radius * (1 - Math.cos(half)) + linesMm * Math.max(0, Math.cos(half)),
  };
}

/** The distance from the outer edge to a height `yMm` below the top of the lines. */
export function depthMm({ side, linesMm }: Pick<Arc, 'side' | 'linesMm'>, yMm: Mm): Mm {
  return side === 'top' ? yMm : linesMm - yMm;
}

/** The radius of a height below the top of the lines. */
export function radiusAt(arc: Arc, yMm: Mm): Mm {
  return Math.max(LEAST_RADIUS_MM, arc.radiusMm - depthMm(arc, yMm));
}

/**
 * The map from lines (x along the circle from the middle of the arc, y below the top of the lines) to the box, around
 * the point `at` of the lines, on whose height lengths are measured: a rotation and a move.
 */
export function placeOnArc(arc: Arc, at: Point): Affine {
  const radius = radiusAt(arc, at.y);
  const turn = (arc.side === 'top' ? 1 : -1) * (at.x / radius);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const out = arc.side === 'top' ? -radius : radius;
  // Where `at` is on the circle, before it is moved there from the lines.
  const [x, y] = [arc.center.x - out * sin, arc.center.y + out * cos];
  return { a: cos, b: sin, c: -sin, d: cos, e: x - cos * at.x + sin * at.y, f: y - sin * at.x - cos * at.y };
}

/** The part of the circle at the height `yMm` between two places on the circle at the height `baseMm`, as path data. */
export function arcPath(arc: Arc, fromMm: Mm, toMm: Mm, baseMm: Mm, yMm: Mm): string {
  const radius = radiusAt(arc, yMm);
  const angleOf = (along: Mm): number => along / radiusAt(arc, baseMm);
  const [from, to] = [angleOf(fromMm), angleOf(toMm)];
  const count = Math.max(1, Math.ceil((to - from) / CURVE_RADIANS));
  const step = (to - from) / count;
  // The length of the handles of a curve that is nearest to a circle.
  const handle = (4 / 3) * Math.tan(step / 4) * radius;
  const point = (angle: number, alongMm: Mm): string => {
    const place = placeOnArc(arc, { x: angle * radius, y: yMm });
    const { x, y } = applyToPoint(place, { x: angle * radius + alongMm, y: yMm });
    return `${roundMm(x)} ${roundMm(y)}`;
  };
  let data = `M${point(from, 0)}`;
  for (let i = 0; i < count; i++) {
    const [start, end] = [from + i * step, from + (i + 1) * step];
    data += `C${point(start, handle)} ${point(end, -handle)} ${point(end, 0)}`;
  }
  return data;
}
