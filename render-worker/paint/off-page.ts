import type { DisplayOp } from '#model/elements/base/display-op.ts';
import {
  applyToPoint,
  applyToRect,
  boundsOfPoints,
  grownRect,
  keepsLevel,
  multiply,
  type Affine,
  type Rect,
} from '#model/kernel/geometry.ts';
import { dotsToMm, type Mm } from '#model/kernel/units.ts';
import type { DisplayItem } from '#model/page/display-list.ts';
import { distanceBeyond, textOnLabel } from './cut-text.ts';
import type { GlyphBounds } from './ink-bounds.ts';
import { pathPoints } from './path-data.ts';

/** How far an item's content on its label extends beyond the page, in mm; 0 when it is on the page. */
export interface OffPage {
  readonly textMm: Mm;
  /** Shapes and images. */
  readonly shapeMm: Mm;
}

/**
 * The item's part that is on the label but not on the page: `page` is the part of the label that is on the page, in mm
 * of the label. One dot of the printer is allowed, as for text at the label's edge. Symbols are excluded: they are read
 * back.
 */
export function offPage(item: DisplayItem, label: Rect, page: Rect, dpi: number, glyphBounds: GlyphBounds): OffPage {
  let [textMm, shapeMm] = [0, 0];
  const look = (op: DisplayOp, toLabel: Affine): void => {
    if (op.type === 'group') {
      for (const inner of op.ops) look(inner, multiply(toLabel, op.transform));
      return;
    }
    const ink = inkOf(op, toLabel, glyphBounds);
    if (ink === null) return;
    const mm = distanceBeyond(common(ink, label), page);
    if (op.type === 'glyphs') textMm = Math.max(textMm, mm);
    else shapeMm = Math.max(shapeMm, mm);
  };
  for (const op of item.ops) look(op, item.transform);
  const dotMm = dotsToMm(1, dpi);
  return { textMm: textMm > dotMm ? textMm : 0, shapeMm: shapeMm > dotMm ? shapeMm : 0 };
}

function inkOf(op: Exclude<DisplayOp, { type: 'group' }>, toLabel: Affine, glyphBounds: GlyphBounds): Rect | null {
  switch (op.type) {
    case 'rect':
    case 'image':
      return applyToRect(toLabel, op.rect);
    case 'path': {
      const points = pathPoints(op.data);
      const pen = op.paint.style === 'fill' ? 0 : op.paint.widthMm / 2;
      return keepsLevel(toLabel)
        ? applyToRect(toLabel, grownRect(boundsOfPoints(points), pen))
        : grownRect(boundsOfPoints(points.map((point) => applyToPoint(toLabel, point))), pen);
    }
    case 'glyphs':
      return textOnLabel(op.run, toLabel, glyphBounds);
    case 'dots':
      return null;
  }
}

/** Without width or height where they have nothing in common, and then at the edge. */
function common(a: Rect, b: Rect): Rect {
  const x = Math.min(Math.max(a.x, b.x), b.x + b.width);
  const y = Math.min(Math.max(a.y, b.y), b.y + b.height);
  return {
    x,
    y,
    width: Math.max(0, Math.min(a.x + a.width, b.x + b.width) - x),
    height: Math.max(0, Math.min(a.y + a.height, b.y + b.height) - y),
  };
}
