import type { Point, Rect, Size } from '#model/kernel/geometry.ts';
import type { Mm } from '#model/kernel/units.ts';
import { isInside, type Contour, type Segment } from './contour.ts';
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
export const QUARTER_ARC = 0.5522847498;

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
 * A polygon whose corners may point inward and be sharp. Its corners are given clockwise, as fractions of the box; moved
 * outward, they stay as close to the box as its sides.
 */
export function polygonOutline(cornersIn: (box: Size) => readonly Point[]): Outline {
  return {
    contour(box, insetMm) {
      const corners = cornersIn(box);
      const distinct = corners.filter((corner, i) => !isSame(corner, corners.at(i - 1)));
      const contour = convexPolygon(distinct).contour(box, insetMm);
      if (contour === null || insetMm >= 0) return contour;
      const limited = (at: number, from: number, length: Mm): number =>
        Math.min(from + length - insetMm, Math.max(from + insetMm, at));
      return polygon(
        contour.map(([{ x, y }]) => ({ x: limited(x, box.x, box.width), y: limited(y, box.y, box.height) })),
      );
    },
    isParallel: true,
  };
}

function isSame(a: Point, b: Point | undefined): boolean {
  return b !== undefined && Math.hypot(a.x - b.x, a.y - b.y) < 1e-9;
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

/** A straight line with a direction of length 1; the polygon is to its right. */
interface Side extends Point {
  readonly dx: number;
  readonly dy: number;
}

/** Moves each side inward and leaves out those that vanish; null when nothing is left. */
function insetPolygon(points: readonly Point[], by: Mm): readonly Point[] | null {
  let sides = points.map((from, i): Side => {
    const to = points[(i + 1) % points.length] ?? from;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
    return { x: from.x - dy * by, y: from.y + dx * by, dx, dy };
  });
  while (sides.length >= 3) {
    const corners = sides.map((side, i) => meeting(sides.at(i - 1) ?? side, side));
    const vanished = vanishedSides(sides, corners);
    if (vanished.size === 0) return within(points, corners, by);
    if (vanished.size === sides.length) return null;
    const left = sides.filter((side) => !vanished.has(side));
    sides = left.filter((side, i) => !isOneLine(left.at(i - 1) ?? side, side));
  }
  return null;
}

/** The corners of what is left; null where sides that vanished leave a part outside of the polygon. */
function within(points: readonly Point[], corners: readonly (Point | null)[], by: Mm): readonly Point[] | null {
  const left = corners.flatMap((corner) => corner ?? []);
  return by < 0 || left.every((corner) => isInside(points, corner)) ? left : null;
}

/** The corner between two sides; null for sides that run back along each other. */
function meeting(before: Side, side: Side): Point | null {
  const turn = before.dx * side.dy - before.dy * side.dx;
  if (Math.abs(turn) >= 1e-9) {
    const along = ((side.x - before.x) * side.dy - (side.y - before.y) * side.dx) / turn;
    return { x: before.x + along * before.dx, y: before.y + along * before.dy };
  }
  // Sides on one straight line: the corner moves as they do.
  return before.dx * side.dx + before.dy * side.dy > 0 ? { x: side.x, y: side.y } : null;
}

/** Whether one side continues the other, after what was between them has vanished. */
function isOneLine(before: Side, side: Side): boolean {
  const across = (side.x - before.x) * before.dy - (side.y - before.y) * before.dx;
  return before !== side && Math.abs(across) < 1e-9 && before.dx * side.dx + before.dy * side.dy > 1 - 1e-9;
}

/** The sides that end before they start, and those that have no corner in common. */
function vanishedSides(sides: readonly Side[], corners: readonly (Point | null)[]): ReadonlySet<Side> {
  return new Set(
    sides.filter((side, i) => {
      const [from, to] = [corners[i] ?? null, corners[(i + 1) % corners.length] ?? null];
      return from === null || to === null || (to.x - from.x) * side.dx + (to.y - from.y) * side.dy <= 0;
    }),
  );
}
