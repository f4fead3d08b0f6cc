import type { MouseEvent } from 'react';

/**
 * A click handler that ignores the second click of a double click: for a button that appears where another one was just
 * pressed, such as Print, or that would open a second dialog. Enter and the Space key press it as well.
 */
export function onFirstClick(act: () => void): (event: Pick<MouseEvent, 'detail'>) => void {
  return ({ detail }) => {
    // The consecutive clicks of the pointer; 0 for a key.
    if (detail < 2) act();
  };
}

/**
 * Keeps a dialog open, and its focus, when the second click of a double click is outside it: the first click has opened the
 * dialog, or made it smaller. A dialog closes by a single click outside.
 */
export function ignoreSecondClickOutside(): void {
  for (const type of ['mousedown', 'click'] as const) {
    window.addEventListener(
      type,
      (event) => {
        if (event.detail < 2 || !(event.target instanceof Element) || !event.target.matches('.ant-modal-wrap')) return;
        event.preventDefault();
        event.stopImmediatePropagation();
      },
      { capture: true },
    );
  }
}
