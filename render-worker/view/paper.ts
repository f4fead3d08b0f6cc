import type { Canvas, Color } from 'canvaskit-wasm';
import type { Rect } from '#model/kernel/geometry.ts';
import type { Skia } from '../skia/load.ts';
import { withScope } from '../skia/scope.ts';

/** Opacity of the paper's soft edge, for each pixel from the paper outward. */
const EDGE_ALPHA = [0.16, 0.08, 0.05, 0.03, 0.015];
/** Opacity of the veil over what is outside of the label: it is visible, but does not print. */
const VEIL_ALPHA = 0.78;

/** The paper's thin soft edge. `paper` is in whole pixels. */
export function paintPaperEdge(skia: Skia, canvas: Canvas, paper: Rect): void {
  withScope((scope) => {
    const paint = scope.own(new skia.Paint());
    paint.setAntiAlias(true);
    paint.setStyle(skia.PaintStyle.Stroke);
    paint.setStrokeWidth(1);
    EDGE_ALPHA.forEach((alpha, i) => {
      paint.setColor(skia.Color(0, 0, 0, alpha));
      // A little lower with each step, as if lit from above.
      const out = i + 0.5;
      const down = i * 0.5;
      canvas.drawRRect(
        skia.RRectXY(
          [paper.x - out, paper.y - out + down, paper.x + paper.width + out, paper.y + paper.height + out + down],
          i,
          i,
        ),
        paint,
      );
    });
  });
}

/** White paper. `paper` is in whole pixels. */
export function paintPaper(skia: Skia, canvas: Canvas, paper: Rect): void {
  withScope((scope) => {
    const paint = scope.own(new skia.Paint());
    paint.setAntiAlias(false);
    paint.setColor(skia.WHITE);
    canvas.drawRect4f(paper.x, paper.y, paper.x + paper.width, paper.y + paper.height, paint);
  });
}

/**
 * The colors painted under and over what is outside of the label: together they leave the surroundings' color where
 * nothing is. Black ink that is faded toward a dark color would be lost in it; so there the ground is as light as it
 * must be for a veil of black to give the surroundings.
 */
export function surroundingColors(skia: Skia, surroundings: string): { readonly ground: Color; readonly veil: Color } {
  const color = skia.parseColorString(surroundings);
  const left = 1 - VEIL_ALPHA;
  const [red = 0, green = 0, blue = 0] = color;
  if (Math.max(red, green, blue) > left) return { ground: color, veil: skia.multiplyByAlpha(color, VEIL_ALPHA) };
  return {
    ground: skia.Color4f(red / left, green / left, blue / left, 1),
    veil: skia.multiplyByAlpha(skia.BLACK, VEIL_ALPHA),
  };
}
