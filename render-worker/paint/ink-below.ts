import type { Rect } from '#model/kernel/geometry.ts';
import type { Mm } from '#model/kernel/units.ts';
import type { DisplayItem } from '#model/page/display-list.ts';
import { cutTextMm } from './cut-text.ts';
import type { GlyphBounds } from './ink-bounds.ts';
import { offPage } from './off-page.ts';

/** How far pens extend beyond an element's bounds. */
const OVERHANG_MM = 1;
const FAR_MM = 1e6;
/** An area that contains everything. */
const ANYWHERE: Rect = { x: -FAR_MM, y: -FAR_MM, width: 2 * FAR_MM, height: 2 * FAR_MM };

/**
 * How far the ink of an item extends below a height of the label, in mm; 0 for less than a dot, which may also be lost at
 * the label's edge.
 */
export function inkBelowMm(item: DisplayItem, yMm: Mm, dpi: number, glyphBounds: GlyphBounds): Mm {
  const above = { ...ANYWHERE, height: FAR_MM + yMm };
  const textMm = cutTextMm(item, above, dpi, glyphBounds);
  const { y, height } = item.bounds;
  if (y + height + OVERHANG_MM <= yMm) return textMm;
  return Math.max(textMm, offPage(item, ANYWHERE, above, dpi, glyphBounds).shapeMm);
}
