import type { DataRecord } from '#model/data/record.ts';
import type { Rect } from '#model/kernel/geometry.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { problem } from '#model/kernel/problem.ts';
import { ok, type Result } from '#model/kernel/result.ts';
import { dotsPerMm } from '#model/kernel/units.ts';
import { isTooSmallFor } from '#model/elements/base/pins.ts';
import { elementValues, type LabelContext } from '#model/page/compose.ts';
import type { ComposedLabel, DisplayList, ElementProblem, SheetGeometry } from '#model/page/display-list.ts';
import { elementTexts } from '#model/page/element-texts.ts';
import { emptyFindings, outsideFindings } from '#model/page/preflight.ts';
import type { Template } from '#model/template/template.ts';
import type { UnprintableEdges } from '#protocol/render.ts';
import type { SkiaPainter } from '../paint/skia-painter.ts';
import type { LabelPainter } from '../print/label-painter.ts';
import { createSymbolOverlaps, type SymbolOverlap } from './symbol-overlaps.ts';

export const NO_UNPRINTABLE_EDGES: UnprintableEdges = { leftMm: 0, topMm: 0, rightMm: 0, bottomMm: 0 };

interface AsideParts {
  readonly labels: Pick<LabelPainter, 'paintItems'>;
  readonly offPage: SkiaPainter['offPage'];
}

/**
 * A label that was painted and read: `list` with the printed background, and the symbols that did not read well enough.
 */
export interface ReadLabel {
  readonly composed: ComposedLabel;
  readonly list: DisplayList;
  readonly unread: ReadonlySet<ElementId>;
}

export interface AsideFindings {
  /** Why symbols did not read; the run itself reports them without the reason. */
  readonly problems: readonly ElementProblem[];
  readonly warnings: readonly ElementProblem[];
}

/**
 * Findings of a preflight that a run does not check: elements off the label or in the printer's margins, ink over
 * symbols, empty values.
 */
export function createAsideFindings(
  template: Template,
  sheet: SheetGeometry,
  edges: UnprintableEdges,
  { labels, offPage }: AsideParts,
): (label: ReadLabel, record: DataRecord, context: LabelContext) => Result<AsideFindings> {
  const shown = template.elements.filter((element) => !isTooSmallFor(element, template.label));
  const overlaps = createSymbolOverlaps(template, sheet, labels);
  return ({ composed, list, unread }, record, context) => {
    const { dpi } = composed.list;
    const over = overlaps({ ...composed, list });
    if (!over.ok) return over;
    const values = elementValues(template, record, context);
    const warnings = [
      ...over.value.filter((overlap) => !isBackground(overlap)).map(overSymbol),
      ...outsideFindings(template.elements, composed, printableArea(sheet, edges, dpi), (item, label, area) =>
        offPage(item, label, area, dpi),
      ),
      ...emptyFindings(shown, (element) => elementTexts(element, record, values), composed.problems),
    ];
    return ok({ problems: over.value.filter((overlap) => isReason(overlap, unread)).map(overPicture), warnings });
  };
}

function isBackground({ elementName, elementId }: SymbolOverlap): boolean {
  return elementId === '' && elementName === '';
}

/** Whether the dots of a picture are what keeps the symbol from being read. */
function isReason({ isPicture, symbol }: SymbolOverlap, unread: ReadonlySet<ElementId>): boolean {
  return isPicture && unread.has(symbol.elementId);
}

function overSymbol({ elementId, elementName, symbol }: SymbolOverlap): ElementProblem {
  return { elementId, elementName, problem: problem('preflight.overSymbol', { symbol: symbol.elementName }) };
}

function overPicture(overlap: SymbolOverlap): ElementProblem {
  const { elementName: picture, symbol } = overlap;
  const why = isBackground(overlap)
    ? problem('preflight.overBackground')
    : problem('preflight.overPicture', { picture });
  return { ...symbol, problem: why };
}

/** The part of a label that is printable at every position on the sheet, in mm of the label. */
function printableArea(sheet: SheetGeometry, edges: UnprintableEdges, dpi: number): Rect {
  const perMm = dotsPerMm(dpi);
  let [left, top, right, bottom] = [-Infinity, -Infinity, Infinity, Infinity];
  for (const { xDots, yDots } of sheet.cells) {
    left = Math.max(left, edges.leftMm - xDots / perMm);
    top = Math.max(top, edges.topMm - yDots / perMm);
    right = Math.min(right, (sheet.widthDots - xDots) / perMm - edges.rightMm);
    bottom = Math.min(bottom, (sheet.heightDots - yDots) / perMm - edges.bottomMm);
  }
  // The run itself finds what a calibration moves off the page; and what is off the label is off the page too.
  const { labelWidthDots, labelHeightDots } = sheet;
  left = edges.leftMm > 0 ? Math.max(0, left) : 0;
  top = edges.topMm > 0 ? Math.max(0, top) : 0;
  right = edges.rightMm > 0 ? Math.min(labelWidthDots / perMm, right) : labelWidthDots / perMm;
  bottom = edges.bottomMm > 0 ? Math.min(labelHeightDots / perMm, bottom) : labelHeightDots / perMm;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The label without placeholders for missing symbols, which are not printed. */
export function withoutPlaceholders(composed: ComposedLabel): ComposedLabel {
  if (composed.placeholders.length === 0) return composed;
  const shown = new Set(composed.placeholders);
  return { ...composed, symbols: composed.symbols.filter(({ elementId }) => !shown.has(elementId)) };
}
