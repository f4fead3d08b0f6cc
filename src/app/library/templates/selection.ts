/** The selected items of a list, and the anchor of a range. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly anchor: string | null;
}

export const NOTHING_CHOSEN: Selection = { ids: new Set(), anchor: null };

/** Adds an item to the selection, or removes it. */
export function toggled({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/** Adds all items from the anchor to this one to the selection. Without an anchor in the list, only this one. */
export function extended({ ids, anchor }: Selection, list: readonly string[], id: string): Selection {
  const to = list.indexOf(id);
  const from = anchor === null ? -1 : list.indexOf(anchor);
  const range = from < 0 ? [id] : list.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set([...ids, ...range]), anchor: from < 0 ? id : anchor };
}

/** The selected items that are still in the list. */
export function within(selection: Selection, list: readonly string[]): Selection {
  if ([...selection.ids].every((id) => list.includes(id))) return selection;
  return { ids: new Set(list.filter((id) => selection.ids.has(id))), anchor: selection.anchor };
}
