import { createStore, type Store } from '#app/state/store.ts';
import { isOnCanvas } from './regions.ts';

/** True while the space bar is held on the canvas: then a drag pans. */
export const spaceHeld: Store<boolean> = createStore(false);

export function isSpaceHeld(): boolean {
  return spaceHeld.get();
}

/** Follows the space bar until the signal is aborted. */
export function watchSpaceKey(signal: AbortSignal): void {
  const options = { signal };
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.code !== 'Space' || event.isComposing || !isOnCanvas(event.target)) return;
      // With these it selects (use-shortcuts.ts).
      if (event.shiftKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      spaceHeld.set(true);
    },
    options,
  );
  const release = (): void => spaceHeld.set(false);
  window.addEventListener('keyup', (event) => event.code === 'Space' && release(), options);
  window.addEventListener('blur', release, options);
  signal.addEventListener('abort', release);
}
