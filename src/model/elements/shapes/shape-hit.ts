import { applyToPoint, distanceToSegment, grownRect, rectContains, type Point } from '#model/kernel/geometry.ts';
import type { Mm } from '#model/kernel/units.ts';
import type { Hit } from '../base/box-behaviour.ts';
import { contentTransform, elementBox } from '../base/box.ts';
import { isInside, polygonOf } from './contour.ts';
import type { Outline } from './outline.ts';
import type { ShapeElement } from './shape-element.ts';

/** Whether a point of the label is on a shape's line (or anywhere in a shape that is filled), inside it, or outside. */
export function hitShape(shape: ShapeElement, outline: Outline, point: Point, reachMm: Mm): Hit {
  // The pen runs inside the box, so nothing farther out than the reach is hit. This decides most shapes.
  if (!rectContains(grownRect(elementBox(shape), Math.max(reachMm, shape.penWidthMm)), point)) return 'none';
  const contour = outline.contour({ x: 0, y: 0, width: shape.widthMm, height: shape.heightMm }, 0);
  if (contour === null) return 'none';
  const transform = contentTransform(shape);
  const corners = polygonOf(contour).map((corner) => applyToPoint(transform, corner));
  const inside = isInside(corners, point);
  const toEdge = edgeDistance(corners, point);
  const reach = inside ? Math.max(reachMm, shape.penWidthMm) : reachMm;
  if (toEdge <= reach) return 'element';
  if (!inside) return 'none';
  return shape.filled || shape.fillPattern !== 'none' ? 'element' : 'inside';
}

function edgeDistance(corners: readonly Point[], point: Point): Mm {
  return Math.min(...corners.map((to, i) => distanceToSegment(corners.at(i - 1) ?? to, to, point)));
}
