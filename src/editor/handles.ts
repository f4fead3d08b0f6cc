import type { Point } from '#model/kernel/geometry.ts';
import { CORNER_HANDLES, RESIZE_HANDLES, type ResizeHandle } from '#model/elements/base/handle.ts';
import { definitionOf, type LabelElement } from '#model/elements/element.ts';

/** The handles of the selection: none when any of it is locked. */
export function handlesFor(elements: readonly LabelElement[]): readonly ResizeHandle[] {
  const [only] = elements;
  if (only === undefined || elements.some((e) => e.locked)) return [];
  if (elements.length === 1) return definitionOf(only.type).handles(only);
  return keepsProportion(elements, null) ? CORNER_HANDLES : RESIZE_HANDLES;
}

/** Whether width and height only change together; `handle` is the dragged one, null for several elements. */
export function keepsProportion(elements: readonly LabelElement[], handle: ResizeHandle | null): boolean {
  // Among others a turned element would be slanted.
  const isSlanted = (e: LabelElement): boolean => handle === null && e.turnDegrees !== undefined;
  return elements.some((e) => isSlanted(e) || definitionOf(e.type).keepsProportion(e, handle));
}

/** The corner of a box at `to` when the opposite one is at `from`. */
export function drawnCorner(from: Point, to: Point): ResizeHandle {
  return `${to.y < from.y ? 'n' : 's'}${to.x < from.x ? 'w' : 'e'}`;
}
