import { createStore, type Store } from '#app/state/store.ts';
import { openSideTab } from './side-tab.ts';

/** Windows in which the panels are drawers over the canvas: a window of 1280 x 720 from 150 % on (low-window.css). */
const LOW_WINDOW = '(width <= 860px) and (height <= 480px)';

/** Whether the attribute panel is open as a drawer; elsewhere it is always shown. */
export const panelOpen: Store<boolean> = createStore(false);

/** Closes the drawers over the canvas. */
export function closeDrawers(): void {
  panelOpen.set(false);
  if (window.matchMedia(LOW_WINDOW).matches) openSideTab(null);
}
