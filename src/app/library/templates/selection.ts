/** What is chosen in a list, and the one from which a range goes on. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly anchor: string | null;
}

export const NOTHING_CHOSEN: Selection = { ids: new Set(), anchor: null };

/** Chooses one more, or takes it back. */
export function toggled({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/** Chooses all from the anchor to this one, beside what is chosen already. Without an anchor in the list, this one. */
export function extended({ ids, anchor }: Selection, list: readonly string[], id: string): Selection {
  const to = list.indexOf(id);
  const from = anchor === null ? -1 : list.indexOf(anchor);
  const range = from < 0 ? [id] : list.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set([...ids, ...range]), anchor: from < 0 ? id : anchor };
}

/** What of it is still in the list. */
export function within(selection: Selection, list: readonly string[]): Selection {
  if ([...selection.ids].every((id) => list.includes(id))) return selection;
  return { ids: new Set(list.filter((id) => selection.ids.has(id))), anchor: selection.anchor };
}
