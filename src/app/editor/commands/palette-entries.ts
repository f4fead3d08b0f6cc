import type { ReactNode } from 'react';
import type { Problem } from '#model/kernel/problem.ts';
import { problem, type ProblemCode } from '#model/kernel/problem.ts';
import type { EditorState } from '#editor/editor.ts';
import { actionInfo, type ActionId } from '../session/action-table.ts';
import { matchScore } from './fuzzy.ts';

/** A command or an element in the palette. */
export interface PaletteEntry {
  /** Identifies it among those used last; `element:…` is never remembered. */
  readonly key: string;
  readonly label: string;
  /** Other search words: its English name, and further texts. */
  readonly others: readonly string[];
  readonly icon: ReactNode;
  readonly shortcut: string | null;
  /** Why it is disabled now. */
  readonly why: string | null;
  run(): void;
}

/** Elements are after commands that match as well. */
const ELEMENT_COST = 4;
/** A match of another word than the shown one ranks lower. */
const OTHER_COST = 2;
/** Longer lists are not read. */
const MOST_FOUND = 60;

/**
 * The entries for a typed text, best first. Without one: the last used, then all commands in their order, disabled ones at
 * the end, and no elements.
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

/** The requirement of an action other than a selected element. */
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

/** Why an action is disabled; null if it is enabled, and if the reason is unknown. */
export function whyNot(id: ActionId, state: EditorState): Problem | null {
  if (actionInfo(id).dim?.(state) !== true) return null;
  const need = NEEDS[id] ?? (id === 'pasteStyle' && state.selection.length > 0 ? 'edit.noStyle' : null);
  if (need !== null) return problem(need);
  return state.selection.length === 0 ? problem('edit.nothingSelected') : null;
}
