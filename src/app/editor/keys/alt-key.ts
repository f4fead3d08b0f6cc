import { belongsToField } from '../session/chords.ts';
import { createStore, type Store } from '#app/state/store.ts';

/** True while Alt is held with the pointer over the canvas: then distances are shown. */
export const altHeld: Store<boolean> = createStore(false);

/** Follows the Alt key until the signal is aborted. */
export function watchAltKey(signal: AbortSignal): void {
  const options = { signal };
  const release = (): void => altHeld.set(false);
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Alt' || belongsToField(event.target) || !isOverCanvas()) return;
      // Some browsers open their menu when Alt is released.
      event.preventDefault();
      altHeld.set(true);
    },
    options,
  );
  window.addEventListener(
    'keyup',
    (event) => {
      if (event.key !== 'Alt' || !altHeld.get()) return;
      event.preventDefault();
      release();
    },
    options,
  );
  window.addEventListener('blur', release, options);
  signal.addEventListener('abort', release);
}

function isOverCanvas(): boolean {
  return document.querySelector('.ed-canvas:hover') !== null;
}
