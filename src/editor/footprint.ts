import { rotatedSize, unionRects } from '#model/kernel/geometry.ts';
import type { Rect } from '#model/kernel/geometry.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { roundMm } from '#model/kernel/units.ts';
import type { Mm } from '#model/kernel/units.ts';
import { elementBox } from '#model/elements/base/box.ts';
import type { ElementBase } from '#model/elements/base/element.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { Template } from '#model/template/template.ts';

/** The element with its box over `rect` (mm of the label), rounded to the file's 3 decimals. */
export function withFootprint<E extends LabelElement>(element: E, rect: Rect): E {
  const { width, height } = rotatedSize(rect, element.rotation);
  return changed(element, {
    xMm: roundMm(rect.x),
    yMm: roundMm(rect.y),
    widthMm: roundMm(width),
    heightMm: roundMm(height),
  });
}

/** What is painted of the element, in mm; its box while nothing was measured. */
export function visibleBounds(element: LabelElement, bounds: ReadonlyMap<ElementId, Rect>): Rect {
  return bounds.get(element.id) ?? elementBox(element);
}

/** The box around all of them; null for none. */
export function selectionBox(elements: readonly LabelElement[], bounds: ReadonlyMap<ElementId, Rect>): Rect | null {
  return unionRects(elements.map((e) => visibleBounds(e, bounds)));
}

export function moved<E extends LabelElement>(element: E, dxMm: Mm, dyMm: Mm): E {
  return changed(element, { xMm: roundMm(element.xMm + dxMm), yMm: roundMm(element.yMm + dyMm) });
}

/** The element with these fields; the very same value when nothing differs, so that no change is recorded. */
export function changed<E extends LabelElement>(element: E, fields: Partial<E> | Partial<ElementBase>): E {
  const before: Readonly<Record<string, unknown>> = { ...element };
  const differs = Object.entries(fields).some(([key, value]) => !Object.is(before[key], value));
  return differs ? { ...element, ...fields } : element;
}

/** The template with these elements in the place of those with the same ids. */
export function withElements(template: Template, elements: Iterable<LabelElement>): Template {
  const next = new Map<ElementId, LabelElement>();
  for (const element of elements) next.set(element.id, element);
  return { ...template, elements: template.elements.map((e) => next.get(e.id) ?? e) };
}
