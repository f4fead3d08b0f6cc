import type { ElementId } from '#model/kernel/ids.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok } from '#model/kernel/result.ts';
import type { Result } from '#model/kernel/result.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { Template } from '#model/template/template.ts';

type Selecting = { readonly template: Template; readonly selection: readonly ElementId[] };

/** Cache by list of ids: many parts of the page need the same elements with each step of a drag. */
const chosen = new WeakMap<
  readonly ElementId[],
  { readonly of: Template; readonly elements: readonly LabelElement[] }
>();

/** The elements with these ids, in painting order. */
export function chosenElements(template: Template, ids: readonly ElementId[]): readonly LabelElement[] {
  if (ids.length === 0) return [];
  const known = chosen.get(ids);
  if (known?.of === template) return known.elements;
  const wanted = new Set(ids);
  const elements = template.elements.filter((e) => wanted.has(e.id));
  chosen.set(ids, { of: template, elements });
  return elements;
}

/** The selected elements in painting order, or `edit.nothingSelected`. */
export function selectedElements(context: Selecting): Result<readonly LabelElement[]> {
  const elements = chosenElements(context.template, context.selection);
  return elements.length === 0 ? err(problem('edit.nothingSelected')) : ok(elements);
}

/** The selected elements if none of them is locked, else `edit.locked`. */
export function unlockedElements(context: Selecting): Result<readonly LabelElement[]> {
  const selected = selectedElements(context);
  if (!selected.ok) return selected;
  const locked = selected.value.find((e) => e.locked);
  return locked === undefined ? selected : err(problem('edit.locked', { name: locked.name }, locked.name));
}

/** The ids that the template still has, in the given order, without duplicates. */
export function presentIds(template: Template, ids: readonly ElementId[]): readonly ElementId[] {
  const present = new Set(chosenElements(template, ids).map((e) => e.id));
  return [...new Set(ids)].filter((id) => present.has(id));
}

export function allIds(template: Template): readonly ElementId[] {
  return template.elements.map((e) => e.id);
}

export function sameIds(a: readonly ElementId[], b: readonly ElementId[]): boolean {
  return a.length === b.length && a.every((id, i) => id === b[i]);
}
