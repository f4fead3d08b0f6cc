import { readStored, writeStored } from '#app/state/browser-storage.ts';
import { createStore, type Store } from '#app/state/store.ts';

/** The tabs of the panel next to the element toolbar. */
export const SIDE_TABS = ['layers', 'history', 'preflight'] as const;
export type SideTab = (typeof SIDE_TABS)[number];

const KEY = 'sidePanel';

/** The open tab; null while the panel is closed. It is open again at the next visit. */
export const sideTab: Store<SideTab | null> = createStore(SIDE_TABS.find((tab) => tab === readStored(KEY)) ?? null);

export function openSideTab(tab: SideTab | null): void {
  sideTab.set(tab);
  writeStored(KEY, tab);
}

/** Opens the tab, or closes the panel if it is open. */
export function toggleSideTab(tab: SideTab): void {
  openSideTab(sideTab.get() === tab ? null : tab);
}
