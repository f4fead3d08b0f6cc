import { applyToPoint, type Point } from '#model/kernel/geometry.ts';
import type { Mm } from '#model/kernel/units.ts';
import { contentTransform } from '#model/elements/base/box.ts';
import { polygonOf } from '#model/elements/base/contour.ts';
import type { ShapeElement } from '#model/elements/element.ts';
import { outlineOf } from '#model/elements/shapes.ts';

/** Where a point of the label is of a shape: on its line (or anywhere in a filled one), inside, or outside. */
export function hitShape(shape: ShapeElement, point: Point, reachMm: Mm): 'element' | 'inside' | 'none' {
  const contour = outlineOf(shape).contour({ x: 0, y: 0, width: shape.widthMm, height: shape.heightMm }, 0);
  if (contour === null) return 'none';
  const transform = contentTransform(shape);
  const corners = polygonOf(contour).map((corner) => applyToPoint(transform, corner));
  const isInside = contains(corners, point);
  const toEdge = edgeDistance(corners, point);
  const reach = isInside ? Math.max(reachMm, shape.penWidthMm) : reachMm;
  if (toEdge <= reach) return 'element';
  if (!isInside) return 'none';
  return shape.filled ? 'element' : 'inside';
}

/** Whether a ray to the right crosses the edge an odd number of times. */
function contains(corners: readonly Point[], point: Point): boolean {
  let isInside = false;
  corners.forEach((to, i) => {
    const from = corners.at(i - 1) ?? to;
    if (from.y > point.y === to.y > point.y) return;
    if (point.x < from.x + ((point.y - from.y) / (to.y - from.y)) * (to.x - from.x)) isInside = !isInside;
  });
  return isInside;
}

function edgeDistance(corners: readonly Point[], point: Point): Mm {
  return Math.min(...corners.map((to, i) => distanceToSegment(corners.at(i - 1) ?? to, to, point)));
}

/** To the nearest point of the straight piece. */
export function distanceToSegment(from: Point, to: Point, point: Point): Mm {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const squared = dx * dx + dy * dy;
  const along = squared === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / squared;
  const at = Math.min(1, Math.max(0, along));
  return Math.hypot(point.x - from.x - at * dx, point.y - from.y - at * dy);
}
