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
