import { plainLayout } from '../base/box.ts';
import type { DisplayOp } from '../base/display-op.ts';
import type { LayoutOf, Unplaced } from '../base/layout.ts';
import { dashPattern } from '../base/pen.ts';
import type { RectangleElement } from './shape-element.ts';

export const layoutRectangle: LayoutOf<Unplaced<RectangleElement>> = (element) =>
  plainLayout(element, outline(element));

/** Four bars inside the box, exact to the dot. Dashed sides are strokes along the middle of the pen. */
function outline(element: Unplaced<RectangleElement>): DisplayOp[] {
  const { widthMm: w, heightMm: h, penWidthMm: pen } = element;
  const bar = (x: number, y: number, width: number, height: number): DisplayOp => ({
    type: 'rect',
    rect: { x, y, width, height },
    ink: 'black',
  });
  if (element.filled || 2 * pen >= Math.min(w, h)) return [bar(0, 0, w, h)];
  if (!element.dashed) {
    return [
      bar(0, 0, w, pen),
      bar(0, h - pen, w, pen),
      bar(0, pen, pen, h - 2 * pen),
      bar(w - pen, pen, pen, h - 2 * pen),
    ];
  }
  const near = pen / 2;
  return [
    {
      type: 'path',
      data: `M ${near} ${near} L ${w - near} ${near} L ${w - near} ${h - near} L ${near} ${h - near} Z`,
      ink: 'black',
      paint: { style: 'stroke', widthMm: pen, dashMm: dashPattern(pen) },
    },
  ];
}
