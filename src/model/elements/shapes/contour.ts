import type { Point } from '#model/kernel/geometry.ts';

/** A straight piece (from, to) or a cubic curve (from, two control points, to). */
export type Segment = readonly [Point, Point] | readonly [Point, Point, Point, Point];

/** A closed line, clockwise on the label (y points down). Each segment starts at the end of the previous one. */
export type Contour = readonly Segment[];

export function reversed(contour: Contour): Contour {
  return contour.toReversed().map((segment) => segment.toReversed() as unknown as Segment);
}

/** The contours as path data of the display list: absolute M L C Z, to a millionth of a unit. */
export function pathData(...contours: readonly Contour[]): string {
  return contours.map(contourData).join(' ');
}

function contourData(contour: Contour): string {
  return contour.length === 0 ? '' : `${lineData(contour)} Z`;
}

/** A line that is not closed, as path data. */
export function lineData(line: readonly Segment[]): string {
  const [first] = line;
  if (first === undefined) return '';
  const pieces = line.map((segment) =>
    segment.length === 2 ? `L ${coordinates(segment[1])}` : `C ${segment.slice(1).map(coordinates).join(' ')}`,
  );
  return `M ${coordinates(first[0])} ${pieces.join(' ')}`;
}

function coordinates({ x, y }: Point): string {
  return `${decimal(x)} ${decimal(y)}`;
}

/** A number as text, without exponent or negative zero. */
function decimal(value: number): number {
  return Math.round(value * 1e6) / 1e6 + 0;
}

/**
 * The number of straight pieces that approximate a curve when distances are measured: less than 1 % of its radius off.
 */
const CURVE_STEPS = 8;

/** The corners of a polygon close to the contour, for measuring distances. */
export function polygonOf(contour: Contour): readonly Point[] {
  return contour.flatMap((segment) =>
    segment.length === 2
      ? [segment[0]]
      : Array.from({ length: CURVE_STEPS }, (_, i) => pointOnCurve(segment, i / CURVE_STEPS)),
  );
}

/** The points of a line that is not closed, to its end. */
export function pointsOf(line: readonly Segment[]): readonly Point[] {
  const end = line.at(-1)?.at(-1);
  return end === undefined ? [] : [...polygonOf(line), end];
}

function pointOnCurve([p0, p1, p2, p3]: readonly [Point, Point, Point, Point], t: number): Point {
  const s = 1 - t;
  const [b0, b1, b2, b3] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
  return {
    x: b0 * p0.x + b1 * p1.x + b2 * p2.x + b3 * p3.x,
    y: b0 * p0.y + b1 * p1.y + b2 * p2.y + b3 * p3.y,
  };
}

/** Whether the point is inside the polygon: a ray to the right crosses the edge an odd number of times. */
export function isInside(corners: readonly Point[], point: Point): boolean {
  let odd = false;
  corners.forEach((to, i) => {
    const from = corners.at(i - 1) ?? to;
    if (from.y > point.y === to.y > point.y) return;
    if (point.x < from.x + ((point.y - from.y) / (to.y - from.y)) * (to.x - from.x)) odd = !odd;
  });
  return odd;
}
