import type { ElementId } from '#model/kernel/ids.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { EditorState } from './editor.ts';
import { neighbourUnit, unitAt } from './groups.ts';

type Selecting = Pick<EditorState, 'template' | 'selection' | 'focused'>;

/** The selection and focus after a key (`EditorState.focused`). */
export interface KeyedSelection {
  readonly selection: readonly ElementId[];
  readonly focused: readonly ElementId[] | null;
}

/**
 * The target of Tab (1) or Shift+Tab (-1): the next unit in the given order, which it selects; while several are being
 * chosen by keyboard it only moves the focus. Null past either end.
 */
export function tabbed(state: Selecting, order: readonly LabelElement[], step: 1 | -1): KeyedSelection | null {
  const { template, selection, focused } = state;
  const next = neighbourUnit({ template, selection: focused ?? selection }, order, step);
  if (next === null) return null;
  return focused === null ? { selection: next, focused } : { selection, focused: next };
}

/**
 * The result of Shift+Space or Ctrl+Space: starts a multiple selection with what Tab has selected, then adds or removes
 * the focused unit. Null when no element has the focus.
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
