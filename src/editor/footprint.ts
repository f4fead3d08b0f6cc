import { unionRects } from '#model/kernel/geometry.ts';
import type { Rect } from '#model/kernel/geometry.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { elementBox } from '#model/elements/base/box.ts';
import { definitionOf, type LabelElement } from '#model/elements/element.ts';
import type { Template } from '#model/template/template.ts';

/** What is painted of the element, in mm; its box while nothing was measured. */
export function visibleBounds(element: LabelElement, bounds: ReadonlyMap<ElementId, Rect>): Rect {
  return bounds.get(element.id) ?? elementBox(element);
}

/** The box around all of them; null for none. */
export function selectionBox(elements: readonly LabelElement[], bounds: ReadonlyMap<ElementId, Rect>): Rect | null {
  return unionRects(elements.map((e) => visibleBounds(e, bounds)));
}

/** The template with these elements in the place of those with the same ids. */
export function withElements(template: Template, elements: Iterable<LabelElement>): Template {
  const next = new Map<ElementId, LabelElement>();
  for (const element of elements) next.set(element.id, element);
  return { ...template, elements: template.elements.map((e) => next.get(e.id) ?? e) };
}

/** The element with the box that it was painted in, where that follows from its content; as it is when not measured. */
export function refitted<E extends LabelElement>(element: E, bounds: ReadonlyMap<ElementId, Rect>): E {
  const painted = bounds.get(element.id);
  return painted === undefined ? element : (definitionOf(element.type).fitted(element, painted) as E);
}
