import { unionRects } from '#model/kernel/geometry.ts';
import type { Rect } from '#model/kernel/geometry.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import type { Mm } from '#model/kernel/units.ts';
import { elementBox } from '#model/elements/base/box.ts';
import { moved } from '#model/elements/base/footprint.ts';
import { keptInPlace, turnedBounds } from '#model/elements/base/turned-box.ts';
import { definitionOf, type LabelElement } from '#model/elements/element.ts';
import type { Template } from '#model/template/template.ts';

/** The painted bounds of the element before its further turn, in mm; its box before the first measurement. */
export function levelBounds(element: LabelElement, bounds: ReadonlyMap<ElementId, Rect>): Rect {
  return bounds.get(element.id) ?? elementBox(element);
}

/** The painted bounds of the element on the label, in mm. */
export function visibleBounds(element: LabelElement, bounds: ReadonlyMap<ElementId, Rect>): Rect {
  const level = levelBounds(element, bounds);
  return element.turnDegrees === undefined ? level : turnedBounds(element, level);
}

/** By how much the texts above push elements down the label, in mm, for those that are pushed. */
export type Pushes = ReadonlyMap<ElementId, Mm>;

/** The element with its place on the shown label, to which texts above may have pushed it; its own where none did. */
export function asShown<E extends LabelElement>(element: E, pushes: Pushes): E {
  const pushMm = pushes.get(element.id);
  return pushMm === undefined ? element : moved(element, 0, pushMm);
}

/** Cache by the bounds of a state: several fields of the panel read them with each picture. */
const drawnPlaces = new WeakMap<
  ReadonlyMap<ElementId, Rect>,
  { readonly of: Pushes; readonly bounds: ReadonlyMap<ElementId, Rect> }
>();

/** The painted bounds as they are where no text pushes an element. */
export function drawnBounds({
  bounds,
  pushes,
}: {
  readonly bounds: ReadonlyMap<ElementId, Rect>;
  readonly pushes: Pushes;
}): ReadonlyMap<ElementId, Rect> {
  if (pushes.size === 0) return bounds;
  const known = drawnPlaces.get(bounds);
  if (known?.of === pushes) return known.bounds;
  const drawn = new Map(bounds);
  for (const [id, pushMm] of pushes) {
    const rect = drawn.get(id);
    if (rect !== undefined) drawn.set(id, { ...rect, y: rect.y - pushMm });
  }
  drawnPlaces.set(bounds, { of: pushes, bounds: drawn });
  return drawn;
}

/** The push that all of them share; 0 when they differ. */
export function commonPush(elements: readonly LabelElement[], pushes: Pushes): Mm {
  const [first] = elements;
  const pushMm = (first === undefined ? undefined : pushes.get(first.id)) ?? 0;
  return elements.every(({ id }) => (pushes.get(id) ?? 0) === pushMm) ? pushMm : 0;
}

/** Cache by list of elements: many parts of the page need the same box with each step of a drag. */
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

/** The element with its painted box, if the box follows from the content; unchanged if it was not measured. */
export function refitted<E extends LabelElement>(element: E, bounds: ReadonlyMap<ElementId, Rect>): E {
  const painted = bounds.get(element.id);
  return painted === undefined
    ? element
    : keptInPlace(element, definitionOf(element.type).fitted(element, painted) as E);
}

/** The template with every element in its painted box: the places and sizes that a file has. */
export function withPaintedBoxes(template: Template, bounds: ReadonlyMap<ElementId, Rect>): Template {
  return { ...template, elements: template.elements.map((element) => refitted(element, bounds)) };
}
