import type { ElementId } from '#model/kernel/ids.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { EditorState } from './editor.ts';
import { neighbourUnit, unitAt } from './groups.ts';

type Selecting = Pick<EditorState, 'template' | 'selection' | 'focused'>;

/** What a key leaves selected, and what the keyboard is at (`EditorState.focused`). */
export interface KeyedSelection {
  readonly selection: readonly ElementId[];
  readonly focused: readonly ElementId[] | null;
}

/**
 * Where Tab (1) or Shift+Tab (-1) leads: to the next unit in the order given, which it selects; while several are being
 * chosen by keyboard it selects nothing. Null behind either end.
 */
export function tabbed(state: Selecting, order: readonly LabelElement[], step: 1 | -1): KeyedSelection | null {
  const { template, selection, focused } = state;
  const next = neighbourUnit({ template, selection: focused ?? selection }, order, step);
  if (next === null) return null;
  return focused === null ? { selection: next, focused } : { selection, focused: next };
}

/**
 * What Shift+Space or Ctrl+Space leads to: it begins to choose several with what Tab has selected, and then adds what the keyboard
 * is at or removes it. Null when the keyboard is at no element.
 */
export function toggledAtFocus(state: Selecting): KeyedSelection | null {
  const { selection, focused } = state;
  const last = selection.at(-1);
  const unit = focused ?? (last === undefined ? null : unitAt(state, last));
  if (unit === null) return null;
  const members = new Set(unit);
  const others = selection.filter((id) => !members.has(id));
  if (focused === null && others.length === 0) return { selection, focused: unit };
  const isSelected = unit.every((id) => selection.includes(id));
  return { selection: isSelected ? others : [...others, ...unit], focused: unit };
}
