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

/** Windows in which the panels are drawers over the canvas: a window of 1280 x 720 from 150 % on (low-window.css). */
const LOW_WINDOW = '(width <= 860px) and (height <= 480px)';

/** Whether the attribute panel is open as a drawer; elsewhere it is always shown. */
export const panelOpen: Store<boolean> = createStore(false);

/** Closes the drawers over the canvas. */
export function closeDrawers(): void {
  panelOpen.set(false);
  if (window.matchMedia(LOW_WINDOW).matches) openSideTab(null);
}
