import type { ElementId } from '#model/kernel/ids.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok } from '#model/kernel/result.ts';
import type { Expression } from '#model/elements/base/content.ts';
import { changed } from '#model/elements/base/footprint.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { Command } from '../editor.ts';
import { withElements } from '../footprint.ts';
import { chosenElements, selectedElements } from '../selection.ts';

/** The condition of an element that no label shows (docs/develop/adr/0105). */
const NEVER = 'false';
/** Hides an element and keeps its own condition, inside the brackets. */
const NEVER_AND = /^false and \(([^]*)\)$/;

/** Whether the element is hidden on every label, whatever the data. */
export function isHidden({ showWhen }: Pick<LabelElement, 'showWhen'>): boolean {
  return showWhen !== undefined && (showWhen.formula === NEVER || NEVER_AND.test(showWhen.formula));
}

/** Hides these elements on the screen and on paper, or restores their condition. */
export function setHidden(ids: readonly ElementId[], hidden: boolean): Command {
  return ({ template }) => {
    const next = chosenElements(template, ids)
      .filter((element) => isHidden(element) !== hidden)
      .map((element) => (hidden ? hiddenElement(element) : shownElement(element)));
    return ok({ template: next.length === 0 ? template : withElements(template, next) });
  };
}

function hiddenElement(element: LabelElement): LabelElement {
  const { showWhen } = element;
  const hiding: Expression =
    showWhen === undefined
      ? { formula: NEVER, operands: [] }
      : { ...showWhen, formula: `${NEVER} and (${showWhen.formula})` };
  return { ...element, showWhen: hiding };
}

function shownElement(element: LabelElement): LabelElement {
  const { showWhen, ...always } = element;
  const own = NEVER_AND.exec(showWhen?.formula ?? '')?.[1];
  return showWhen === undefined || own === undefined
    ? (always as LabelElement)
    : { ...element, showWhen: { ...showWhen, formula: own } };
}

/** Hides the selection; if any of it is hidden already, shows all of it. */
export function toggleHidden(): Command {
  return (context) => {
    const selected = selectedElements(context);
    if (!selected.ok) return selected;
    return setHidden(context.selection, !selected.value.some(isHidden))(context);
  };
}

/** Locks or unlocks these elements. */
export function setLocked(ids: readonly ElementId[], locked: boolean): Command {
  return ({ template }) => {
    const next = chosenElements(template, ids).map((element) => changed<LabelElement>(element, { locked }));
    return ok({ template: withElements(template, next) });
  };
}

/**
 * Renames an element. Names are unique, because formulas and references show them. Problems: `edit.nameEmpty`,
 * `edit.nameTaken`.
 */
export function rename(id: ElementId, wanted: string): Command {
  return ({ template }) => {
    const name = wanted.trim();
    const element = template.elements.find((each) => each.id === id);
    if (element === undefined || element.name === name) return ok({ template });
    if (name === '') return err(problem('edit.nameEmpty'));
    if (template.elements.some((each) => each.name === name)) return err(problem('edit.nameTaken', { name }));
    return ok({ template: withElements(template, [changed<LabelElement>(element, { name })]) });
  };
}

/**
 * Moves these elements, in their order, below the element at `index` of the painting order (the last is on top); the
 * number of elements moves them to the top. Problem: `edit.locked`.
 */
export function moveInOrder(ids: readonly ElementId[], index: number): Command {
  return ({ template }) => {
    const moved = chosenElements(template, ids);
    const locked = moved.find((element) => element.locked);
    if (locked !== undefined) return err(problem('edit.locked', { name: locked.name }, locked.name));
    const chosen = new Set(moved);
    const below = template.elements.slice(0, index).filter((element) => !chosen.has(element));
    const above = template.elements.slice(index).filter((element) => !chosen.has(element));
    const elements = [...below, ...moved, ...above];
    const same = elements.every((element, i) => element === template.elements[i]);
    return ok({ template: same ? template : { ...template, elements } });
  };
}
