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
