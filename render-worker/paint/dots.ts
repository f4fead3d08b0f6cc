import type { Canvas, Paint } from 'canvaskit-wasm';
import type { DotsOp } from '#model/elements/base/display-op.ts';
import type { Affine } from '#model/kernel/geometry.ts';
import { eachTurnedRun } from '../bits/turned-rects.ts';
import type { Skia } from '../skia/load.ts';
import { withScope } from '../skia/scope.ts';

interface DotPlace {
  /** Pixels per dot of the label. */
  readonly scale: number;
  readonly originX: number;
  readonly originY: number;
  /** True when dots are on whole pixels. */
  readonly exact: boolean;
}

/** Draws a symbol's dark rectangles: dot by dot on a print bitmap, scaled as one shape on the screen. */
export function paintDots(skia: Skia, canvas: Canvas, op: DotsOp, paint: Paint, place: DotPlace): void {
  const { rects, turn } = op;
  const { scale, originX, originY } = place;
  if (turn !== undefined) return paintTurned(skia, canvas, rects, turn, paint, place);
  if (place.exact) {
    const [clipLeft, clipTop, clipRight, clipBottom] = canvas.getDeviceClipBounds();
    for (let i = 0; i + 3 < rects.length; i += 4) {
      const left = Math.round(originX + (rects[i] ?? 0) * scale);
      const top = Math.round(originY + (rects[i + 1] ?? 0) * scale);
      const right = Math.max(left + 1, Math.round(originX + ((rects[i] ?? 0) + (rects[i + 2] ?? 0)) * scale));
      const bottom = Math.max(top + 1, Math.round(originY + ((rects[i + 1] ?? 0) + (rects[i + 3] ?? 0)) * scale));
      // A band of a long label shows few of a symbol's rectangles, and each call into Skia costs time.
      if (left >= (clipRight ?? 0) || right <= (clipLeft ?? 0)) continue;
      if (top >= (clipBottom ?? 0) || bottom <= (clipTop ?? 0)) continue;
      canvas.drawRect4f(left, top, right, bottom, paint);
    }
    return;
  }
  // All in one path: rectangles that touch would show a seam if each were antialiased on its own.
  withScope((scope) => {
    const builder = scope.own(new skia.PathBuilder());
    for (let i = 0; i + 3 < rects.length; i += 4) {
      const left = originX + (rects[i] ?? 0) * scale;
      const top = originY + (rects[i + 1] ?? 0) * scale;
      builder.addRect([left, top, left + (rects[i + 2] ?? 0) * scale, top + (rects[i + 3] ?? 0) * scale]);
    }
    canvas.drawPath(scope.own(builder.snapshot()), paint);
  });
}

/** Dot by dot on a print bitmap, where a symbol is compared with its dots; as one turned shape on the screen. */
function paintTurned(
  skia: Skia,
  canvas: Canvas,
  rects: Int32Array,
  { a, b, c, d, e, f }: Affine,
  paint: Paint,
  { scale, originX, originY, exact }: DotPlace,
): void {
  const turn = {
    a: a * scale,
    b: b * scale,
    c: c * scale,
    d: d * scale,
    e: e * scale + originX,
    f: f * scale + originY,
  };
  if (exact) {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = canvas.getDeviceClipBounds();
    eachTurnedRun(rects, turn, { x0, y0, x1, y1 }, (y, from, to) => canvas.drawRect4f(from, y, to, y + 1, paint));
    return;
  }
  withScope((scope) => {
    const builder = scope.own(new skia.PathBuilder());
    for (let i = 0; i + 3 < rects.length; i += 4) {
      const [left, top] = [rects[i] ?? 0, rects[i + 1] ?? 0];
      builder.addRect([left, top, left + (rects[i + 2] ?? 0), top + (rects[i + 3] ?? 0)]);
    }
    canvas.save();
    canvas.concat([turn.a, turn.c, turn.e, turn.b, turn.d, turn.f, 0, 0, 1]);
    canvas.drawPath(scope.own(builder.snapshot()), paint);
    canvas.restore();
  });
}
