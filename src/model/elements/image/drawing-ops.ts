import { assertNever } from '#model/kernel/assert-never.ts';
import type { Rect } from '#model/kernel/geometry.ts';
import type { Drawing, DrawnShape, DrawnStroke } from '../base/drawing.ts';
import type { DisplayOp, Ink, PathOp } from '../base/display-op.ts';

/** Digits after the point of a coordinate in mm: a thousandth of a dot at 600 dpi. */
const DIGITS = 5;

/**
 * A drawing stretched over a rectangle of the content box. Colors lighter than `threshold` (0 to 255) become paper, all
 * others ink. A pen is scaled by the geometric mean of the two directions.
 */
export function drawingOps(drawing: Drawing, rect: Rect, threshold: number): readonly DisplayOp[] {
  const scaleX = rect.width / drawing.width;
  const scaleY = rect.height / drawing.height;
  const pen = Math.sqrt(scaleX * scaleY);
  const place = (value: number, i: number): number =>
    Number((i % 2 === 0 ? rect.x + value * scaleX : rect.y + value * scaleY).toFixed(DIGITS));
  const data = ({ commands }: DrawnShape): string =>
    commands.map(({ name, numbers }) => [name, ...numbers.map(place)].join(' ')).join(' ');
  return drawing.shapes.map((shape): DisplayOp => {
    const ink: Ink = shape.grey < threshold ? 'black' : 'white';
    const { paint } = shape;
    switch (paint.style) {
      case 'fill':
        if (shape.rect !== undefined) return { type: 'rect', rect: placedRect(shape.rect, rect, scaleX, scaleY), ink };
        return { type: 'path', data: data(shape), ink, paint: paint.evenOdd ? EVEN_ODD : FILL };
      case 'stroke':
        return { type: 'path', data: data(shape), ink, paint: penOf(paint, pen) };
      default:
        return assertNever(paint);
    }
  });
}

const FILL: PathOp['paint'] = { style: 'fill' };
const EVEN_ODD: PathOp['paint'] = { style: 'fill', evenOdd: true };

function placedRect({ x, y, width, height }: Rect, to: Rect, scaleX: number, scaleY: number): Rect {
  return { x: to.x + x * scaleX, y: to.y + y * scaleY, width: width * scaleX, height: height * scaleY };
}

function penOf({ width, dash, cap, join }: DrawnStroke, scale: number): PathOp['paint'] {
  return {
    style: 'stroke',
    widthMm: width * scale,
    ...(dash === null ? {} : { dashMm: [dash[0] * scale, dash[1] * scale] as const }),
    ...(cap === 'butt' ? {} : { cap }),
    ...(join === 'miter' ? {} : { join }),
  };
}
