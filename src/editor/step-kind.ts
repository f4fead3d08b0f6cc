import type { LabelElement } from '#model/elements/element.ts';
import { isTable, type TableElement } from '#model/elements/table/table-element.ts';
import { groupIds } from '#model/elements/base/group-path.ts';
import type { Change } from '#model/template/change.ts';
import { isHidden } from './commands/layers.ts';

/** The kinds of undo steps, for the list of steps. */
export const STEP_KINDS = [
  'added',
  'removed',
  'replaced',
  'ordered',
  'moved',
  'resized',
  'rotated',
  'typed',
  'styled',
  'grouped',
  'ungrouped',
  'locked',
  'unlocked',
  'hidden',
  'shown',
  'condition',
  'renamed',
  'label',
  'changed',
] as const;
export type StepKind = (typeof STEP_KINDS)[number];

export interface StepInfo {
  readonly kind: StepKind;
  /** The changed elements, by their names afterwards; none for the label and the order. */
  readonly names: readonly string[];
}

const PLACE = ['xMm', 'yMm'];
const BOX = [...PLACE, 'widthMm', 'heightMm', 'columnWidthsMm', 'rowHeightsMm', 'cells'];
const CONTENT = [...PLACE, 'widthMm', 'heightMm', 'sources', 'prefix', 'suffix'];

/** The kind of step, as far as it can be derived from the change. */
export function stepOf(change: Change): StepInfo {
  const added = change.added.map(({ element }) => element);
  const removed = change.removed.map(({ element }) => element);
  const updated = change.updated.map(([, to]) => to);
  const before = new Set(removed.map(({ id }) => id));
  const isOrder = added.length > 0 && added.length === removed.length && added.every(({ id }) => before.has(id));
  // The change moves as few elements as possible: not always those that the user moved.
  if (isOrder) return { kind: 'ordered', names: [] };
  if (added.length > 0 && removed.length > 0) return { kind: 'replaced', names: [] };
  if (added.length > 0) return { kind: 'added', names: added.map(({ name }) => name) };
  if (removed.length > 0) return { kind: 'removed', names: removed.map(({ name }) => name) };
  if (change.label !== undefined) return { kind: 'label', names: [] };
  if (updated.length === 0) return { kind: 'changed', names: [] };
  return { kind: updateKind(change.updated), names: updated.map(({ name }) => name) };
}

function updateKind(updated: Change['updated']): StepKind {
  const keys = new Set(updated.flatMap(([from, to]) => changedKeys(from, to)));
  const only = (...allowed: readonly string[]): boolean => [...keys].every((key) => allowed.includes(key));
  const [first] = updated;
  if (first === undefined) return 'changed';
  const [from, to] = first;
  if (only('locked')) return to.locked ? 'locked' : 'unlocked';
  if (only('name')) return 'renamed';
  if (only('showWhen')) {
    return isHidden(to) === isHidden(from) ? 'condition' : isHidden(to) ? 'hidden' : 'shown';
  }
  if (only('group')) return depthOf(to) > depthOf(from) ? 'grouped' : 'ungrouped';
  if (only(...PLACE)) return 'moved';
  const isPlaced = keys.has('xMm') || keys.has('yMm');
  if (isPlaced && only(...PLACE, 'widthMm', 'heightMm') && updated.every((pair) => sizeFollows(...pair)))
    return 'moved';
  if (keys.has('rotation') || keys.has('turnDegrees')) {
    if (only('rotation', 'turnDegrees', 'freeAngle', 'direction', ...BOX)) return 'rotated';
  }
  if (keys.has('sources') && only(...CONTENT)) return 'typed';
  if (only('cells') && isTable(from) && isTable(to)) return haveSameTexts(from, to) ? 'styled' : 'typed';
  if (keys.has('widthMm') || keys.has('heightMm') ? only(...BOX) : false) return 'resized';
  return only('rotation', 'turnDegrees', 'freeAngle', 'sources', 'name', 'locked') ? 'changed' : 'styled';
}

function depthOf({ group }: LabelElement): number {
  return groupIds(group).length;
}

/** Aligned texts take their measured size, which the user didn't set. */
function sizeFollows(from: LabelElement, to: LabelElement): boolean {
  return 'autoWrap' in to && !(to.autoWrap && from.widthMm !== to.widthMm);
}

function haveSameTexts(from: TableElement, to: TableElement): boolean {
  return from.cells.every((cell, i) => cell.sources === to.cells[i]?.sources);
}

function changedKeys(from: LabelElement, to: LabelElement): readonly string[] {
  const keys = new Set([...Object.keys(from), ...Object.keys(to)]) as Set<keyof LabelElement>;
  return [...keys].filter((key) => !Object.is(from[key], to[key]));
}
