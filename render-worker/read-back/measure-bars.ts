import type { Point } from '#model/kernel/geometry.ts';
import type { GreyPlane } from '#model/document/grey-plane.ts';

/** Bars of two widths, measured in a picture, in its dots. */
export interface MeasuredBars {
  readonly narrow: number;
  readonly wideRatio: number;
}

/** How far a bar may begin before the end that the reader gave, and the sampling step of a line across the bars. */
const BEYOND = 3;
const STEP = 0.25;
/** Positions of lines across the bars, as shares of their height. */
const LINES = [0.5, 0.3, 0.7];

/** The corners of a linear symbol by its own orientation. */
interface Corners {
  readonly topLeft: Point;
  readonly topRight: Point;
  readonly bottomRight: Point;
  readonly bottomLeft: Point;
}

/**
 * Measures a symbol of narrow and wide bars when it is known which ones are wide (`widths`: 1 and 2, bar first). Null
 * where no line across it has that many bars.
 */
export function measureBars(plane: GreyPlane, corners: Corners, widths: readonly number[]): MeasuredBars | null {
  const { topLeft, topRight, bottomRight, bottomLeft } = corners;
  for (const share of LINES) {
    const runs = runsBetween(plane, between(topLeft, bottomLeft, share), between(topRight, bottomRight, share));
    if (runs.length !== widths.length) continue;
    const mean = (isWide: boolean): number => {
      const of = runs.filter((_, i) => (widths[i] as number) > 1 === isWide);
      return of.reduce((sum, run) => sum + run, 0) / of.length;
    };
    const narrow = mean(false);
    return { narrow, wideRatio: mean(true) / narrow };
  }
  return null;
}

function between(a: Point, b: Point, share: number): Point {
  return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
}

/** Alternating lengths of dark and light, from the first dark to the last. */
function runsBetween(plane: GreyPlane, from: Point, to: Point): readonly number[] {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const greys: number[] = [];
  for (let at = -BEYOND; at <= length + BEYOND; at += STEP) greys.push(greyAt(plane, between(from, to, at / length)));
  const middle = (Math.min(...greys) + Math.max(...greys)) / 2;
  const runs: number[] = [];
  let wasDark = false;
  for (const grey of greys) {
    const isDark = grey < middle;
    if (isDark !== wasDark) runs.push(0);
    wasDark = isDark;
    if (runs.length > 0) runs[runs.length - 1] = (runs.at(-1) as number) + STEP;
  }
  return wasDark ? runs : runs.slice(0, -1);
}

/** Interpolated between the middles of the four dots around a point. */
function greyAt({ width, height, grey }: GreyPlane, { x, y }: Point): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const dot = (column: number, row: number): number =>
    grey[Math.min(height - 1, Math.max(0, row)) * width + Math.min(width - 1, Math.max(0, column))] as number;
  const [across, down] = [x - left, y - top];
  const over = dot(left, top) * (1 - across) + dot(left + 1, top) * across;
  const under = dot(left, top + 1) * (1 - across) + dot(left + 1, top + 1) * across;
  return over * (1 - down) + under * down;
}
