import { startTimer } from '#services/idle.ts';
import { canHaveFocus, dialogStart, focusOn, headingIn, nearestTo, placeOf, type FocusPlace } from './focus-place.ts';
import { screenStart } from './screen-start.ts';

const MODAL = '[aria-modal="true"]';
const CLOSE = '.ant-modal-close';
/** Lists that open at a control: the focus returns to the control. */
const POPUP = '[role="menu"], .ant-select-dropdown, .ant-picker-dropdown, .ant-popover';

/**
 * Keeps the focus from falling to the body, where a key acts on nothing and a screen reader begins again at the top. When
 * the element that has the focus is removed, hidden or disabled, or when its dialog closes, what had it before gets it, or
 * if that is not there any more its neighbor or the nearest heading.
 */
export function keepFocus(): void {
  /** What has the focus; null after the user or the application has taken it away on purpose. */
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
      if (!inDialogs.has(dialog) && element.matches(CLOSE)) afterKey(() => begin(dialog, element));
      inDialogs.set(dialog, placeOf(element));
    }
    // Tab leads from a dialog's end to the page, from which the dialog takes it back.
    else if (openDialog() === undefined) onPage = placeOf(element);
  }

  function isOnNothing(): boolean {
    return document.activeElement === null || document.activeElement === document.body;
  }

  /** A field that gets the focus unasked would cover a touch screen with its keyboard. */
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

  /** While a screen fetches a part of itself, all of it is hidden. */
  const untilShown = new MutationObserver(() => {
    untilShown.disconnect();
    recover();
  });

  /** The library begins each dialog that it shows at its first control, which is the cross that closes it. */
  function begin(dialog: Element, cross: Element): void {
    const start = dialogStart(dialog);
    if (document.activeElement === cross && start !== null) give(start);
  }

  /** The key that has removed an element or opened a dialog would press what gets the focus, too. */
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
    // The event of an element that is removed comes just before: its neighbors are still there.
    if (!(target instanceof Element) || relatedTarget !== null) return;
    remember(target);
    // What is put in its place may take the focus itself.
    startTimer(() => {
      if (current !== target || !isOnNothing()) return;
      if (canHaveFocus(target)) current = null;
      else afterKey(recover);
    }, 0);
  });
  window.addEventListener('pointerdown', ({ pointerType }) => (isTouched = pointerType === 'touch'), { capture: true });
  window.addEventListener('keydown', () => (isKeyDown = true), { capture: true });
  window.addEventListener('keyup', () => (isKeyDown = false), { capture: true });
  // The library gives the focus back from dialogs that it closes itself, and not from those that are removed as they are.
  new MutationObserver(() => {
    const removed = [...inDialogs.keys()].filter((dialog) => !dialog.isConnected);
    for (const dialog of removed) inDialogs.delete(dialog);
    if (removed.length > 0 && isOnNothing()) afterKey(recover);
  }).observe(document.body, { childList: true });
}
