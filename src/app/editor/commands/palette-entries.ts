import type { ReactNode } from 'react';
import type { Problem } from '#model/kernel/problem.ts';
import { problem, type ProblemCode } from '#model/kernel/problem.ts';
import type { EditorState } from '#editor/editor.ts';
import { actionInfo, type ActionId } from '../session/action-table.ts';
import { matchScore } from './fuzzy.ts';

/** Something that the palette can do. */
export interface PaletteEntry {
  /** Names it among those used last; `element:…` is never remembered. */
  readonly key: string;
  readonly label: string;
  /** Other words by which it is found: its English name, and what else it says. */
  readonly others: readonly string[];
  readonly icon: ReactNode;
  readonly shortcut: string | null;
  /** Why it cannot be done now. */
  readonly why: string | null;
  run(): void;
}

/** Elements come after commands that match as well. */
const ELEMENT_COST = 4;
/** What is found by another word than the shown one stands behind. */
const OTHER_COST = 2;
/** More are not read. */
const MOST_FOUND = 60;

/**
 * What is offered for a typed text, best first. Without one: what was used last, then all commands in their order, those that
 * are not possible now at the end, and no elements.
 */
export function offeredEntries(
  entries: readonly PaletteEntry[],
  typed: string,
  recent: readonly string[],
): readonly PaletteEntry[] {
  const rank = (entry: PaletteEntry): number => {
    const at = recent.indexOf(entry.key);
    return at < 0 ? recent.length : at;
  };
  const isDim = ({ why }: PaletteEntry): number => (why === null ? 0 : 1);
  if (typed.trim() === '') {
    return entries.filter(({ key }) => !isElement(key)).toSorted((a, b) => isDim(a) - isDim(b) || rank(a) - rank(b));
  }
  const found = entries.flatMap((entry) => {
    const score = entryScore(entry, typed);
    return score === null ? [] : [{ entry, score }];
  });
  found.sort((a, b) => b.score - a.score || rank(a.entry) - rank(b.entry));
  return found.slice(0, MOST_FOUND).map(({ entry }) => entry);
}

function entryScore({ key, label, others }: PaletteEntry, typed: string): number | null {
  const own = matchScore(typed, label);
  const scores = others.flatMap((other) => {
    const score = matchScore(typed, other);
    return score === null ? [] : [score - OTHER_COST];
  });
  const all = own === null ? scores : [own, ...scores];
  return all.length === 0 ? null : Math.max(...all) - (isElement(key) ? ELEMENT_COST : 0);
}

function isElement(key: string): boolean {
  return key.startsWith('element:');
}

/** What an action needs, where that is more than a selected element. */
const NEEDS: Readonly<Partial<Record<ActionId, ProblemCode>>> = {
  selectAll: 'print.noContent',
  distributeHorizontal: 'edit.needsThree',
  distributeVertical: 'edit.needsThree',
  insertRow: 'table.noCell',
  insertColumn: 'table.noCell',
  deleteRow: 'table.noCell',
  deleteColumn: 'table.noCell',
  bold: 'edit.noText',
  italic: 'edit.noText',
  underline: 'edit.noText',
  mergeCells: 'table.mergeTwo',
  splitCell: 'table.notMerged',
};

/** Why an action cannot be done now; null when it can, or when all that is known is that it cannot. */
export function whyNot(id: ActionId, state: EditorState): Problem | null {
  if (actionInfo(id).dim?.(state) !== true) return null;
  const need = NEEDS[id] ?? (id === 'pasteStyle' && state.selection.length > 0 ? 'edit.noStyle' : null);
  if (need !== null) return problem(need);
  return state.selection.length === 0 ? problem('edit.nothingSelected') : null;
}
