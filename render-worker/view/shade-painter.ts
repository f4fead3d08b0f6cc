import type { Canvas } from 'canvaskit-wasm';
import type { DisplayOp } from '#model/elements/base/display-op.ts';
import { keepsLevel, multiply, type Affine } from '#model/kernel/geometry.ts';
import { dotsPerMm } from '#model/kernel/units.ts';
import type { DisplayItem } from '#model/page/display-list.ts';
import type { FontStore } from '../fonts/font-store.ts';
import type { SkiaPainter, PaintOptions } from '../paint/skia-painter.ts';
import type { Skia } from '../skia/load.ts';
import { DotShades } from './shade-dots.ts';
import { GlyphShades } from './shade-glyphs.ts';
import { flipOf, putRect, type PixelBox, type ShadePlane } from './shade-plane.ts';

/** A picture in memory, and Skia's canvas on the same pixels. */
export interface ShadeEasel {
  readonly canvas: Canvas;
  /** Get it again whenever Skia's heap may have grown. */
  plane(): ShadePlane;
}

/**
 * Paints the view in memory. Rectangles, symbols and letters, the main content of labels, are written directly into the
 * pixels, several times faster than by Skia (which is built without SIMD and threads). Skia paints the rest.
 */
export interface ShadePainter {
  /**
   * Paints on top of the existing content. Only the pixels in the boxes are right afterwards, because Skia does not cut
   * shapes at them.
   */
  paint(
    easel: ShadeEasel,
    items: readonly DisplayItem[],
    dpi: number,
    boxes: readonly PixelBox[],
    options: PaintOptions,
  ): void;
  dispose(): void;
}

export function createShadePainter(skia: Skia, fonts: FontStore, painter: SkiaPainter): ShadePainter {
  const glyphs = new GlyphShades(skia, fonts);
  const dots = new DotShades();

  return {
    paint(easel, items, dpi, boxes, options) {
      const { pxPerMm, originXPx, originYPx } = options;
      const label: Affine = { a: pxPerMm, b: 0, c: 0, d: pxPerMm, e: originXPx, f: originYPx };
      const dotPlace = { scale: pxPerMm / dotsPerMm(dpi), originX: originXPx, originY: originYPx };
      let plane = easel.plane();
      // When the heap has grown, the old array of pixels has length 0.
      const livePlane = (): ShadePlane => (plane.pixels.length > 0 ? plane : (plane = easel.plane()));

      function paintOp(op: DisplayOp, toPixels: Affine): void {
        switch (op.type) {
          case 'rect': {
            if (!keepsLevel(toPixels)) break;
            const { x, y, width, height } = op.rect;
            // Two corners are enough for a rectangle that is level.
            const { a, b, c, d, e, f } = toPixels;
            const [x0, y0] = [a * x + c * y + e, b * x + d * y + f];
            const [x1, y1] = [x0 + a * width + c * height, y0 + b * width + d * height];
            const [left, right] = x0 < x1 ? [x0, x1] : [x1, x0];
            const [top, bottom] = y0 < y1 ? [y0, y1] : [y1, y0];
            for (const box of boxes) putRect(livePlane(), box, left, top, right, bottom, flipOf(op.ink));
            return;
          }
          case 'dots':
            if (op.turn !== undefined) break;
            for (const box of boxes) dots.put(livePlane(), box, op, dotPlace);
            return;
          case 'glyphs':
            if (!glyphs.put(livePlane, boxes, op.run, toPixels, op.ink)) break;
            return;
          case 'group': {
            const inside = multiply(toPixels, op.transform);
            for (const inner of op.ops) paintOp(inner, inside);
            return;
          }
          default:
            break;
        }
        painter.paintOp(easel.canvas, op, toPixels, dpi, options);
      }

      for (const item of items) {
        const toPixels = multiply(label, item.transform);
        for (const op of item.ops) paintOp(op, toPixels);
      }
    },
    dispose: () => glyphs.dispose(),
  };
}
