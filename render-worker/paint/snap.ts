import type { Point, Rect } from '#model/kernel/geometry.ts';

/** The rectangle with its edges on whole pixels, at least one pixel wide and high. */
export function snapRect(rect: Rect): Rect {
  const x = Math.round(rect.x);
  const y = Math.round(rect.y);
  return {
    x,
    y,
    width: Math.max(1, Math.round(rect.x + rect.width) - x),
    height: Math.max(1, Math.round(rect.y + rect.height) - y),
  };
}

/** A stroke made of vertical and horizontal lines only. */
export interface SquareStroke {
  readonly points: readonly Point[];
  readonly closed: boolean;
}

const EPSILON_PX = 1e-3;

/**
 * Moves the stroke so that a pen of this whole width has both edges of every line on whole pixels. Across a line its
 * middle is moved; along it, its free ends are moved to whole pixels.
 */
export function snapSquareStroke(stroke: SquareStroke, penPx: number): readonly Point[] {
  const { points, closed } = stroke;
  const count = points.length;
  const onPen = (value: number): number => Math.round(value - penPx / 2) + penPx / 2;
  return points.map((point, i) => {
    const neighbours = [
      closed || i > 0 ? points[(i - 1 + count) % count] : undefined,
      closed || i < count - 1 ? points[(i + 1) % count] : undefined,
    ].filter((p) => p !== undefined);
    const upright = neighbours.some((p) => isUpright(point, p));
    const level = neighbours.some((p) => isLevel(point, p));
    return {
      x: upright ? onPen(point.x) : Math.round(point.x),
      y: level ? onPen(point.y) : Math.round(point.y),
    };
  });
}

/** True when every line of the stroke is vertical or horizontal (and not just a point). */
export function isSquare({ points, closed }: SquareStroke): boolean {
  if (points.length < 2) return false;
  const last = closed ? points.length : points.length - 1;
  for (let i = 0; i < last; i++) {
    const from = points[i];
    const to = points[(i + 1) % points.length];
    if (from === undefined || to === undefined || isUpright(from, to) === isLevel(from, to)) return false;
  }
  return true;
}

function isUpright(a: Point, b: Point): boolean {
  return Math.abs(a.x - b.x) < EPSILON_PX;
}

function isLevel(a: Point, b: Point): boolean {
  return Math.abs(a.y - b.y) < EPSILON_PX;
}
