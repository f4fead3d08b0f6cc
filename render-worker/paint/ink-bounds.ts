import type { DisplayOp, DotsOp, GlyphRun } from '#model/elements/base/display-op.ts';
import { assertNever } from '#model/kernel/assert-never.ts';
import { applyToRect, boundsOfPoints, unionRects, type Rect } from '#model/kernel/geometry.ts';
import { dotsPerMm } from '#model/kernel/units.ts';
import type { DisplayItem } from '#model/page/display-list.ts';
import { edgesOf } from './dot-edges.ts';
import { pathPoints } from './path-data.ts';

/** The ink bounds of the glyphs of a run, in mm of the content box. */
export type GlyphBounds = (run: GlyphRun) => Rect;

/** A corner of a stroke extends this many half pen widths (Skia's miter limit is 4). */
const MITER_REACH = 2;

/** The ink bounds of an item, in mm of the label. Rounding of edges to pixels is not included. */
export function inkBounds(item: DisplayItem, dpi: number, glyphBounds: GlyphBounds): Rect {
  const rects = item.ops.map((op) => {
    const rect = opBounds(op, dpi, glyphBounds);
    return op.type === 'dots' ? rect : applyToRect(item.transform, rect);
  });
  return unionRects([item.bounds, ...rects]) ?? item.bounds;
}

function opBounds(op: DisplayOp, dpi: number, glyphBounds: GlyphBounds): Rect {
  switch (op.type) {
    case 'rect':
    case 'image':
      return op.rect;
    case 'path':
      return grown(boundsOfPoints(pathPoints(op.data)), op.paint.style === 'fill' ? 0 : op.paint.widthMm * MITER_REACH);
    case 'glyphs':
      return glyphBounds(op.run);
    case 'dots':
      return dotsBounds(op, dotsPerMm(dpi));
    case 'group':
      return applyToRect(
        op.transform,
        unionRects(op.ops.map((inner) => opBounds(inner, dpi, glyphBounds))) ?? { x: 0, y: 0, width: 0, height: 0 },
      );
    default:
      return assertNever(op);
  }
}

function dotsBounds({ rects, turn }: DotsOp, perMm: number): Rect {
  const { left, top, right, bottom } = edgesOf(rects);
  if (right < left) return { x: 0, y: 0, width: 0, height: 0 };
  const own = { x: left, y: top, width: right - left, height: bottom - top };
  const { x, y, width, height } = turn === undefined ? own : applyToRect(turn, own);
  return { x: x / perMm, y: y / perMm, width: width / perMm, height: height / perMm };
}

function grown({ x, y, width, height }: Rect, by: number): Rect {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}
