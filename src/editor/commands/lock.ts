import { ok } from '#model/kernel/result.ts';
import type { Command } from '../editor.ts';
import { changed } from '#model/elements/base/footprint.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { withElements } from '../footprint.ts';
import { selectedElements } from '../selection.ts';

/** Locks the selection; if any of it is locked already, unlocks all of it. */
export function toggleLock(): Command {
  return (context) => {
    const selected = selectedElements(context);
    if (!selected.ok) return selected;
    const locked = !selected.value.some((e) => e.locked);
    return ok({
      template: withElements(
        context.template,
        selected.value.map((e) => changed<LabelElement>(e, { locked })),
      ),
    });
  };
}
