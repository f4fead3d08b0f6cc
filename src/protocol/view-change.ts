import type { LabelElement } from '#model/elements/element.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import type { Change } from '#model/template/change.ts';

/** The changes of an element. */
export interface ElementUpdate {
  readonly id: ElementId;
  readonly fields: Readonly<Record<string, unknown>>;
  /** The removed fields. */
  readonly gone: readonly string[];
}

/** A change as sent to the worker, which has the elements: a step of a drag is a few numbers for each. */
export interface ViewChange extends Omit<Change, 'updated'> {
  readonly updated: readonly ElementUpdate[];
}

export function toViewChange(change: Change): ViewChange {
  return { ...change, updated: change.updated.map(([from, to]) => updateOf(from, to)) };
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
  return { ...change, updated };
}
