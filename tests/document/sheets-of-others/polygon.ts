import type { Area, Corner, Quad } from './truth.ts';

/** Corners of an upright box, clockwise from its top left. */
export function cornersOf({ x, y, width, height }: Area): Quad {
  return [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ];
}

/** The upright bounding box of some corners. */
export function boxAround(points: readonly Corner[]): Area {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** Rotates a point clockwise about another one. */
export function turnAbout([x, y]: Corner, degrees: number, [cx, cy]: Corner): Corner {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [cx + cos * (x - cx) - sin * (y - cy), cy + sin * (x - cx) + cos * (y - cy)];
}

export function turnQuad([a, b, c, d]: Quad, degrees: number, about: Corner): Quad {
  const turn = (point: Corner): Corner => turnAbout(point, degrees, about);
  return [turn(a), turn(b), turn(c), turn(d)];
}

export function polygonArea(points: readonly Corner[]): number {
  const twice = points.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = points[(i + 1) % points.length] ?? [x, y];
    return sum + x * nextY - nextX * y;
  }, 0);
  return Math.abs(twice) / 2;
}

/** Shared area of two convex quadrilaterals, by clipping one along the sides of the other (Sutherland and Hodgman). */
export function sharedArea(one: Quad, other: Quad): number {
  let left: readonly Corner[] = one;
  for (const [i, from] of other.entries()) {
    const to = other[(i + 1) % 4] ?? from;
    left = cutAlong(left, from, to);
  }
  return left.length < 3 ? 0 : polygonArea(left);
}

/** The part to the right of a line that runs clockwise. */
function cutAlong(points: readonly Corner[], from: Corner, to: Corner): Corner[] {
  const side = ([x, y]: Corner): number => (to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]);
  return points.flatMap((point, i): Corner[] => {
    const next = points[(i + 1) % points.length] ?? point;
    const [here, there] = [side(point), side(next)];
    const kept: Corner[] = here >= 0 ? [point] : [];
    if ((here > 0 && there < 0) || (here < 0 && there > 0)) {
      const part = here / (here - there);
      kept.push([point[0] + (next[0] - point[0]) * part, point[1] + (next[1] - point[1]) * part]);
    }
    return kept;
  });
}

/** Intersection over union of two quadrilaterals. */
export function overlapShare(one: Quad, other: Quad): number {
  const shared = sharedArea(one, other);
  const covered = polygonArea(one) + polygonArea(other) - shared;
  return covered === 0 ? 0 : shared / covered;
}
