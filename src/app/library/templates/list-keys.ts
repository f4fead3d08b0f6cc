import type { KeyboardEvent } from 'react';

export interface ListKeys {
  readonly onAll: () => void;
  readonly onClear: () => void;
  /** Deletes the selected items, or otherwise the focused one. */
  readonly onDelete: (focused: number | null) => void;
  readonly onRename: (focused: number) => void;
}

const ITEMS = '.template-card, .template-line';
const MAIN = '.template-card-open, .template-line-open';

/**
 * The keys of a list: arrows move between items, in a grid also up and down; Ctrl+A selects all and Esc none; Delete and F2
 * act. Tab moves through the controls of each item.
 */
export function listKeys(event: KeyboardEvent<HTMLElement>, keys: ListKeys): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(ITEMS)];
  const at = items.findIndex((item) => item.contains(event.target as Node));
  const command = event.ctrlKey || event.metaKey;
  const act = (work: () => void): void => {
    event.preventDefault();
    work();
  };
  // A menu or a dialog is rendered elsewhere, but its keys bubble here as well.
  if (!event.currentTarget.contains(event.target as Node)) return;
  if (command && event.key.toLowerCase() === 'a') act(keys.onAll);
  else if (command || event.altKey) return;
  else if (event.key === 'Escape') keys.onClear();
  else if (event.key === 'Delete') act(() => keys.onDelete(at < 0 ? null : at));
  else if (event.key === 'F2' && at >= 0) act(() => keys.onRename(at));
  else if (at >= 0 && event.key.startsWith('Arrow')) {
    const next = items[neighbour(items, at, event.key)];
    act(() => next?.querySelector<HTMLElement>(MAIN)?.focus());
  }
}

/** The index of the item next to `at`, in the key's direction; `at` if there is none. */
function neighbour(items: readonly HTMLElement[], at: number, key: string): number {
  const last = items.length - 1;
  if (key === 'ArrowRight') return Math.min(last, at + 1);
  if (key === 'ArrowLeft') return Math.max(0, at - 1);
  const top = (item: HTMLElement | undefined): number => Math.round(item?.getBoundingClientRect().top ?? 0);
  const columns = items.filter((item) => top(item) === top(items[0])).length;
  const to = key === 'ArrowDown' ? at + columns : at - columns;
  if (to < 0) return at;
  // Below the last full row is the last item.
  return to > last ? (Math.floor(last / columns) > Math.floor(at / columns) ? last : at) : to;
}
