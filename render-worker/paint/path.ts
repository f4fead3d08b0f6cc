import type { Canvas, Paint, Path } from 'canvaskit-wasm';
import type { PathOp } from '#model/elements/base/display-op.ts';
import { applyToPoint, type Affine, type Point } from '#model/kernel/geometry.ts';
import { movedData } from './path-data.ts';
import type { Skia } from '../skia/load.ts';
import { withScope } from '../skia/scope.ts';
import { isSquare, snapSquareStroke, type SquareStroke } from './snap.ts';

type Stroke = Extract<PathOp['paint'], { style: 'stroke' }>;

/**
 * Fills or strokes a path. Without antialiasing, strokes of vertical and horizontal lines are on whole pixels and have
 * the same width everywhere, and dashes are whole pixels long. `paint` must have its ink set; afterwards it is set to
 * fill again.
 */
export function paintPath(
  skia: Skia,
  canvas: Canvas,
  op: PathOp,
  toPixels: Affine,
  paint: Paint,
  antialias: boolean,
): void {
  if (op.paint.style === 'fill') return drawTransformed(skia, canvas, op.data, toPixels, paint, op.paint.evenOdd);
  const pxPerMm = Math.sqrt(Math.abs(toPixels.a * toPixels.d - toPixels.b * toPixels.c));
  const square = antialias ? null : parseSquareStroke(op.data, toPixels);
  if (square === null) {
    // The canvas scales pen and dashes, so they are in mm here. A pen thinner than a pixel would leave gaps in a print.
    const thinnest = antialias ? 0 : 1 / pxPerMm;
    return withPen(skia, paint, op.paint, Math.max(op.paint.widthMm, thinnest), op.paint.dashMm, () =>
      drawTransformed(skia, canvas, op.data, toPixels, paint),
    );
  }
  const penPx = Math.max(1, Math.round(op.paint.widthMm * pxPerMm));
  const dash = op.paint.dashMm;
  const dashPx = dash && ([wholePx(dash[0] * pxPerMm), wholePx(dash[1] * pxPerMm)] as const);
  withPen(skia, paint, op.paint, penPx, dashPx, () =>
    drawPoints(skia, canvas, snapSquareStroke(square, penPx), square.closed, paint),
  );
}

function wholePx(length: number): number {
  return Math.max(1, Math.round(length));
}

function withPen(
  skia: Skia,
  paint: Paint,
  stroke: Stroke,
  width: number,
  dash: readonly [number, number] | undefined,
  draw: () => void,
): void {
  paint.setStyle(skia.PaintStyle.Stroke);
  paint.setStrokeWidth(width);
  paint.setStrokeCap(skia.StrokeCap[CAPS[stroke.cap ?? 'butt']]);
  paint.setStrokeJoin(skia.StrokeJoin[JOINS[stroke.join ?? 'miter']]);
  const effect = dash === undefined ? null : skia.PathEffect.MakeDash([...dash], 0);
  paint.setPathEffect(effect);
  draw();
  paint.setPathEffect(null);
  effect?.delete();
  paint.setStyle(skia.PaintStyle.Fill);
}

const CAPS = { butt: 'Butt', round: 'Round', square: 'Square' } as const;
const JOINS = { miter: 'Miter', round: 'Round', bevel: 'Bevel' } as const;

function drawTransformed(skia: Skia, canvas: Canvas, data: string, m: Affine, paint: Paint, evenOdd = false): void {
  const path = makePath(skia, data, evenOdd);
  canvas.save();
  canvas.concat([m.a, m.c, m.e, m.b, m.d, m.f, 0, 0, 1]);
  canvas.drawPath(path, paint);
  canvas.restore();
  path.delete();
}

function makePath(skia: Skia, data: string, evenOdd: boolean): Path {
  const path: Path | null = skia.Path.MakeFromSVGString(data);
  if (path === null) throw new Error(`not a path: ${data}`);
  if (evenOdd) path.setFillType(skia.FillType.EvenOdd);
  return path;
}

/**
 * Calls `draw` with the canvas clipped to the whole pixels inside a filled path; the canvas' own matrix must be the
 * identity. Smooth edges would make what is drawn twenty times slower.
 */
export function insidePath(
  skia: Skia,
  canvas: Canvas,
  { data, paint }: PathOp,
  toPixels: Affine,
  draw: () => void,
): void {
  // The path is moved, and not the canvas: what is drawn stays on whole pixels.
  const path = makePath(skia, movedData(data, toPixels), paint.style === 'fill' && paint.evenOdd === true);
  canvas.save();
  canvas.clipPath(path, skia.ClipOp.Intersect, false);
  draw();
  canvas.restore();
  path.delete();
}

function drawPoints(skia: Skia, canvas: Canvas, points: readonly Point[], closed: boolean, paint: Paint): void {
  withScope((scope) => {
    const builder = scope.own(new skia.PathBuilder());
    points.forEach(({ x, y }, i) => (i === 0 ? builder.moveTo(x, y) : builder.lineTo(x, y)));
    if (closed) builder.close();
    canvas.drawPath(scope.own(builder.snapshot()), paint);
  });
}

/** The path in pixels when it is a stroke of vertical and horizontal lines; null for anything else. */
export function parseSquareStroke(data: string, toPixels: Affine): SquareStroke | null {
  if (!/^\s*M[^MCQ]*$/.test(data)) return null;
  const closed = /Z\s*$/.test(data);
  const numbers = data.match(/-?\d*\.?\d+(?:e[-+]?\d+)?/gi)?.map(Number) ?? [];
  const points: Point[] = [];
  for (let i = 0; i + 1 < numbers.length; i += 2) {
    points.push(applyToPoint(toPixels, { x: numbers[i] ?? 0, y: numbers[i + 1] ?? 0 }));
  }
  const stroke = { points, closed };
  return isSquare(stroke) ? stroke : null;
}
