import { createStore, type Store } from '#app/state/store.ts';
import { belongsToField } from '../session/chords.ts';

/** True while the space bar is held outside of fields: then a drag pans. */
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
      if (event.code !== 'Space' || event.isComposing || belongsToField(event.target)) return;
      // On a focused button the space bar is a press of the button.
      if (event.target instanceof Element && event.target.closest('button, a, [role="radio"]') !== null) return;
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
