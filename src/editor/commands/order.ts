import { ok } from '#model/kernel/result.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { groupIds } from '#model/elements/base/group-path.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { Command } from '../editor.ts';
import { unlockedElements } from '../selection.ts';

export const ORDERS = ['front', 'back', 'forward', 'backward'] as const;
export type Order = (typeof ORDERS)[number];

/**
 * Changes the painting order of the selection; the selected elements keep their order among themselves. A whole group
 * moves as one past its neighboring elements and groups; a part of a group stays inside it.
 */
export function order(how: Order): Command {
  return (context) => {
    const selected = unlockedElements(context);
    if (!selected.ok) return selected;
    const chosen = new Set(selected.value.map((e) => e.id));
    const elements = reorderedUnits(context.template.elements, chosen, how);
    const same = elements.every((e, i) => e === context.template.elements[i]);
    return ok({ template: same ? context.template : { ...context.template, elements } });
  };
}

/** Neighbors in one group at the current level, or a single element. */
type Run = readonly LabelElement[];

function reorderedUnits(
  elements: readonly LabelElement[],
  chosen: ReadonlySet<ElementId>,
  how: Order,
  depth: number = 0,
): readonly LabelElement[] {
  const isWhole = (run: Run): boolean => run.every((e) => chosen.has(e.id));
  const inside = runsAt(elements, depth).map((run) =>
    run.length > 1 && !isWhole(run) && run.some((e) => chosen.has(e.id))
      ? reorderedUnits(run, chosen, how, depth + 1)
      : run,
  );
  return reordered(inside, isWhole, how).flat();
}

function runsAt(elements: readonly LabelElement[], depth: number): readonly Run[] {
  const runs: LabelElement[][] = [];
  let before: string | undefined;
  for (const element of elements) {
    const id = element.group === undefined ? undefined : groupIds(element.group)[depth];
    const last = runs.at(-1);
    if (last !== undefined && id !== undefined && id === before) last.push(element);
    else runs.push([element]);
    before = id;
  }
  return runs;
}

function reordered<T>(items: readonly T[], isChosen: (item: T) => boolean, how: Order): readonly T[] {
  switch (how) {
    case 'front':
      return [...items.filter((e) => !isChosen(e)), ...items.filter(isChosen)];
    case 'back':
      return [...items.filter(isChosen), ...items.filter((e) => !isChosen(e))];
    case 'forward':
      return stepUp(items, isChosen);
    case 'backward':
      return stepUp(items.toReversed(), isChosen).toReversed();
  }
}

/** Swaps each chosen item with the next one, starting at the end, so that chosen neighbors keep their order. */
function stepUp<T>(items: readonly T[], isChosen: (item: T) => boolean): T[] {
  const list = [...items];
  for (let i = list.length - 2; i >= 0; i--) {
    const here = list[i];
    const next = list[i + 1];
    if (here !== undefined && next !== undefined && isChosen(here) && !isChosen(next)) {
      list[i] = next;
      list[i + 1] = here;
    }
  }
  return list;
}
