import { ok } from '#model/kernel/result.ts';
import type { Command } from '../editor.ts';
import { unlockedElements } from '../selection.ts';

/** Takes the selected elements away; a locked one among them keeps all of them (`edit.locked`). */
export function deleteSelected(): Command {
  return (context) => {
    const selected = unlockedElements(context);
    if (!selected.ok) return selected;
    const gone = new Set(selected.value.map((e) => e.id));
    const elements = context.template.elements.filter((e) => !gone.has(e.id));
    return ok({ template: { ...context.template, elements }, selection: [] });
  };
}
