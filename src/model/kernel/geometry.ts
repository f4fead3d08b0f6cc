export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** An axis-parallel rectangle, in the unit of its space. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Degrees clockwise, as seen on the label. */
export type Rotation = 0 | 90 | 180 | 270;
export const ROTATIONS: readonly Rotation[] = [0, 90, 180, 270];

/** x' = a x + c y + e; y' = b x + d y + f. */
export interface Affine {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

export const IDENTITY: Affine = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

/** The combined transform: `first`, then `after`. */
export function multiply(after: Affine, first: Affine): Affine {
  return {
    a: after.a * first.a + after.c * first.b,
    b: after.b * first.a + after.d * first.b,
    c: after.a * first.c + after.c * first.d,
    d: after.b * first.c + after.d * first.d,
    e: after.a * first.e + after.c * first.f + after.e,
    f: after.b * first.e + after.d * first.f + after.f,
  };
}

/** A clockwise rotation about a point, in degrees. */
export function rotationAbout({ x, y }: Point, degrees: number): Affine {
  const radians = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  return { a: cos, b: sin, c: -sin, d: cos, e: x - cos * x + sin * y, f: y - sin * x - cos * y };
}

/** Rounding error of a quarter turn, as a part of the scale. */
const LEVEL = 1e-9;

/** Whether rectangles stay level: it turns by quarters at most. */
export function keepsLevel({ a, b, c, d }: Affine): boolean {
  const straight = Math.abs(a) + Math.abs(d);
  const turned = Math.abs(b) + Math.abs(c);
  return turned <= LEVEL * straight || straight <= LEVEL * turned;
}

export function applyToPoint(m: Affine, p: Point): Point {
  return { x: m.a * p.x + m.c * p.y + m.e, y: m.b * p.x + m.d * p.y + m.f };
}

export function applyToRect({ a, b, c, d, e, f }: Affine, r: Rect): Rect {
  const [right, bottom] = [r.x + r.width, r.y + r.height];
  const [x0, x1, x2, x3] = [
    a * r.x + c * r.y + e,
    a * right + c * r.y + e,
    a * r.x + c * bottom + e,
    a * right + c * bottom + e,
  ];
  const [y0, y1, y2, y3] = [
    b * r.x + d * r.y + f,
    b * right + d * r.y + f,
    b * r.x + d * bottom + f,
    b * right + d * bottom + f,
  ];
  const [x, y] = [Math.min(x0, x1, x2, x3), Math.min(y0, y1, y2, y3)];
  return { x, y, width: Math.max(x0, x1, x2, x3) - x, height: Math.max(y0, y1, y2, y3) - y };
}

export function boundsOfPoints(points: readonly Point[]): Rect {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (const p of points) {
    left = Math.min(left, p.x);
    top = Math.min(top, p.y);
    right = Math.max(right, p.x);
    bottom = Math.max(bottom, p.y);
  }
  return points.length === 0
    ? { x: 0, y: 0, width: 0, height: 0 }
    : { x: left, y: top, width: right - left, height: bottom - top };
}

/** The smallest rectangle around all of them; null when there is none. */
export function unionRects(rects: Iterable<Rect>): Rect | null {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (const { x, y, width, height } of rects) {
    left = Math.min(left, x, x + width);
    top = Math.min(top, y, y + height);
    right = Math.max(right, x, x + width);
    bottom = Math.max(bottom, y, y + height);
  }
  return left === Infinity ? null : { x: left, y: top, width: right - left, height: bottom - top };
}

/** Whether the two share at least one point; touching edges count. */
export function rectsOverlap(a: Rect, b: Rect): boolean {
  return a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height;
}

export function rectContains(r: Rect, p: Point): boolean {
  return p.x >= r.x && p.x <= r.x + r.width && p.y >= r.y && p.y <= r.y + r.height;
}

export function rotatedSize(size: Size, rotation: Rotation): Size {
  return rotation === 90 || rotation === 270 ? { width: size.height, height: size.width } : size;
}

/** The distance from a point to the nearest point of a line segment. */
export function distanceToSegment(from: Point, to: Point, point: Point): number {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const squared = dx * dx + dy * dy;
  const along = squared === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / squared;
  const at = Math.min(1, Math.max(0, along));
  return Math.hypot(point.x - from.x - at * dx, point.y - from.y - at * dy);
}

/** The rectangle with all its edges moved outward by `by`. */
export function grownRect({ x, y, width, height }: Rect, by: number): Rect {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}
