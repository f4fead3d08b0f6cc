import { ok } from '#model/kernel/result.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { Command } from '../editor.ts';
import { unlockedElements } from '../selection.ts';

export const ORDERS = ['front', 'back', 'forward', 'backward'] as const;
export type Order = (typeof ORDERS)[number];

/** Changes the painting order of what is selected; those selected keep the order among themselves. */
export function order(how: Order): Command {
  return (context) => {
    const selected = unlockedElements(context);
    if (!selected.ok) return selected;
    const chosen = new Set(selected.value.map((e) => e.id));
    const elements = reordered(context.template.elements, chosen, how);
    const same = elements.every((e, i) => e === context.template.elements[i]);
    return ok({ template: same ? context.template : { ...context.template, elements } });
  };
}

function reordered(
  elements: readonly LabelElement[],
  chosen: ReadonlySet<ElementId>,
  how: Order,
): readonly LabelElement[] {
  const isChosen = (e: LabelElement): boolean => chosen.has(e.id);
  switch (how) {
    case 'front':
      return [...elements.filter((e) => !isChosen(e)), ...elements.filter(isChosen)];
    case 'back':
      return [...elements.filter(isChosen), ...elements.filter((e) => !isChosen(e))];
    case 'forward':
      return stepUp(elements, isChosen);
    case 'backward':
      return stepUp(elements.toReversed(), isChosen).toReversed();
  }
}

/** Swaps each chosen element with the one after it, starting at the end, so that chosen neighbours keep their order. */
function stepUp(elements: readonly LabelElement[], isChosen: (e: LabelElement) => boolean): LabelElement[] {
  const list = [...elements];
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
