import type { Point } from '#model/kernel/geometry.ts';

export interface Arc {
  readonly rx: number;
  readonly ry: number;
  readonly turnDegrees: number;
  readonly large: boolean;
  readonly sweep: boolean;
}

/**
 * An elliptical arc between two points as cubic curves, six numbers each, of a quarter turn at most (SVG 2, B.2.4); two
 * numbers for a line, which is an arc without a radius.
 */
export function arcCurves(from: Point, to: Point, arc: Arc): readonly (readonly number[])[] {
  if (from.x === to.x && from.y === to.y) return [];
  let [rx, ry] = [Math.abs(arc.rx), Math.abs(arc.ry)];
  if (rx === 0 || ry === 0) return [[to.x, to.y]];
  const turn = (arc.turnDegrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const [halfX, halfY] = [(from.x - to.x) / 2, (from.y - to.y) / 2];
  const [x1, y1] = [cos * halfX + sin * halfY, cos * halfY - sin * halfX];
  // Radii that are too small are scaled up (B.2.5).
  const reach = Math.sqrt((x1 / rx) ** 2 + (y1 / ry) ** 2);
  if (reach > 1) [rx, ry] = [rx * reach, ry * reach];
  const part = (rx * y1) ** 2 + (ry * x1) ** 2;
  const factor = (arc.large === arc.sweep ? -1 : 1) * Math.sqrt(Math.max(0, ((rx * ry) ** 2 - part) / part));
  const [cx1, cy1] = [(factor * rx * y1) / ry, (-factor * ry * x1) / rx];
  const centre = { x: cos * cx1 - sin * cy1 + (from.x + to.x) / 2, y: sin * cx1 + cos * cy1 + (from.y + to.y) / 2 };
  const start = Math.atan2((y1 - cy1) / ry, (x1 - cx1) / rx);
  let sweep = Math.atan2((-y1 - cy1) / ry, (-x1 - cx1) / rx) - start;
  if (arc.sweep && sweep < 0) sweep += 2 * Math.PI;
  if (!arc.sweep && sweep > 0) sweep -= 2 * Math.PI;

  const count = Math.max(1, Math.ceil(Math.abs(sweep) / (Math.PI / 2) - 1e-9));
  const step = sweep / count;
  const handle = (4 / 3) * Math.tan(step / 4);
  const onEllipse = (x: number, y: number): readonly [number, number] => [
    centre.x + cos * rx * x - sin * ry * y,
    centre.y + sin * rx * x + cos * ry * y,
  ];
  return Array.from({ length: count }, (_, i) => {
    const [a, b] = [start + i * step, start + (i + 1) * step];
    const [cosA, sinA, cosB, sinB] = [Math.cos(a), Math.sin(a), Math.cos(b), Math.sin(b)];
    return [
      ...onEllipse(cosA - handle * sinA, sinA + handle * cosA),
      ...onEllipse(cosB + handle * sinB, sinB - handle * cosB),
      // The last one ends exactly at the end of the arc, despite rounding.
      ...(i === count - 1 ? [to.x, to.y] : onEllipse(cosB, sinB)),
    ];
  });
}
