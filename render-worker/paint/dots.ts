import type { Canvas, Paint } from 'canvaskit-wasm';
import type { DotsOp } from '#model/elements/base/display-op.ts';
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
  const { rects } = op;
  const { scale, originX, originY } = place;
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
