import { startTimer } from '#services/idle.ts';
import { canHaveFocus, dialogStart, focusOn, headingIn, nearestTo, placeOf, type FocusPlace } from './focus-place.ts';
import { screenStart } from './screen-start.ts';

const MODAL = '[aria-modal="true"]';
const CLOSE = '.ant-modal-close';
/** Popups of a control: the focus returns to the control. */
const POPUP = '[role="menu"], .ant-select-dropdown, .ant-picker-dropdown, .ant-popover';

/**
 * Keeps the focus from falling back to the body, where keys do nothing and a screen reader starts again at the top. When
 * the focused element is removed, hidden or disabled, or when its dialog closes, the focus returns to the previous element,
 * or if that is missing to its neighbor or the nearest heading.
 */
export function keepFocus(): void {
  /** The focused element; null after the user or the application has removed the focus on purpose. */
  let current: Element | null = null;
  let onPage: FocusPlace = [];
  let isKeyDown = false;
  let isTouched = false;
  const inDialogs = new Map<Element, FocusPlace>();
  const openDialog = (): Element | undefined =>
    [...inDialogs.keys()].filter((dialog) => dialog.isConnected && dialog.checkVisibility()).at(-1);

  function remember(element: Element): void {
    if (element.closest(POPUP) !== null) return;
    const dialog = element.closest(MODAL);
    if (dialog !== null) {
      const isNew = !inDialogs.has(dialog);
      inDialogs.set(dialog, placeOf(element));
      if (isNew && element.matches(CLOSE)) begin(dialog, element);
    }
    // Tab leads from a dialog's end to the page, from which the dialog takes it back.
    else if (openDialog() === undefined) onPage = placeOf(element);
  }

  function isOnNothing(): boolean {
    return document.activeElement === null || document.activeElement === document.body;
  }

  /** On a touch screen, focusing a field automatically would open the keyboard. */
  function give(element: HTMLElement): void {
    if (!isTouched || !element.matches('input, textarea')) focusOn(element);
  }

  function recover(): void {
    if (!isOnNothing()) return;
    const dialog = openDialog();
    const found =
      dialog === undefined
        ? (nearestTo(onPage, document.body) ?? screenStart())
        : (nearestTo(inDialogs.get(dialog) ?? [], dialog) ?? headingIn(dialog));
    if (found !== null) give(found);
    else untilShown.observe(document.body, { childList: true, subtree: true, attributeFilter: ['style'] });
  }

  /** A screen that loads a part of itself is hidden as a whole. */
  const untilShown = new MutationObserver(() => {
    untilShown.disconnect();
    recover();
  });

  /**
   * The library focuses the first control of each dialog, which is its close button. The key that has opened the dialog would
   * press it: until it is released, the focus is on the title.
   */
  function begin(dialog: Element, cross: Element): void {
    const title = isKeyDown ? headingIn(dialog) : null;
    if (title !== null) focusOn(title);
    afterKey(() => {
      const start = dialogStart(dialog);
      const isUntouched = document.activeElement === cross || document.activeElement === title;
      if (isUntouched && start !== null) give(start);
    });
  }

  /** The key that removed an element or opened a dialog would also press the newly focused element. */
  function afterKey(act: () => void): void {
    if (isKeyDown) window.addEventListener('keyup', () => startTimer(act, 0), { once: true });
    else act();
  }

  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return;
    current = target;
    for (const dialog of inDialogs.keys()) if (!dialog.checkVisibility()) inDialogs.delete(dialog);
    remember(target);
  });
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    // The event comes just before the element is removed: its neighbors are still there.
    if (!(target instanceof Element) || relatedTarget !== null) return;
    remember(target);
    // Its replacement may take the focus itself.
    startTimer(() => {
      if (current !== target || !isOnNothing()) return;
      if (canHaveFocus(target)) current = null;
      else afterKey(recover);
    }, 0);
  });
  window.addEventListener('pointerdown', ({ pointerType }) => (isTouched = pointerType === 'touch'), { capture: true });
  window.addEventListener('keydown', () => (isKeyDown = true), { capture: true });
  window.addEventListener('keyup', () => (isKeyDown = false), { capture: true });
  // The library returns the focus from dialogs that it closes, but not from those that are unmounted.
  new MutationObserver(() => {
    const removed = [...inDialogs.keys()].filter((dialog) => !dialog.isConnected);
    for (const dialog of removed) inDialogs.delete(dialog);
    if (removed.length > 0 && isOnNothing()) afterKey(recover);
  }).observe(document.body, { childList: true });
}
