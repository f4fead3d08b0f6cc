import { ok } from '#model/kernel/result.ts';
import type { Mm } from '#model/kernel/units.ts';
import { isSideHandle, type ResizeHandle } from '#model/elements/base/handle.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { Command } from '../editor.ts';
import { refitted, withElements } from '../footprint.ts';
import { handlesFor, keepsProportion } from '../handles.ts';
import { unlockedElements } from '../selection.ts';
import { boxToResize, resizedElements, scaleLimits } from './resize.ts';

export type SizeAxis = 'width' | 'height';

/** A size that can be set, in mm: of the box around the elements on the label; of a turned one along its sides. */
export interface SettableSize {
  readonly sizeMm: Mm;
  readonly leastMm: Mm;
  /** Infinity when only the label limits it. */
  readonly mostMm: Mm;
}

/**
 * The width or height of the selection, if it can be set as by one of its handles. Null if it follows from something
 * else: the thickness of a straight line, the height of a text that wraps.
 */
export function settableSize(elements: readonly LabelElement[], axis: SizeAxis): SettableSize | null {
  const box = boxToResize(elements);
  const way = sizingHandle(elements, axis);
  if (way === null || box === null || box[axis] <= 0) return null;
  const { minX, minY, max } = scaleLimits(elements, elements.length === 1 ? way.handle : null);
  const least = way.together ? Math.max(minX, minY) : axis === 'width' ? minX : minY;
  return { sizeMm: box[axis], leastMm: box[axis] * least, mostMm: box[axis] * max };
}

/**
 * Sets the width or height of the box around the selection; its top left corner stays. Elements with fixed proportions
 * change on both sides. A size beyond the limits is clamped. Problems: `edit.nothingSelected`, `edit.locked`.
 */
export function resizeTo(axis: SizeAxis, sizeMm: Mm): Command {
  return (context) => {
    const selected = unlockedElements(context);
    if (!selected.ok) return selected;
    const elements = selected.value.map((e) => refitted(e, context.bounds));
    const box = boxToResize(elements);
    const way = sizingHandle(elements, axis);
    if (way === null || box === null || box[axis] <= 0) return ok({ template: context.template });
    const scale = sizeMm / box[axis];
    const dx = axis === 'width' || way.together ? box.width * (scale - 1) : 0;
    const dy = axis === 'height' || way.together ? box.height * (scale - 1) : 0;
    return ok({ template: withElements(context.template, resizedElements(elements, way.handle, dx, dy, {})) });
  };
}

function sizingHandle(
  elements: readonly LabelElement[],
  axis: SizeAxis,
): { readonly handle: ResizeHandle; readonly together: boolean } | null {
  const handles = handlesFor(elements);
  const side = axis === 'width' ? 'e' : 's';
  if (handles.includes(side)) return { handle: side, together: false };
  if (handles.some(isSideHandle) || !handles.includes('se')) return null;
  return { handle: 'se', together: keepsProportion(elements, elements.length === 1 ? 'se' : null) };
}
