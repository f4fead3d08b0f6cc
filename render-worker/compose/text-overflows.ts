import { problem } from '#model/kernel/problem.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import type { Mm } from '#model/kernel/units.ts';
import type { ComposedLabel, DisplayItem, ElementProblem } from '#model/page/display-list.ts';
import type { Template } from '#model/template/template.ts';

/**
 * The texts of a label that are cut off: `table.textOverflow` for a text that does not fit its cell, `text.cutOff` with
 * the millimeters beyond the label's edge. `cutTextMm` measures one item; a canvas mirror counts with its original.
 */
export function textOverflows(
  template: Template,
  composed: ComposedLabel,
  cutTextMm: (item: DisplayItem) => Mm,
): readonly ElementProblem[] {
  const cut = new Map<ElementId, Mm>();
  for (const item of composed.list.items) {
    const mm = cutTextMm(item);
    if (mm > 0) cut.set(item.elementId, Math.max(mm, cut.get(item.elementId) ?? 0));
  }
  const beyondEdge = template.elements.flatMap(({ id, name }) => {
    const mm = cut.get(id);
    return mm === undefined ? [] : [cutOff(id, name, mm)];
  });
  return [...composed.overflows, ...beyondEdge];
}

export function cutOff(elementId: ElementId, elementName: string, mm: Mm): ElementProblem {
  return { elementId, elementName, problem: problem('text.cutOff', { mm: mm.toFixed(1) }) };
}
