import type { Rect } from '#model/kernel/geometry.ts';
import { problem } from '#model/kernel/problem.ts';
import { dotsPerMm, type Mm } from '#model/kernel/units.ts';
import type { ComposedLabel, DisplayItem, ElementProblem, SheetGeometry } from '#model/page/display-list.ts';
import type { Template } from '#model/template/template.ts';
import type { OffPage } from '../paint/off-page.ts';

/** What the calibration of the printer moves off the page, by name: `calibration.offPage`. */
export interface OffPageFindings {
  /** A part of a symbol is no symbol: the label is not printed. */
  readonly symbols: readonly ElementProblem[];
  /** Like text that is cut off at the label's edge. */
  readonly texts: readonly ElementProblem[];
  readonly shapes: readonly ElementProblem[];
}

export const NOTHING_OFF: OffPageFindings = { symbols: [], texts: [], shapes: [] };

/** Looks at a label in one of the sheet's cells; `measure` is told which part of the label is on the page. */
export function offPageFindings(
  template: Template,
  composed: ComposedLabel,
  sheet: SheetGeometry,
  cell: number,
  measure: (item: DisplayItem, label: Rect, page: Rect) => OffPage,
): OffPageFindings {
  const { list, symbols } = composed;
  const perMm = dotsPerMm(list.dpi);
  const { xDots = 0, yDots = 0 } = sheet.cells[cell] ?? {};
  const label = { x: 0, y: 0, width: list.widthMm, height: list.heightMm };
  const page = {
    x: -xDots / perMm,
    y: -yDots / perMm,
    width: sheet.widthDots / perMm,
    height: sheet.heightDots / perMm,
  };
  const measured = list.items.map((item) => ({ id: item.elementId, off: measure(item, label, page) }));
  const named = (mmOf: (off: OffPage) => Mm): readonly ElementProblem[] =>
    template.elements.flatMap(({ id, name }) => {
      const mm = Math.max(0, ...measured.filter((each) => each.id === id).map(({ off }) => mmOf(off)));
      return mm > 0 ? [offPageProblem(id, name, mm)] : [];
    });
  return {
    symbols: symbols.flatMap(({ elementId, elementName, bounds: { x, y, width, height } }) => {
      const right = x + width + xDots - sheet.widthDots;
      const below = y + height + yDots - sheet.heightDots;
      const dots = Math.max(0, -(x + xDots), -(y + yDots), right, below);
      return dots > 0 ? [offPageProblem(elementId, elementName, dots / perMm)] : [];
    }),
    texts: named((off) => off.textMm),
    shapes: named((off) => off.shapeMm),
  };
}

function offPageProblem(elementId: ElementProblem['elementId'], elementName: string, mm: Mm): ElementProblem {
  return { elementId, elementName, problem: problem('calibration.offPage', { mm: mm.toFixed(1) }) };
}
