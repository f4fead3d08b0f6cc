import { ok } from '#model/kernel/result.ts';
import { canvasUnitsToMm, roundMm } from '#model/kernel/units.ts';
import type { Mm } from '#model/kernel/units.ts';
import { moved } from '#model/elements/base/footprint.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { withUpdated } from '#model/template/change.ts';
import type { Template } from '#model/template/template.ts';
import type { Command } from '../editor.ts';
import { unlockedElements } from '../selection.ts';

/** The merge key for nudges: successive arrow keys are one undo entry. */
export const NUDGE_MERGE = 'nudge';
const NUDGE_UNITS = 1;
const LARGE_NUDGE_UNITS = 10;

/** Moves the selection. */
export function moveBy(dxMm: Mm, dyMm: Mm): Command {
  return (context) => {
    const elements = unlockedElements(context);
    if (!elements.ok) return elements;
    return ok({ template: translated(context.template, elements.value, dxMm, dyMm) });
  };
}

/** One canvas unit in a direction, ten with Shift. */
export function nudge(dx: -1 | 0 | 1, dy: -1 | 0 | 1, large: boolean = false): Command {
  const step = canvasUnitsToMm(large ? LARGE_NUDGE_UNITS : NUDGE_UNITS);
  return moveBy(dx * step, dy * step);
}

/** The template with these elements moved by one rounded step, which keeps them together. */
export function translated(template: Template, elements: readonly LabelElement[], dxMm: Mm, dyMm: Mm): Template {
  const dx = roundMm(dxMm);
  const dy = roundMm(dyMm);
  const pairs = elements.map((e) => [e, moved(e, dx, dy)] as const);
  return { ...template, elements: withUpdated(template.elements, pairs) };
}
