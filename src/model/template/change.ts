import type { AssetKey } from '#model/kernel/ids.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { Asset, LabelSettings, Template } from './template.ts';

/** An element and its index in its list. */
export interface PlacedElement {
  readonly index: number;
  readonly element: LabelElement;
}

/**
 * One reversible step from a template to the next. `added` is sorted by index in the later template, `removed` by index
 * in the earlier one. Elements are removed first, then updated, then added. A change of painting order removes and adds
 * the same element. Assets are only ever added: an unused one does no harm and is left out when the file is written.
 */
export interface Change {
  readonly added: readonly PlacedElement[];
  readonly updated: readonly (readonly [from: LabelElement, to: LabelElement])[];
  readonly removed: readonly PlacedElement[];
  readonly label?: readonly [from: LabelSettings, to: LabelSettings];
  readonly assets?: ReadonlyMap<AssetKey, Asset>;
}

/**
 * The template after the change. Throws when the change doesn't fit the template, which is a bug and not wrong input.
 */
export function applyChange(template: Template, change: Change): Template {
  let elements = template.elements;
  if (change.removed.length > 0) {
    const removed = new Set(change.removed.map((r) => r.element.id));
    const kept = elements.filter((e) => !removed.has(e.id));
    if (kept.length !== elements.length - removed.size) throw new Error('change removes an element that is not there');
    elements = kept;
  }
  if (change.updated.length > 0) elements = withUpdated(elements, change.updated);
  if (change.added.length > 0) {
    const list = [...elements];
    for (const { index, element } of change.added) list.splice(index, 0, element);
    elements = list;
  }
  const assets = change.assets === undefined ? template.assets : new Map([...template.assets, ...change.assets]);
  return { label: change.label?.[1] ?? template.label, elements, assets };
}

/**
 * The largest number of updated elements that are searched one by one, which is faster than a pass over all elements.
 */
const FEW = 16;

/** The elements, some of them replaced by others with the same id. An unknown id changes nothing. */
export function withUpdated(elements: readonly LabelElement[], updated: Change['updated']): readonly LabelElement[] {
  if (updated.length <= FEW) {
    const places = updated.map(([from]) => elements.indexOf(from));
    if (!places.includes(-1)) {
      const list = [...elements];
      updated.forEach(([, to], i) => (list[places[i] as number] = to));
      return list;
    }
  }
  const next = new Map(updated.map(([, to]) => [to.id, to]));
  return elements.map((e) => next.get(e.id) ?? e);
}

/** The reverse change, from `applyChange(t, change)` back to `t`; assets stay. */
export function invertChange(change: Change): Change {
  return {
    added: change.removed,
    removed: change.added,
    updated: change.updated.map(([from, to]) => [to, from] as const),
    ...(change.label === undefined ? {} : { label: [change.label[1], change.label[0]] as const }),
  };
}

/** The change from `before` to `after`. Elements are compared by identity. */
export function diffTemplates(before: Template, after: Template): Change {
  const rest = {
    ...(before.label === after.label ? {} : { label: [before.label, after.label] as const }),
    ...addedAssets(before, after),
  };
  const updates = updatesInPlace(before.elements, after.elements);
  if (updates !== null) return { added: [], updated: updates, removed: [], ...rest };
  const beforeById = new Map(before.elements.map((e, index) => [e.id, { index, element: e }]));
  const afterById = new Map(after.elements.map((e, index) => [e.id, { index, element: e }]));
  const commonBefore = before.elements.filter((e) => afterById.has(e.id)).map((e) => e.id);
  const commonAfter = after.elements.filter((e) => beforeById.has(e.id)).map((e) => e.id);
  const moved = new Set(
    commonBefore.some((id, i) => id !== commonAfter[i]) ? reordered(commonBefore, commonAfter) : [],
  );

  const removed: PlacedElement[] = [];
  const updated: (readonly [LabelElement, LabelElement])[] = [];
  const added: PlacedElement[] = [];
  for (const placed of beforeById.values()) {
    const later = afterById.get(placed.element.id);
    if (later === undefined || moved.has(placed.element.id)) removed.push(placed);
    else if (later.element !== placed.element) updated.push([placed.element, later.element]);
  }
  for (const placed of afterById.values()) {
    if (!beforeById.has(placed.element.id) || moved.has(placed.element.id)) added.push(placed);
  }
  return { added, updated, removed, ...rest };
}

/** Whether at most the position of an element differs. */
export function hasOnlyMoved(from: LabelElement, to: LabelElement): boolean {
  let fields = 0;
  for (const key in to) {
    fields++;
    const field = key as keyof LabelElement;
    const isSame = Object.is(from[field], to[field]) && key in from;
    if (!isSame && key !== 'xMm' && key !== 'yMm') return false;
  }
  return Object.keys(from).length === fields;
}

/** Whether only unused assets differ. Undo restores the same objects that were there before. */
export function isSameTemplate(one: Template, other: Template): boolean {
  if (one === other) return true;
  if (one.label !== other.label || one.elements.length !== other.elements.length) return false;
  // A loop, because each step of a drag goes over thousands of elements.
  for (let i = 0; i < one.elements.length; i++) if (one.elements[i] !== other.elements[i]) return false;
  return true;
}

function addedAssets(before: Template, after: Template): Pick<Change, 'assets'> {
  if (before.assets === after.assets) return {};
  const assets = new Map([...after.assets].filter(([key]) => !before.assets.has(key)));
  return assets.size === 0 ? {} : { assets };
}

/** The updates between two lists with the same elements in the same order, as after a drag; null for other lists. */
function updatesInPlace(before: readonly LabelElement[], after: readonly LabelElement[]): Change['updated'] | null {
  if (before.length !== after.length) return null;
  const updated: (readonly [LabelElement, LabelElement])[] = [];
  for (let i = 0; i < before.length; i++) {
    const from = before[i] as LabelElement;
    const to = after[i] as LabelElement;
    if (from === to) continue;
    if (from.id !== to.id) return null;
    updated.push([from, to]);
  }
  return updated;
}

/** The ids to remove and add again to get from one order to the other: all except a longest common subsequence. */
function reordered<Id>(before: readonly Id[], after: readonly Id[]): Id[] {
  const rank = new Map(after.map((id, i) => [id, i]));
  const keep = longestIncreasing(before.map((id) => rank.get(id) ?? -1));
  return before.filter((_, i) => !keep.has(i));
}

/** Indices of a longest strictly increasing subsequence, in O(n log n). */
function longestIncreasing(values: readonly number[]): Set<number> {
  const tails: number[] = [];
  const previous = new Int32Array(values.length).fill(-1);
  values.forEach((value, i) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[tails[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    previous[i] = low > 0 ? (tails[low - 1] ?? -1) : -1;
    tails[low] = i;
  });
  const kept = new Set<number>();
  for (let i = tails.at(-1) ?? -1; i >= 0; i = previous[i] ?? -1) kept.add(i);
  return kept;
}

export function isEmptyChange(change: Change): boolean {
  return (
    change.added.length === 0 &&
    change.updated.length === 0 &&
    change.removed.length === 0 &&
    change.label === undefined &&
    change.assets === undefined
  );
}
