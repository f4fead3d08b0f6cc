import type { PathOp, RectOp } from '#model/elements/base/display-op.ts';
import { applyToPoint, type Affine, type Point } from '#model/kernel/geometry.ts';
import type { Mm } from '#model/kernel/units.ts';

/** Every point of the path data, control points included: a curve stays inside them. */
export function pathPoints(data: string): readonly Point[] {
  const numbers = data.match(/-?\d*\.?\d+(?:e[-+]?\d+)?/gi)?.map(Number) ?? [];
  const points: Point[] = [];
  for (let i = 0; i + 1 < numbers.length; i += 2) points.push({ x: numbers[i] ?? 0, y: numbers[i + 1] ?? 0 });
  return points;
}

const NUMBER = String.raw`-?\d*\.?\d+(?:e[-+]?\d+)?`;
const POINT = new RegExp(String.raw`(${NUMBER})[\s,]+(${NUMBER})`, 'gi');

/** The path data with every point moved by `m`. */
export function movedData(data: string, m: Affine): string {
  return data.replace(POINT, (_, x: string, y: string) => {
    const point = applyToPoint(m, { x: Number(x), y: Number(y) });
    return `${point.x} ${point.y}`;
  });
}

/** A rectangle that is not level as a path, at least `leastMm` wide and high so that a print has no gaps in it. */
export function rectPath({ rect, ink }: RectOp, leastMm: Mm): PathOp {
  const width = Math.max(rect.width, leastMm);
  const height = Math.max(rect.height, leastMm);
  const [left, top] = [rect.x + (rect.width - width) / 2, rect.y + (rect.height - height) / 2];
  const [right, bottom] = [left + width, top + height];
  const data = `M ${left} ${top} L ${right} ${top} L ${right} ${bottom} L ${left} ${bottom} Z`;
  return { type: 'path', data, ink, paint: { style: 'fill' } };
}
