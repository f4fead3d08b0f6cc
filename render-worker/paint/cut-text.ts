import type { DisplayOp, GlyphRun } from '#model/elements/base/display-op.ts';
import { applyToRect, keepsLevel, multiply, unionRects, type Affine, type Rect } from '#model/kernel/geometry.ts';
import { dotsToMm, type Mm } from '#model/kernel/units.ts';
import type { DisplayItem } from '#model/page/display-list.ts';
import type { GlyphBounds } from './ink-bounds.ts';

/** No glyph of any script extends farther from its origin than this many ems. */
const FARTHEST_EM = 3;

/**
 * How far the ink of an item's text extends beyond the edge of the label, in mm: what is beyond it is cut off. 0 when
 * the text is whole. One dot of the printer is allowed, since glyphs are on whole dots; shapes, images and the black
 * behind white text may bleed.
 */
export function cutTextMm(item: DisplayItem, label: Rect, dpi: number, glyphBounds: GlyphBounds): Mm {
  const beyond = item.ops.reduce((most, op) => Math.max(most, beyondEdge(op, item.transform, label, glyphBounds)), 0);
  return beyond > dotsToMm(1, dpi) ? beyond : 0;
}

function beyondEdge(op: DisplayOp, toLabel: Affine, label: Rect, glyphBounds: GlyphBounds): Mm {
  if (op.type === 'group') {
    const inside = multiply(toLabel, op.transform);
    return op.ops.reduce((most, inner) => Math.max(most, beyondEdge(inner, inside, label, glyphBounds)), 0);
  }
  if (op.type !== 'glyphs') return 0;
  // Measuring calls Skia, so it is done only for text near an edge.
  const around = origins(op.run);
  if (around === null || distanceBeyond(applyToRect(toLabel, around), label) <= 0) return 0;
  return distanceBeyond(textOnLabel(op.run, toLabel, glyphBounds), label);
}

/** The ink bounds of a run on the label. At a free angle those of the glyphs, since the box of a turned line is far larger. */
export function textOnLabel(run: GlyphRun, toLabel: Affine, glyphBounds: GlyphBounds): Rect {
  const whole = applyToRect(toLabel, glyphBounds(run));
  if (keepsLevel(toLabel)) return whole;
  const { turns } = run;
  const rects = Array.from(run.glyphs, (_, i) =>
    glyphBounds({
      ...run,
      glyphs: run.glyphs.subarray(i, i + 1),
      positions: run.positions.subarray(2 * i, 2 * i + 2),
      ...(turns === undefined ? {} : { turns: turns.subarray(2 * i, 2 * i + 2) }),
    }),
  );
  const inked = rects.filter(({ width, height }) => width > 0 && height > 0);
  return unionRects(inked.map((rect) => applyToRect(toLabel, rect))) ?? whole;
}

/** A rectangle that certainly contains the whole run; null for one without glyphs. */
function origins({ positions, sizeMm }: GlyphRun): Rect | null {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (let i = 0; i + 1 < positions.length; i += 2) {
    const x = positions[i] as number;
    const y = positions[i + 1] as number;
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  if (right < left) return null;
  const by = FARTHEST_EM * sizeMm;
  return { x: left - by, y: top - by, width: right - left + 2 * by, height: bottom - top + 2 * by };
}

/** How far the rectangle extends beyond the area; negative inside. */
export function distanceBeyond({ x, y, width, height }: Rect, area: Rect): Mm {
  return Math.max(area.x - x, area.y - y, x + width - area.x - area.width, y + height - area.y - area.height);
}
