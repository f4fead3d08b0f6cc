import type { DataRecord } from '#model/data/record.ts';
import type { Rect } from '#model/kernel/geometry.ts';
import { ok, type Result } from '#model/kernel/result.ts';
import { dotsPerMm } from '#model/kernel/units.ts';
import { elementValues, type LabelContext } from '#model/page/compose.ts';
import type { ComposedLabel, ElementProblem, SheetGeometry } from '#model/page/display-list.ts';
import { elementTexts } from '#model/page/element-texts.ts';
import { emptyFindings, outsideFindings } from '#model/page/preflight.ts';
import type { Template } from '#model/template/template.ts';
import type { BareEdges } from '#protocol/render.ts';
import type { SkiaPainter } from '../paint/skia-painter.ts';
import type { LabelPainter } from '../print/label-painter.ts';
import { createSymbolOverlaps } from './symbol-overlaps.ts';

export const NOTHING_BARE: BareEdges = { leftMm: 0, topMm: 0, rightMm: 0, bottomMm: 0 };

interface AsideParts {
  readonly labels: Pick<LabelPainter, 'paintItems'>;
  readonly offPage: SkiaPainter['offPage'];
}

/**
 * What no run asks about and a preflight does: elements off the label or in the printer's bare edges, ink over symbols, empty
 * values.
 */
export function createAsideFindings(
  template: Template,
  sheet: SheetGeometry,
  bare: BareEdges,
  { labels, offPage }: AsideParts,
): (composed: ComposedLabel, record: DataRecord, context: LabelContext) => Result<readonly ElementProblem[]> {
  const overlaps = createSymbolOverlaps(template, sheet, labels);
  return (composed, record, context) => {
    const { dpi } = composed.list;
    const over = overlaps(composed);
    if (!over.ok) return over;
    const values = elementValues(template, record, context);
    return ok([
      ...over.value,
      ...outsideFindings(template.elements, composed, printableArea(sheet, bare, dpi), (item, label, area) =>
        offPage(item, label, area, dpi),
      ),
      ...emptyFindings(template.elements, (element) => elementTexts(element, record, values), composed.problems),
    ]);
  };
}

/** The part of a label that the printer reaches wherever on the sheet it stands, in mm of the label. */
function printableArea(sheet: SheetGeometry, bare: BareEdges, dpi: number): Rect {
  const perMm = dotsPerMm(dpi);
  let [left, top, right, bottom] = [-Infinity, -Infinity, Infinity, Infinity];
  for (const { xDots, yDots } of sheet.cells) {
    left = Math.max(left, bare.leftMm - xDots / perMm);
    top = Math.max(top, bare.topMm - yDots / perMm);
    right = Math.min(right, (sheet.widthDots - xDots) / perMm - bare.rightMm);
    bottom = Math.min(bottom, (sheet.heightDots - yDots) / perMm - bare.bottomMm);
  }
  // What a calibration moves off the page is found by the run itself; and what lies off the label is off the page too.
  const { labelWidthDots, labelHeightDots } = sheet;
  left = bare.leftMm > 0 ? Math.max(0, left) : 0;
  top = bare.topMm > 0 ? Math.max(0, top) : 0;
  right = bare.rightMm > 0 ? Math.min(labelWidthDots / perMm, right) : labelWidthDots / perMm;
  bottom = bare.bottomMm > 0 ? Math.min(labelHeightDots / perMm, bottom) : labelHeightDots / perMm;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The label without the symbols that are drawn in place of what cannot be had: nobody would print them. */
export function withoutPlaceholders(composed: ComposedLabel): ComposedLabel {
  if (composed.placeholders.length === 0) return composed;
  const shown = new Set(composed.placeholders);
  return { ...composed, symbols: composed.symbols.filter(({ elementId }) => !shown.has(elementId)) };
}
