import type { LabelElement } from '#model/elements/element.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { hasOnlyMoved, type Change } from '#model/template/change.ts';

/** The changes of an element. */
export interface ElementUpdate {
  readonly id: ElementId;
  readonly fields: Readonly<Record<string, unknown>>;
  /** The removed fields. */
  readonly gone: readonly string[];
}

/** Elements of which only the position changes. As one array of numbers, hundreds are copied in no time. */
export interface ElementMoves {
  readonly ids: readonly ElementId[];
  /** The left and the top of each, in mm. */
  readonly placesMm: Float64Array;
}

/** A change as sent to the worker, which has the elements: a step of a drag is two numbers for each. */
export interface ViewChange extends Omit<Change, 'updated'> {
  readonly updated: readonly ElementUpdate[];
  readonly moved: ElementMoves;
}

export function toViewChange(change: Change): ViewChange {
  const updated: ElementUpdate[] = [];
  const ids: ElementId[] = [];
  const places: number[] = [];
  for (const [from, to] of change.updated) {
    if (hasOnlyMoved(from, to)) {
      ids.push(to.id);
      places.push(to.xMm, to.yMm);
    } else updated.push(updateOf(from, to));
  }
  return { ...change, updated, moved: { ids, placesMm: Float64Array.from(places) } };
}

function updateOf(from: LabelElement, to: LabelElement): ElementUpdate {
  const fields: Record<string, unknown> = {};
  for (const key of Object.keys(to) as (keyof LabelElement)[]) {
    if (!Object.is(from[key], to[key]) || !(key in from)) fields[key] = to[key];
  }
  return { id: to.id, fields, gone: Object.keys(from).filter((key) => !(key in to)) };
}

/** The reverse of `toViewChange`; null when an element that it updates is missing. */
export function fromViewChange(
  change: ViewChange,
  elementOf: (id: ElementId) => LabelElement | undefined,
): Change | null {
  const updated: (readonly [LabelElement, LabelElement])[] = [];
  for (const { id, fields, gone } of change.updated) {
    const from = elementOf(id);
    if (from === undefined) return null;
    const to: Record<string, unknown> = { ...from, ...fields };
    for (const key of gone) delete to[key];
    updated.push([from, to as unknown as LabelElement]);
  }
  const { moved, ...rest } = change;
  for (const [i, id] of moved.ids.entries()) {
    const from = elementOf(id);
    if (from === undefined) return null;
    const [xMm = from.xMm, yMm = from.yMm] = moved.placesMm.subarray(2 * i, 2 * i + 2);
    updated.push([from, { ...from, xMm, yMm }]);
  }
  return { ...rest, updated };
}
