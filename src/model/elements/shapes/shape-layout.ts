import { applyToRect, type Affine, type Rect } from '#model/kernel/geometry.ts';
import { dotsPerMm } from '#model/kernel/units.ts';
import { elementBox, levelTransform, plainLayout } from '../base/box.ts';
import { pathData, reversed } from './contour.ts';
import type { PathOp } from '../base/display-op.ts';
import type { ElementBase } from '../base/element.ts';
import type { ElementLayout, LayoutContext } from '../base/layout.ts';
import { dotPattern } from '../base/fill-pattern.ts';
import type { Outline } from './outline.ts';
import { dashPattern } from '../base/pen.ts';
import type { ShapeStyle } from './shape-style.ts';

type Shape = ElementBase & ShapeStyle;

/**
 * In dots, and more than the 1/64 to which Skia rounds edges. A slope exactly through the middles of dots would ink
 * them on one side of the shape but not on the other: both edges are moved outward so that such dots are clearly
 * inside.
 */
const DOT_HAIR = 0.04;

/**
 * Lays out a closed shape. The box's edges and the pen are rounded to whole printer dots, so that horizontal and
 * vertical sides have the same thickness everywhere. A solid line is the area between two outlines, which keeps the pen
 * inside the box.
 */
export function layoutShape(element: Shape, outline: Outline, context: LayoutContext): ElementLayout {
  const perMm = dotsPerMm(context.dpi);
  const box = onWholeDots(element, perMm);
  // Reduced for a flat box; otherwise its pointed corners would reach far outside.
  const hair = (DOT_HAIR / perMm) * (Math.min(box.width, box.height) / Math.max(box.width, box.height));
  const outer = outline.contour(box, -hair);
  if (outer === null) return plainLayout(element, []);
  const pen = Math.max(1, Math.round(element.penWidthMm * perMm)) / perMm;
  const inner = element.filled ? null : outline.contour(box, pen - hair);
  const middle = outline.contour(box, pen / 2);
  if (inner === null || middle === null) return plainLayout(element, [path(pathData(outer), { style: 'fill' })]);
  const pattern = dotPattern(element, perMm, { x: box.x, y: box.y });
  // The pattern ends under the line.
  const inside = pattern === null ? [] : [path(pathData(middle), { style: 'fill', pattern })];
  if (!element.dashed && outline.isParallel) {
    return plainLayout(element, [...inside, path(pathData(outer, reversed(inner)), { style: 'fill' })]);
  }
  const dash = element.dashed ? { dashMm: dashPattern(pen) } : {};
  return plainLayout(element, [...inside, path(pathData(middle), { style: 'stroke', widthMm: pen, ...dash })]);
}

function path(data: string, paint: PathOp['paint']): PathOp {
  return { type: 'path', data, ink: 'black', paint };
}

/** The content box with its edges on whole dots of the label, at least one dot wide and high. */
export function onWholeDots(element: ElementBase, perMm: number): Rect {
  const { x, y, width, height } = elementBox(element);
  const left = Math.round(x * perMm);
  const top = Math.round(y * perMm);
  const right = Math.max(left + 1, Math.round((x + width) * perMm));
  const bottom = Math.max(top + 1, Math.round((y + height) * perMm));
  return applyToRect(inverse(levelTransform(element)), {
    x: left / perMm,
    y: top / perMm,
    width: (right - left) / perMm,
    height: (bottom - top) / perMm,
  });
}

/** The inverse of a transform that only turns, mirrors and moves. */
function inverse({ a, b, c, d, e, f }: Affine): Affine {
  return { a, b: c, c: b, d, e: -(a * e + b * f), f: -(c * e + d * f) };
}
