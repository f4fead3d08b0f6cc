import type { LabelElement } from '#model/elements/element.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import type { Mm } from '#model/kernel/units.ts';
import type { ComposedElement, ElementProblem } from '#model/page/display-list.ts';
import { cutOff } from '../compose/text-overflows.ts';

/** What is reported about the elements of a scene. */
export interface SceneNotes {
  readonly problems: readonly ElementProblem[];
  readonly warnings: readonly ElementProblem[];
  readonly placeholders: readonly ElementId[];
  readonly hidden: readonly ElementId[];
}

export const NO_NOTES: SceneNotes = { problems: [], warnings: [], placeholders: [], hidden: [] };

/** An element of a scene; `composed` is null until it is laid out. */
interface Noted {
  readonly element: LabelElement;
  readonly composed: ComposedElement | null;
  /** How far its text extends beyond the label. */
  readonly cutMm: Mm;
}

export function notesOf(entries: readonly Noted[]): SceneNotes {
  const composed = entries.flatMap((entry) => (entry.composed === null ? [] : [entry.composed]));
  return {
    problems: entries.flatMap(problemsOf),
    warnings: composed.flatMap((c) => c.warnings),
    placeholders: composed.filter((c) => c.placeholder).map((c) => c.item.elementId),
    hidden: composed.filter((c) => c.hidden).map((c) => c.item.elementId),
  };
}

export function hasNotes({ problems, warnings, overflows, placeholder, hidden }: ComposedElement): boolean {
  return placeholder || hidden || problems.length > 0 || warnings.length > 0 || overflows.length > 0;
}

/** Includes text that does not fit: by default a print run rejects it. */
function problemsOf({ element, composed, cutMm }: Noted): readonly ElementProblem[] {
  if (composed === null) return [];
  const { problems, overflows } = composed;
  return [...problems, ...overflows, ...(cutMm > 0 ? [cutOff(element.id, element.name, cutMm)] : [])];
}
