import type { Point, Rect, Size } from '#model/kernel/geometry.ts';
import type { Mm } from '#model/kernel/units.ts';
import type { Contour, Segment } from './contour.ts';
import { evenRadii, type CornerRadii } from './shape-element.ts';

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
    if (r === null) return null;
    const quarter = { width: r.width / 2, height: r.height / 2 };
    return rounded(r, [quarter, quarter, quarter, quarter]);
  },
  isParallel: false,
};

export const RECTANGLE: Outline = roundedOutline(evenRadii(0));

/** A rectangle with corners of these radii, or as round as the box allows. */
export function roundedOutline(radii: CornerRadii): Outline {
  return {
    contour: (box, insetMm) => {
      const r = inset(box, insetMm);
      if (r === null) return null;
      const corner = (radiusMm: Mm): Size => {
        const radius = Math.max(0, Math.min(radiusMm, box.width / 2, box.height / 2) - insetMm);
        return { width: radius, height: radius };
      };
      const { topLeft, topRight, bottomRight, bottomLeft } = radii;
      return rounded(r, [corner(topLeft), corner(topRight), corner(bottomRight), corner(bottomLeft)]);
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

/**
 * A polygon whose corners may point inward and be sharp. Its corners are given clockwise, as fractions of the box;
 * moved outward, it keeps them as close to the box as its sides.
 */
export function polygonOutline(corners: readonly Point[]): Outline {
  const plain = convexPolygon(corners);
  return {
    contour(box, insetMm) {
      const contour = plain.contour(box, insetMm);
      if (contour === null || insetMm >= 0) return contour;
      const within = (at: number, from: number, length: Mm): number =>
        Math.min(from + length - insetMm, Math.max(from + insetMm, at));
      return polygon(
        contour.map(([{ x, y }]) => ({ x: within(x, box.x, box.width), y: within(y, box.y, box.height) })),
      );
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

function polygon(points: readonly Point[]): Contour {
  return points.map((from, i): Segment => [from, points[(i + 1) % points.length] ?? from]);
}

/**
 * A rounded rectangle, clockwise from the left end of its top side. `corners` are the extents of the quarters of an
 * ellipse, clockwise from the top left; pieces of length 0 are left out.
 */
function rounded({ x, y, width, height }: Rect, corners: readonly [Size, Size, Size, Size]): Contour {
  const [topLeft, topRight, bottomRight, bottomLeft] = corners;
  const [right, bottom] = [x + width, y + height];
  const at = (px: number, py: number): Point => ({ x: px, y: py });
  const near = (length: Mm): Mm => length * (1 - QUARTER_ARC);
  const pieces: Segment[] = [
    [at(x + topLeft.width, y), at(right - topRight.width, y)],
    [
      at(right - topRight.width, y),
      at(right - near(topRight.width), y),
      at(right, y + near(topRight.height)),
      at(right, y + topRight.height),
    ],
    [at(right, y + topRight.height), at(right, bottom - bottomRight.height)],
    [
      at(right, bottom - bottomRight.height),
      at(right, bottom - near(bottomRight.height)),
      at(right - near(bottomRight.width), bottom),
      at(right - bottomRight.width, bottom),
    ],
    [at(right - bottomRight.width, bottom), at(x + bottomLeft.width, bottom)],
    [
      at(x + bottomLeft.width, bottom),
      at(x + near(bottomLeft.width), bottom),
      at(x, bottom - near(bottomLeft.height)),
      at(x, bottom - bottomLeft.height),
    ],
    [at(x, bottom - bottomLeft.height), at(x, y + topLeft.height)],
    [
      at(x, y + topLeft.height),
      at(x, y + near(topLeft.height)),
      at(x + near(topLeft.width), y),
      at(x + topLeft.width, y),
    ],
  ];
  return pieces.filter((piece) => {
    const [from, to] = [piece[0], piece[piece.length - 1]];
    return to !== undefined && Math.hypot(to.x - from.x, to.y - from.y) > 1e-9;
  });
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
    const turn = before.dx * side.dy - before.dy * side.dx;
    // Sides on one straight line: the corner moves as they do.
    if (Math.abs(turn) < 1e-9) return { x: side.x, y: side.y };
    const along = ((side.x - before.x) * side.dy - (side.y - before.y) * side.dx) / turn;
    return { x: before.x + along * before.dx, y: before.y + along * before.dy };
  });
  const keepsItsWay = sides.every(({ dx, dy }, i) => {
    const [from, to] = [inner[i], inner[(i + 1) % inner.length]];
    return from !== undefined && to !== undefined && (to.x - from.x) * dx + (to.y - from.y) * dy > 0;
  });
  return keepsItsWay ? inner : null;
}
