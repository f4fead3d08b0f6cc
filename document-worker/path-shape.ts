import { boundsOfPoints, type Point, type Rect } from '#model/kernel/geometry.ts';

/** One segment of a page's path, with its transformed points. */
export interface PathStep {
  readonly kind: 'move' | 'line' | 'curve';
  readonly to: Point;
  readonly closes: boolean;
}

/** The shape of a path; a stroke is horizontal or vertical. */
export interface PathShape {
  readonly type: 'box' | 'oval' | 'stroke';
  readonly box: Rect;
}

/** The largest distance, in mm, of a point from its expected place: a tenth of a dot at 300 dpi. */
const TOLERANCE = 0.01;

/** The shape that a path draws; null for any other. */
export function pathShape(steps: readonly PathStep[]): PathShape | null {
  const [first, ...others] = steps;
  if (first?.kind !== 'move' || others.some(({ kind }) => kind === 'move')) return null;
  const kinds = new Set(others.map(({ kind }) => kind));
  if (kinds.size !== 1) return null;
  const box = boundsOfPoints(steps.map(({ to }) => to));
  if (kinds.has('curve')) return isEllipse(steps, box) ? { type: 'oval', box } : null;
  const corners = distinct(steps.map(({ to }) => to));
  if (corners.length === 2 && Math.min(box.width, box.height) <= TOLERANCE) return { type: 'stroke', box };
  if (corners.length !== 4 || Math.min(box.width, box.height) <= TOLERANCE) return null;
  const isClosed = steps.at(-1)?.closes === true || steps.length === 5;
  const isLevel = corners.every((corner, i) => {
    const next = corners[(i + 1) % corners.length] ?? corner;
    return isNear(corner.x, next.x) !== isNear(corner.y, next.y);
  });
  return isClosed && isLevel ? { type: 'box', box } : null;
}

/** Four curves of three points each that meet in the middles of the box's sides, as every program draws an ellipse. */
function isEllipse(steps: readonly PathStep[], box: Rect): boolean {
  if (steps.length !== 13) return false;
  const [middleX, middleY] = [box.x + box.width / 2, box.y + box.height / 2];
  const onSide = ({ x, y }: Point): boolean =>
    (isNear(x, middleX) && (isNear(y, box.y) || isNear(y, box.y + box.height))) ||
    (isNear(y, middleY) && (isNear(x, box.x) || isNear(x, box.x + box.width)));
  // 4/3 (√2 − 1) of half a side, and similar values of other programs.
  const bulges = ({ x, y }: Point): boolean => {
    const across = Math.abs(x - middleX) / (box.width / 2);
    const along = Math.abs(y - middleY) / (box.height / 2);
    return Math.abs(Math.max(across, along) - 1) < 0.02 && Math.abs(Math.min(across, along) - 0.5523) < 0.02;
  };
  return steps.every(({ to }, i) => (i % 3 === 0 ? onSide(to) : bulges(to)));
}

/** The points without those that equal the previous or the first one. */
function distinct(points: readonly Point[]): readonly Point[] {
  const kept = points.filter((point, i) => i === 0 || !isSame(point, points[i - 1] ?? point));
  const [first] = kept;
  const last = kept.at(-1);
  return first !== undefined && last !== undefined && kept.length > 1 && isSame(first, last) ? kept.slice(0, -1) : kept;
}

function isSame(a: Point, b: Point): boolean {
  return isNear(a.x, b.x) && isNear(a.y, b.y);
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= TOLERANCE;
}
