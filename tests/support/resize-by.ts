import { type ResizeOptions, resizedElements } from '#editor/commands/resize.ts';
import type { Command } from '#editor/editor.ts';
import { refitted, withElements } from '#editor/footprint.ts';
import { unlockedElements } from '#editor/selection.ts';
import type { ResizeHandle } from '#model/elements/base/handle.ts';
import { ok } from '#model/kernel/result.ts';
import type { Mm } from '#model/kernel/units.ts';

/** Drags a handle of the box around the selection by this much, as the pointer does. */
export function resizeBy(handle: ResizeHandle, dxMm: Mm, dyMm: Mm, options: ResizeOptions = {}): Command {
  return (context) => {
    const selected = unlockedElements(context);
    if (!selected.ok) return selected;
    const elements = selected.value.map((e) => refitted(e, context.bounds));
    return ok({ template: withElements(context.template, resizedElements(elements, handle, dxMm, dyMm, options)) });
  };
}
