import { plainLayout } from '../base/box.ts';
import type { DisplayOp } from '../base/display-op.ts';
import type { LayoutOf, Unplaced } from '../base/layout.ts';
import { dashPattern } from '../base/pen.ts';
import type { LineElement } from './line-element.ts';

export const layoutLine: LayoutOf<Unplaced<LineElement>> = (element) => plainLayout(element, [strokeOp(element)]);

/** A straight solid line is a rectangle, exact to the dot; a diagonal or dashed line is a stroke. */
function strokeOp(element: Unplaced<LineElement>): DisplayOp {
  const { widthMm: w, heightMm: h, penWidthMm: pen } = element;
  const straight = element.direction === 'horizontal' || element.direction === 'vertical';
  if (straight && !element.dashed) {
    const rect =
      element.direction === 'horizontal'
        ? { x: 0, y: (h - pen) / 2, width: w, height: pen }
        : { x: (w - pen) / 2, y: 0, width: pen, height: h };
    return { type: 'rect', rect, ink: 'black' };
  }
  return {
    type: 'path',
    data: pathData(element),
    ink: 'black',
    paint: { style: 'stroke', widthMm: pen, ...(element.dashed ? { dashMm: dashPattern(pen) } : {}) },
  };
}

function pathData({ direction, widthMm: w, heightMm: h }: Unplaced<LineElement>): string {
  switch (direction) {
    case 'horizontal':
      return `M 0 ${h / 2} L ${w} ${h / 2}`;
    case 'vertical':
      return `M ${w / 2} 0 L ${w / 2} ${h}`;
    case 'left':
      return `M 0 0 L ${w} ${h}`;
    case 'right':
      return `M ${w} 0 L 0 ${h}`;
  }
}
