const MODAL = '[aria-modal="true"]';

/**
 * When a dialog goes that had the focus, gives it back to what had it before: in the dialog below, or on the page. The library
 * does this for dialogs that it closes itself, and not for those that are taken away as they are.
 */
export function giveFocusBack(): void {
  let onPage: Element | null = null;
  let isKeyDown = false;
  const inDialogs = new Map<Element, Element>();
  const open = (): readonly Element[] => [...inDialogs.keys()].filter((dialog) => dialog.checkVisibility());

  function giveBack(): void {
    if (document.activeElement !== document.body) return;
    const below = open().at(-1);
    const back = below === undefined ? onPage : inDialogs.get(below);
    if (back instanceof HTMLElement && back.isConnected) back.focus({ preventScroll: true });
  }

  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element) || target.closest('[role="menu"]') !== null) return;
    const dialog = target.closest(MODAL);
    if (dialog !== null) inDialogs.set(dialog, target);
    // Tab leads from a dialog's end to the page, from which the dialog takes it back.
    else if (open().length === 0) onPage = target;
  });
  window.addEventListener('keydown', () => (isKeyDown = true), { capture: true });
  window.addEventListener('keyup', () => (isKeyDown = false), { capture: true });
  // Dialogs stand in parts of their own below the body, which go with them.
  new MutationObserver(() => {
    const gone = [...inDialogs.keys()].filter((dialog) => !dialog.isConnected);
    for (const dialog of gone) inDialogs.delete(dialog);
    if (gone.length === 0) return;
    // The key that has closed the dialog would press what gets the focus, too.
    if (isKeyDown) window.addEventListener('keyup', () => setTimeout(giveBack), { once: true });
    else giveBack();
  }).observe(document.body, { childList: true });
}
