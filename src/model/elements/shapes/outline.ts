import type { Point, Rect } from '#model/kernel/geometry.ts';
import type { Mm } from '#model/kernel/units.ts';
import type { Contour, Segment } from './contour.ts';

/** The form of a closed shape, for a box of any size. */
export interface Outline {
  /**
   * The shape's edge in this box, moved inward by `insetMm` on all sides (outward if negative); null when nothing is
   * left.
   */
  contour(box: Rect, insetMm: Mm): Contour | null;
  /** Whether the band between two insets has the same width everywhere. */
  readonly isParallel: boolean;
}

/**
 * Distance of the control points of a curve that approximates a quarter circle of radius 1; off by 0.03 % of the
 * radius.
 */
const QUARTER_ARC = 0.5522847498;

export const ELLIPSE: Outline = {
  contour: (box, insetMm) => {
    const r = inset(box, insetMm);
    return r === null ? null : rounded(r, r.width / 2, r.height / 2);
  },
  isParallel: false,
};

export const RECTANGLE: Outline = roundedOutline(0);

/** A rectangle with corners of this radius, or as round as the box allows. */
export function roundedOutline(radiusMm: Mm): Outline {
  return {
    contour: (box, insetMm) => {
      const r = inset(box, insetMm);
      if (r === null) return null;
      const radius = Math.max(0, Math.min(radiusMm, box.width / 2, box.height / 2) - insetMm);
      return radius === 0 ? polygon(cornersOf(r)) : rounded(r, radius, radius);
    },
    isParallel: true,
  };
}

/** A convex polygon. Its corners are given clockwise, as fractions of the box. */
export function convexPolygon(corners: readonly Point[]): Outline {
  return {
    contour: (box, insetMm) => {
      if (box.width <= 0 || box.height <= 0) return null;
      const outer = corners.map((p) => ({ x: box.x + p.x * box.width, y: box.y + p.y * box.height }));
      const inner = insetMm === 0 ? outer : insetPolygon(outer, insetMm);
      return inner === null ? null : polygon(inner);
    },
    isParallel: true,
  };
}

export const DIAMOND: Outline = convexPolygon([
  { x: 0.5, y: 0 },
  { x: 1, y: 0.5 },
  { x: 0.5, y: 1 },
  { x: 0, y: 0.5 },
]);

export const TRIANGLE: Outline = convexPolygon([
  { x: 0.5, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
]);

function inset({ x, y, width, height }: Rect, by: Mm): Rect | null {
  const r = { x: x + by, y: y + by, width: width - 2 * by, height: height - 2 * by };
  return r.width > 0 && r.height > 0 ? r : null;
}

function cornersOf({ x, y, width, height }: Rect): readonly Point[] {
  return [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ];
}

function polygon(points: readonly Point[]): Contour {
  return points.map((from, i): Segment => [from, points[(i + 1) % points.length] ?? from]);
}

/** A rounded rectangle, clockwise from the left end of its top side; sides of length 0 are left out. */
function rounded({ x, y, width, height }: Rect, rx: Mm, ry: Mm): Contour {
  const [kx, ky] = [rx * (1 - QUARTER_ARC), ry * (1 - QUARTER_ARC)];
  const [right, bottom] = [x + width, y + height];
  const at = (px: number, py: number): Point => ({ x: px, y: py });
  const pieces: Segment[] = [
    [at(x + rx, y), at(right - rx, y)],
    [at(right - rx, y), at(right - kx, y), at(right, y + ky), at(right, y + ry)],
    [at(right, y + ry), at(right, bottom - ry)],
    [at(right, bottom - ry), at(right, bottom - ky), at(right - kx, bottom), at(right - rx, bottom)],
    [at(right - rx, bottom), at(x + rx, bottom)],
    [at(x + rx, bottom), at(x + kx, bottom), at(x, bottom - ky), at(x, bottom - ry)],
    [at(x, bottom - ry), at(x, y + ry)],
    [at(x, y + ry), at(x, y + ky), at(x + kx, y), at(x + rx, y)],
  ];
  return pieces.filter(([from, to], i) => i % 2 === 1 || Math.hypot(to.x - from.x, to.y - from.y) > 1e-9);
}

/** Moves each side inward; null when the sides meet. */
function insetPolygon(points: readonly Point[], by: Mm): readonly Point[] | null {
  const sides = points.map((from, i) => {
    const to = points[(i + 1) % points.length] ?? from;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
    return { x: from.x - dy * by, y: from.y + dx * by, dx, dy };
  });
  const inner = sides.map((side, i) => {
    const before = sides.at(i - 1) ?? side;
    const along =
      ((side.x - before.x) * side.dy - (side.y - before.y) * side.dx) / (before.dx * side.dy - before.dy * side.dx);
    return { x: before.x + along * before.dx, y: before.y + along * before.dy };
  });
  const keepsItsWay = sides.every(({ dx, dy }, i) => {
    const [from, to] = [inner[i], inner[(i + 1) % inner.length]];
    return from !== undefined && to !== undefined && (to.x - from.x) * dx + (to.y - from.y) * dy > 0;
  });
  return keepsItsWay ? inner : null;
}
