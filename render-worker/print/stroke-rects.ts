import type { PathOp } from '#model/elements/base/display-op.ts';
import type { Affine, Point } from '#model/kernel/geometry.ts';
import { parseSquareStroke } from '../paint/path.ts';
import { snapSquareStroke } from '../paint/snap.ts';
import type { InkBox } from './ink-scratch.ts';

/**
 * The rectangles, in whole dots, of a stroke that has only vertical and horizontal lines and is rotated by quarters
 * only: the dots that `paintPath` paints without antialiasing. Null for anything else, which Skia has to draw.
 */
export function strokeRects(op: PathOp, toDots: Affine): readonly InkBox[] | null {
  if (op.paint.style !== 'stroke' || op.paint.dashMm !== undefined || hasOtherEnds(op.paint)) return null;
  const stroke = parseSquareStroke(op.data, toDots);
  if (stroke === null) return null;
  const dotsPerMm = Math.sqrt(Math.abs(toDots.a * toDots.d - toDots.b * toDots.c));
  const pen = Math.max(1, Math.round(op.paint.widthMm * dotsPerMm));
  const points = snapSquareStroke(stroke, pen);
  const lines = stroke.closed ? points.length : points.length - 1;
  const rects: InkBox[] = [];
  for (let i = 0; i < lines; i++) {
    const [from, to, next] = [0, 1, 2].map((k) => points[(i + k) % points.length]) as [Point, Point, Point];
    const upright = from.x === to.x;
    const joinsNext = stroke.closed || i + 1 < lines;
    if (joinsNext && (to.x === next.x) === upright) return null;
    // A corner extends half a pen beyond its point; a free end stops at it.
    const before = stroke.closed || i > 0 ? pen / 2 : 0;
    const after = joinsNext ? pen / 2 : 0;
    rects.push(upright ? uprightRect(from, to, pen, before, after) : levelRect(from, to, pen, before, after));
  }
  return rects.every(({ x0, y0, x1, y1 }) => [x0, y0, x1, y1].every(Number.isInteger)) ? rects : null;
}

/** Round or longer ends, or corners that are not mitered. */
function hasOtherEnds({ cap = 'butt', join = 'miter' }: Extract<PathOp['paint'], { style: 'stroke' }>): boolean {
  return cap !== 'butt' || join !== 'miter';
}

function uprightRect(from: Point, to: Point, pen: number, before: number, after: number): InkBox {
  const [y0, y1] = from.y < to.y ? [from.y - before, to.y + after] : [to.y - after, from.y + before];
  return { x0: from.x - pen / 2, x1: from.x + pen / 2, y0, y1 };
}

function levelRect(from: Point, to: Point, pen: number, before: number, after: number): InkBox {
  const { y0, y1, x0, x1 } = uprightRect({ x: from.y, y: from.x }, { x: to.y, y: to.x }, pen, before, after);
  return { x0: y0, x1: y1, y0: x0, y1: x1 };
}
