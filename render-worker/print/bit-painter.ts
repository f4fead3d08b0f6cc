import type { DisplayOp, PathOp } from '#model/elements/base/display-op.ts';
import { assertNever } from '#model/kernel/assert-never.ts';
import { applyToRect, keepsLevel, multiply, type Affine } from '#model/kernel/geometry.ts';
import { ok, type Result } from '#model/kernel/result.ts';
import { dotsPerMm, type Dots } from '#model/kernel/units.ts';
import type { DisplayItem } from '#model/page/display-list.ts';
import type { FontStore } from '../fonts/font-store.ts';
import type { ImageLibrary } from '../images/image-library.ts';
import { putImage } from '../images/put-image.ts';
import { snapRect } from '../paint/snap.ts';
import type { Skia } from '../skia/load.ts';
import type { BitPlane } from '../bits/bit-plane.ts';
import { createGlyphMasks } from './glyph-masks.ts';
import { putRect, putRects } from '../bits/ink.ts';
import { putTurnedRects } from '../bits/turned-rects.ts';
import { rectPath } from '../paint/path-data.ts';
import { createInkScratch } from './ink-scratch.ts';
import { createPathInk } from './path-ink.ts';
import { strokeRects } from './stroke-rects.ts';

/**
 * Paints directly in black and white. Only dots of ink are touched; Skia draws single glyphs and shapes and never the
 * whole label. A dot is the same whichever part of the label is painted.
 */
export interface BitPainter {
  /** Paints on top of the existing content. `plane` has the label's full width and its rows from `top` on. */
  paint(plane: BitPlane, items: readonly DisplayItem[], dpi: number, top: Dots): Result<null>;
  dispose(): void;
}

/** How far ink may extend beyond an element's bounds: overhanging glyphs, pens rounded up to a dot. */
const OVERHANG_MM = 1;

export function createBitPainter(skia: Skia, fonts: FontStore, library: ImageLibrary): BitPainter {
  const scratch = createInkScratch(skia);
  const glyphs = createGlyphMasks(skia, fonts, scratch);
  const paths = createPathInk(skia, scratch);

  function paintOp(plane: BitPlane, op: DisplayOp, toDots: Affine, top: Dots): Result<null> {
    switch (op.type) {
      case 'rect': {
        if (!keepsLevel(toDots)) return paths.put(plane, top, rectPath(op, 1 / Math.hypot(toDots.a, toDots.b)), toDots);
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
        if (op.turn === undefined) putRects(plane, op.rects, top, op.ink);
        else putTurnedRects(plane, op.rects, op.turn, top, op.ink);
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
    return paths.put(plane, top, op, toDots);
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
      paths.dispose();
      scratch.dispose();
    },
  };
}
