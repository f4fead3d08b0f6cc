import { grownRect, rectsOverlap, type Rect } from '#model/kernel/geometry.ts';
import { ok, type Result } from '#model/kernel/result.ts';
import { dotsPerMm } from '#model/kernel/units.ts';
import type { DotRect } from '#model/elements/base/display-op.ts';
import type { ComposedLabel, DisplayItem, ElementProblem, SheetGeometry } from '#model/page/display-list.ts';
import type { Template } from '#model/template/template.ts';
import { createBitPlane, hasInk, type BitPlane } from '../bits/bit-plane.ts';
import type { LabelPainter } from '../print/label-painter.ts';
import { areaWithQuietZone, type Margins, quietMargins } from '#model/elements/base/symbol-margins.ts';
import { intersect } from '../read-back/placed-area.ts';
import { hasTurnedInk, onPlane } from '../read-back/turned-symbol.ts';

type Placed = ComposedLabel['symbols'][number];

const NO_MARGINS: Margins = { left: 0, right: 0, top: 0, bottom: 0 };

/** How far ink may extend beyond an element's bounds: overhanging glyphs, pens rounded up to a dot. */
const OVERHANG_MM = 1;

/** An element, or the background of the label (with an empty name), that is over or under a symbol. */
export interface SymbolOverlap extends Pick<ElementProblem, 'elementId' | 'elementName'> {
  readonly symbol: Pick<ElementProblem, 'elementId' | 'elementName'>;
  readonly isPicture: boolean;
}

/**
 * Names the elements that cover a symbol or leave ink in its quiet zone. Boxes are not sufficient: a frame around a
 * symbol has it within its box. So each item near it is painted alone, and its dots are checked.
 */
export function createSymbolOverlaps(
  template: Template,
  sheet: SheetGeometry,
  labels: Pick<LabelPainter, 'paintItems'>,
): (composed: ComposedLabel) => Result<readonly SymbolOverlap[]> {
  const whole: DotRect = { x: 0, y: 0, width: sheet.labelWidthDots, height: sheet.labelHeightDots };
  const names = new Map(template.elements.map(({ id, name }) => [id, name]));
  /** For items that stay the same from label to label: whether they overlap a place. */
  const known = new WeakMap<DisplayItem, Map<string, boolean>>();

  function isOver(
    item: DisplayItem,
    area: DotRect,
    { bounds, turned }: Placed,
    above: boolean,
    dpi: number,
    quiet: Margins,
  ): Result<boolean> {
    const turn = turned === undefined ? '' : Object.values(turned.toLabel).join();
    const key = [area.x, area.y, area.width, area.height, above, turn].join();
    const ofItem = known.get(item) ?? new Map<string, boolean>();
    known.set(item, ofItem);
    const before = ofItem.get(key);
    if (before !== undefined) return ok(before);
    const paper = createBitPlane(whole.width, area.height);
    const painted = labels.paintItems(paper, [item], dpi, area.y);
    if (!painted.ok) return painted;
    // At a free angle there is other room between the quiet zone and the box around it.
    const isInked = (plane: BitPlane, part: DotRect, margins: Margins): boolean => {
      const there = { ...part, y: part.y - area.y };
      if (turned === undefined) return hasInk(plane, there);
      const { left, top, right, bottom } = margins;
      const rect = [-left, -top, left + turned.widthDots + right, top + turned.heightDots + bottom];
      return hasTurnedInk(plane, there, rect, onPlane(turned, { x: 0, y: -area.y }).toLabel);
    };
    let is = isInked(paper, area, quiet);
    if (!is && above) {
      // White over the bars shows on a black ground.
      const bars = intersect(bounds, area);
      const ground = createBitPlane(whole.width, area.height);
      ground.bits.fill(0);
      const again = labels.paintItems(ground, [item], dpi, area.y);
      if (!again.ok) return again;
      is = isInked(negative(ground), bars, NO_MARGINS);
    }
    ofItem.set(key, is);
    return ok(is);
  }

  return ({ list, symbols }) => {
    const { dpi, items } = list;
    const found = new Map<string, SymbolOverlap>();
    for (const placed of symbols) {
      const area = intersect(areaWithQuietZone(placed), whole);
      if (area.width === 0 || area.height === 0) continue;
      const near = inMm(area, dpi);
      // Items after the symbol in the list are above it.
      const own = items.findIndex((item) => item.elementId === placed.elementId);
      for (const [i, item] of items.entries()) {
        const { elementId } = item;
        const key = `${elementId} ${placed.elementId}`;
        if (elementId === placed.elementId || found.has(key)) continue;
        if (!rectsOverlap(grownRect(item.bounds, OVERHANG_MM), near)) continue;
        const over = isOver(item, area, placed, i > own, dpi, quietMargins(placed));
        if (!over.ok) return over;
        if (over.value) found.set(key, overlap(item, names.get(elementId) ?? '', placed));
      }
    }
    return ok([...found.values()]);
  };
}

function overlap(
  { elementId, ops }: DisplayItem,
  elementName: string,
  { elementId: symbolId, elementName: symbolName }: Placed,
): SymbolOverlap {
  const symbol = { elementId: symbolId, elementName: symbolName };
  return { elementId, elementName, symbol, isPicture: ops.some(({ type }) => type === 'image') };
}

function inMm({ x, y, width, height }: DotRect, dpi: number): Rect {
  const perMm = dotsPerMm(dpi);
  return { x: x / perMm, y: y / perMm, width: width / perMm, height: height / perMm };
}

function negative(plane: BitPlane): BitPlane {
  return { ...plane, bits: plane.bits.map((byte) => byte ^ 0xff) };
}
