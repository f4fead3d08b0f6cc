import type { Point } from '#model/kernel/geometry.ts';
import { CORNER_HANDLES, RESIZE_HANDLES, type ResizeHandle } from '#model/elements/base/handle.ts';
import { definitionOf, type LabelElement } from '#model/elements/element.ts';

/** The handles that what is selected offers: none when any of it is locked. */
export function handlesFor(elements: readonly LabelElement[]): readonly ResizeHandle[] {
  const [only] = elements;
  if (only === undefined || elements.some((e) => e.locked)) return [];
  if (elements.length === 1) return definitionOf(only.type).handles(only);
  return keepsProportion(elements, null) ? CORNER_HANDLES : RESIZE_HANDLES;
}

/** True where width and height may only change together; `handle` is the one that is dragged, null for several elements. */
export function keepsProportion(elements: readonly LabelElement[], handle: ResizeHandle | null): boolean {
  return elements.some((e) => definitionOf(e.type).keepsProportion(e, handle));
}

/** The corner of a box that is at `to` when the opposite one is at `from`. */
export function drawnCorner(from: Point, to: Point): ResizeHandle {
  return `${to.y < from.y ? 'n' : 's'}${to.x < from.x ? 'w' : 'e'}`;
}
