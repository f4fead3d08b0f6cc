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

/** What was last found for a list of elements: many parts of the page ask for the same with each step of a drag. */
const boxes = new WeakMap<
  readonly LabelElement[],
  { readonly of: ReadonlyMap<ElementId, Rect>; readonly box: Rect | null }
>();

/** The box around all of them; null for none. Neither the list nor the map may be changed afterwards. */
export function selectionBox(elements: readonly LabelElement[], bounds: ReadonlyMap<ElementId, Rect>): Rect | null {
  const known = boxes.get(elements);
  if (known?.of === bounds) return known.box;
  const box = unionRects(elements.map((e) => visibleBounds(e, bounds)));
  boxes.set(elements, { of: bounds, box });
  return box;
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

/** The template with every element in the box that it was painted in: what a file says of places and sizes. */
export function withPaintedBoxes(template: Template, bounds: ReadonlyMap<ElementId, Rect>): Template {
  return { ...template, elements: template.elements.map((element) => refitted(element, bounds)) };
}
