import { boundsOfPoints } from '#model/kernel/geometry.ts';
import { elementBox } from '#model/elements/base/box.ts';
import { moved } from '#model/elements/base/footprint.ts';
import { definitionOf, type LabelElement } from '#model/elements/element.ts';
import type { DrawnBox } from '../editor.ts';
import { drawnCorner } from '../handles.ts';
import { resizedElements } from './resize.ts';

/** A new element in the box that was drawn for it, within the limits and proportions of its type. */
export function drawnInto(element: LabelElement, { fromMm, toMm }: DrawnBox): LabelElement {
  const own = definitionOf(element.type).drawn?.(element, fromMm, toMm);
  if (own !== undefined) return own;
  const handle = drawnCorner(fromMm, toMm);
  const box = elementBox(element);
  const wanted = boundsOfPoints([fromMm, toMm]);
  // The corner where the drawing started is fixed, and the opposite one is dragged to its end.
  const begun = moved(
    element,
    handle.includes('w') ? fromMm.x - box.width - box.x : fromMm.x - box.x,
    handle.includes('n') ? fromMm.y - box.height - box.y : fromMm.y - box.y,
  );
  const dx = (wanted.width - box.width) * (handle.includes('w') ? -1 : 1);
  const dy = (wanted.height - box.height) * (handle.includes('n') ? -1 : 1);
  return resizedElements([begun], handle, dx, dy, {})[0] ?? begun;
}
