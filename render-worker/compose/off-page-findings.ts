import type { DotRect } from '#model/elements/base/display-op.ts';
import type { Rect } from '#model/kernel/geometry.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { problem } from '#model/kernel/problem.ts';
import { dotsPerMm, type Dots, type Mm } from '#model/kernel/units.ts';
import type { ComposedLabel, DisplayItem, ElementProblem, SheetGeometry } from '#model/page/display-list.ts';
import type { Template } from '#model/template/template.ts';
import type { OffPage } from '../paint/off-page.ts';

/** What the calibration of the printer moves off the page, by name: `calibration.offPage`. */
export interface OffPageFindings {
  /** A partial symbol is unreadable: the label is not printed. */
  readonly symbols: readonly ElementProblem[];
  /** Treated like text that is cut off at the label's edge. */
  readonly texts: readonly ElementProblem[];
  readonly shapes: readonly ElementProblem[];
}

export const NOTHING_OFF: OffPageFindings = { symbols: [], texts: [], shapes: [] };

/** Checks a label in one of the sheet's cells; `measure` receives the part of the label that is on the page. */
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
  /** For each element that is not named already. */
  const named = (mmOf: (off: OffPage) => Mm, before: readonly ElementProblem[]): readonly ElementProblem[] =>
    template.elements.flatMap(({ id, name }) => {
      const mm = Math.max(0, ...measured.filter((each) => each.id === id).map(({ off }) => mmOf(off)));
      return mm > 0 && before.every(({ elementId }) => elementId !== id) ? [offPageProblem(id, name, mm)] : [];
    });
  const beyond = ({ x, y, width, height }: DotRect): Dots =>
    Math.max(-(x + xDots), -(y + yDots), x + width + xDots - sheet.widthDots, y + height + yDots - sheet.heightDots);
  const cut = new Map<ElementId, ElementProblem>();
  for (const { elementId, elementName, bounds } of symbols) {
    const dots = beyond(bounds);
    if (dots > 0) cut.set(elementId, offPageProblem(elementId, elementName, dots / perMm));
  }
  const texts = named((off) => off.textMm, [...cut.values()]);
  return { symbols: [...cut.values()], texts, shapes: named((off) => off.shapeMm, [...cut.values(), ...texts]) };
}

function offPageProblem(elementId: ElementProblem['elementId'], elementName: string, mm: Mm): ElementProblem {
  return { elementId, elementName, problem: problem('calibration.offPage', { mm: mm.toFixed(1) }) };
}
