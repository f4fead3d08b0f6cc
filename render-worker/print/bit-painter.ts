import type { Paint } from 'canvaskit-wasm';
import type { DisplayOp, DotsOp, PathOp } from '#model/elements/base/display-op.ts';
import { assertNever } from '#model/kernel/assert-never.ts';
import { applyToPoint, applyToRect, multiply, type Affine } from '#model/kernel/geometry.ts';
import { ok, type Result } from '#model/kernel/result.ts';
import { dotsPerMm, type Dots } from '#model/kernel/units.ts';
import type { DisplayItem } from '#model/page/display-list.ts';
import type { FontStore } from '../fonts/font-store.ts';
import type { ImageLibrary } from '../images/image-library.ts';
import { putImage } from '../images/put-image.ts';
import { paintPath } from '../paint/path.ts';
import { snapRect } from '../paint/snap.ts';
import type { Skia } from '../skia/load.ts';
import type { BitPlane } from './bit-plane.ts';
import { createGlyphMasks } from './glyph-masks.ts';
import { putMask, putRect } from './ink.ts';
import { createInkScratch, type InkBox } from './ink-scratch.ts';
import { strokeRects } from './stroke-rects.ts';

/**
 * Paints straight into black and white: only the dots of the ink are ever touched, and Skia sees but single glyphs
 * and shapes, never the label. What a dot becomes does not depend on the part of the label that is painted.
 */
export interface BitPainter {
  /** On top of what is there. `plane` has the label's rows from `top` on, and its full width. */
  paint(plane: BitPlane, items: readonly DisplayItem[], dpi: number, top: Dots): Result<null>;
  dispose(): void;
}

/** Ink may reach a little beyond an element's bounds: overhanging glyphs, pens rounded up to a dot. */
const OVERHANG_MM = 1;
/** A mitred corner reaches out by at most this many pens (Skia's limit of 4 halves). */
const MITRE_PENS = 2;

export function createBitPainter(skia: Skia, fonts: FontStore, library: ImageLibrary): BitPainter {
  const scratch = createInkScratch(skia);
  const glyphs = createGlyphMasks(skia, fonts, scratch);
  const black: Paint = new skia.Paint();
  black.setColor(skia.BLACK);
  black.setAntiAlias(false);

  function paintOp(plane: BitPlane, op: DisplayOp, toDots: Affine, top: Dots): Result<null> {
    switch (op.type) {
      case 'rect': {
        const { x, y, width, height } = snapRect(applyToRect(toDots, op.rect));
        putRect(plane, x, y - top, x + width, y + height - top, op.ink);
        return ok(null);
      }
      case 'path':
        return putPath(plane, op, toDots, top);
      case 'glyphs':
        return glyphs.put(plane, top, op.run, toDots, op.ink);
      case 'image':
        putImage(library, op, toDots, plane, top);
        return ok(null);
      case 'dots':
        putSymbol(plane, op, top);
        return ok(null);
      case 'group': {
        const inside = multiply(toDots, op.transform);
        for (const inner of op.ops) {
          const painted = paintOp(plane, inner, inside, top);
          if (!painted.ok) return painted;
        }
        return ok(null);
      }
      default:
        return assertNever(op);
    }
  }

  function putPath(plane: BitPlane, op: PathOp, toDots: Affine, top: Dots): Result<null> {
    const rects = strokeRects(op, toDots);
    if (rects !== null) {
      for (const { x0, y0, x1, y1 } of rects) putRect(plane, x0, y0 - top, x1, y1 - top, op.ink);
      return ok(null);
    }
    const whole = pathBox(op, toDots);
    const box = {
      x0: Math.max(0, whole.x0),
      x1: Math.min(plane.width, whole.x1),
      y0: Math.max(top, whole.y0),
      y1: Math.min(top + plane.height, whole.y1),
    };
    if (box.x0 >= box.x1 || box.y0 >= box.y1) return ok(null);
    const mask = scratch.mask(box, (canvas) => paintPath(skia, canvas, op, toDots, black, false));
    if (!mask.ok) return mask;
    putMask(plane, mask.value, 0, -top, op.ink);
    return ok(null);
  }

  return {
    paint(plane, items, dpi, top) {
      const perMm = dotsPerMm(dpi);
      const label: Affine = { a: perMm, b: 0, c: 0, d: perMm, e: 0, f: 0 };
      const fromMm = top / perMm - OVERHANG_MM;
      const toMm = (top + plane.height) / perMm + OVERHANG_MM;
      for (const { bounds, transform, ops } of items) {
        if (bounds.y >= toMm || bounds.y + bounds.height <= fromMm) continue;
        const toDots = multiply(label, transform);
        for (const op of ops) {
          const painted = paintOp(plane, op, toDots, top);
          if (!painted.ok) return painted;
        }
      }
      return ok(null);
    },
    dispose() {
      glyphs.dispose();
      scratch.dispose();
      black.delete();
    },
  };
}

function putSymbol(plane: BitPlane, { rects, ink }: DotsOp, top: Dots): void {
  for (let i = 0; i + 3 < rects.length; i += 4) {
    const x = rects[i] as number;
    const y = (rects[i + 1] as number) - top;
    putRect(plane, x, y, x + (rects[i + 2] as number), y + (rects[i + 3] as number), ink);
  }
}

/** Where a path's ink can be: its control points, and the pen around them. */
function pathBox(op: PathOp, toDots: Affine): InkBox {
  const numbers = op.data.match(/-?\d*\.?\d+(?:e[-+]?\d+)?/gi)?.map(Number) ?? [];
  const box = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
  for (let i = 0; i + 1 < numbers.length; i += 2) {
    const { x, y } = applyToPoint(toDots, { x: numbers[i] ?? 0, y: numbers[i + 1] ?? 0 });
    box.x0 = Math.min(box.x0, x);
    box.y0 = Math.min(box.y0, y);
    box.x1 = Math.max(box.x1, x);
    box.y1 = Math.max(box.y1, y);
  }
  const scale = Math.hypot(toDots.a, toDots.b);
  const pen = op.paint.style === 'stroke' ? Math.max(1, op.paint.widthMm * scale) * MITRE_PENS : 0;
  const around = Math.ceil(pen) + 2;
  return {
    x0: Math.floor(box.x0) - around,
    y0: Math.floor(box.y0) - around,
    x1: Math.ceil(box.x1) + around,
    y1: Math.ceil(box.y1) + around,
  };
}
