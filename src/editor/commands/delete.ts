import { ok } from '#model/kernel/result.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { contentsOf, type LabelElement } from '#model/elements/element.ts';
import { dependantsOf, withoutReferencesTo } from '#model/elements/references.ts';
import type { Command, CommandContext } from '../editor.ts';
import { unlockedElements } from '../selection.ts';

/**
 * Deletes the selected elements; one locked element prevents it (`edit.locked`). Elements that show the value of a
 * deleted one return to their own text: ask first if `deletionAffects` finds any.
 */
export function deleteSelected(): Command {
  return (context) => {
    const selected = unlockedElements(context);
    if (!selected.ok) return selected;
    const removed = idsOf(selected.value);
    const elements = withoutReferencesTo(
      context.template.elements.filter((e) => !removed.has(e.id)),
      removed,
    );
    return ok({ template: { ...context.template, elements }, selection: [] });
  };
}

/** The elements that would lose their content if the selected ones were deleted; none when the deletion is rejected. */
export function deletionAffects(context: Pick<CommandContext, 'template' | 'selection'>): readonly LabelElement[] {
  const selected = unlockedElements(context);
  return selected.ok ? dependantsOf(context.template.elements, idsOf(selected.value)) : [];
}

/**
 * Those of them with a formula or condition that names a selected element. They have no text of their own to return to:
 * their labels are rejected until the formula is changed.
 */
export function deletionBreaks(context: Pick<CommandContext, 'template' | 'selection'>): readonly LabelElement[] {
  const removed = new Set(context.selection);
  return deletionAffects(context).filter((element) => {
    const sources = contentsOf(element).flatMap((content) => content.sources);
    const expressions = [
      ...sources.filter((source) => source.type === 'expression'),
      ...(element.showWhen === undefined ? [] : [element.showWhen]),
    ];
    return expressions.some(({ operands }) =>
      operands.some(({ source }) => source.type === 'reference' && removed.has(source.element)),
    );
  });
}

function idsOf(elements: readonly LabelElement[]): ReadonlySet<ElementId> {
  return new Set(elements.map((e) => e.id));
}
