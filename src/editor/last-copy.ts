import type { Point } from '#model/kernel/geometry.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { canvasUnitsToMm } from '#model/kernel/units.ts';
import { elementBox } from '#model/elements/base/box.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { Template } from '#model/template/template.ts';
import { chosenElements, sameIds } from './selection.ts';

/** Copies, and the places of their originals at that time: the offset of the next copy follows from both. */
export interface LastCopy {
  readonly copies: readonly ElementId[];
  /** The corners of the originals' boxes in mm, in the order of the copies. */
  readonly originalsMm: readonly Point[];
}

/** Specification 2, section 2: copies are placed 20 canvas units to the right and below. */
export const COPY_OFFSET_UNITS = 20;
/** Tolerance within which copies have the same offset: places have 3 decimals. */
const SAME_OFFSET_MM = 0.002;

export function lastCopyOf(originals: readonly LabelElement[], copies: readonly ElementId[]): LastCopy {
  return { copies, originalsMm: originals.map(cornerOf) };
}

/**
 * The offset of a copy of the selection, in mm: that of the selection from its original, if it is the last copy and its
 * elements were kept together.
 */
export function copyOffset(template: Template, selection: readonly ElementId[], last: LastCopy | null): Point {
  const usual = { x: canvasUnitsToMm(COPY_OFFSET_UNITS), y: canvasUnitsToMm(COPY_OFFSET_UNITS) };
  if (last === null || !sameIds(selection, last.copies)) return usual;
  const offsets = chosenElements(template, last.copies).map((element, i) => {
    const at = cornerOf(element);
    const from = last.originalsMm[i] ?? at;
    return { x: at.x - from.x, y: at.y - from.y };
  });
  const [first] = offsets;
  if (first === undefined || (first.x === 0 && first.y === 0)) return usual;
  const together = offsets.every(
    ({ x, y }) => Math.abs(x - first.x) < SAME_OFFSET_MM && Math.abs(y - first.y) < SAME_OFFSET_MM,
  );
  return together ? first : usual;
}

function cornerOf(element: LabelElement): Point {
  const { x, y } = elementBox(element);
  return { x, y };
}
