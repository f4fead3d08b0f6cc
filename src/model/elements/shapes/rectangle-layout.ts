import { dotsPerMm, type Mm } from '#model/kernel/units.ts';
import { plainLayout } from '../base/box.ts';
import type { DisplayOp } from '../base/display-op.ts';
import { dotPattern } from '../base/fill-pattern.ts';
import type { LayoutContext, LayoutOf, Unplaced } from '../base/layout.ts';
import { dashPattern } from '../base/pen.ts';
import type { RectangleElement } from './shape-element.ts';

export const layoutRectangle: LayoutOf<Unplaced<RectangleElement>> = (element, _values, context) =>
  plainLayout(element, [...inside(element, context), ...outline(element)]);

/** The pattern, which ends under the line. */
function inside(element: Unplaced<RectangleElement>, { dpi }: LayoutContext): DisplayOp[] {
  const { widthMm: w, heightMm: h, penWidthMm: pen } = element;
  const pattern = dotPattern(element, dotsPerMm(dpi), { x: 0, y: 0 });
  if (pattern === null || isSolid(element)) return [];
  return [{ type: 'path', data: middleOfPen(w, h, pen), ink: 'black', paint: { style: 'fill', pattern } }];
}

/** Whether nothing in it is free of ink. */
function isSolid({ widthMm, heightMm, penWidthMm, filled }: Unplaced<RectangleElement>): boolean {
  return filled || 2 * penWidthMm >= Math.min(widthMm, heightMm);
}

function middleOfPen(w: Mm, h: Mm, pen: Mm): string {
  const near = pen / 2;
  return `M ${near} ${near} L ${w - near} ${near} L ${w - near} ${h - near} L ${near} ${h - near} Z`;
}

/** Four bars inside the box, exact to the dot. Dashed sides are strokes along the middle of the pen. */
function outline(element: Unplaced<RectangleElement>): DisplayOp[] {
  const { widthMm: w, heightMm: h, penWidthMm: pen } = element;
  const bar = (x: number, y: number, width: number, height: number): DisplayOp => ({
    type: 'rect',
    rect: { x, y, width, height },
    ink: 'black',
  });
  if (isSolid(element)) return [bar(0, 0, w, h)];
  if (!element.dashed) {
    return [
      bar(0, 0, w, pen),
      bar(0, h - pen, w, pen),
      bar(0, pen, pen, h - 2 * pen),
      bar(w - pen, pen, pen, h - 2 * pen),
    ];
  }
  return [
    {
      type: 'path',
      data: middleOfPen(w, h, pen),
      ink: 'black',
      paint: { style: 'stroke', widthMm: pen, dashMm: dashPattern(pen) },
    },
  ];
}
