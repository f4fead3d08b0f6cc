const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex]';
const HEADINGS = 'h1, h2, h3, h4, [role="heading"], .ant-modal-title';
const FIELDS = 'input, textarea, [role="radio"], [role="combobox"]';
/** Parts of the page with a heading of their own. */
const PARTS = 'nav, aside, section, article, form, li';
/** Never focused automatically: Enter would do what can't be undone. */
const DESTRUCTIVE = '.ant-btn-dangerous, .ant-btn-color-dangerous';

/** One level of the path from an element up to the body, as recorded. */
interface Level {
  readonly element: Element;
  readonly parent: Element;
  /** The siblings before the element, nearest first. */
  readonly before: Element | null;
  readonly after: Element | null;
}

/**
 * The place of an element in the page, so that its neighbor can be found after it is removed; innermost level first.
 */
export type FocusPlace = readonly Level[];

export function placeOf(element: Element): FocusPlace {
  const levels: Level[] = [];
  for (let at = element; at.parentElement !== null && at !== document.body; at = at.parentElement) {
    const { parentElement: parent, previousElementSibling: before, nextElementSibling: after } = at;
    levels.push({ element: at, parent, before, after });
  }
  return levels;
}

/** Whether an element can have the focus: it is in the page, visible, and neither disabled nor inert. */
export function canHaveFocus(element: Element): element is HTMLElement {
  return (
    element instanceof HTMLElement &&
    element.isConnected &&
    !element.matches(':disabled') &&
    element.closest('[inert]') === null &&
    element.checkVisibility({ visibilityProperty: true })
  );
}

/**
 * The element that gets the focus in place of a lost one: the element itself if possible, its replacement, the next item,
 * the previous one, or otherwise the nearest heading above it. Null if there is none inside `boundary`.
 */
export function nearestTo(place: FocusPlace, boundary: Element): HTMLElement | null {
  const [own] = place;
  if (own !== undefined && canHaveFocus(own.element)) return own.element;
  // The outermost level that is no longer visible, or the element itself if only that can't have the focus.
  const at = Math.max(
    0,
    place.findLastIndex(({ element }) => !element.isConnected || !element.checkVisibility()),
  );
  const level = place[at];
  if (level === undefined) return null;
  const item = boundary.contains(level.parent) ? itemAt(level, own?.element ?? level.element) : null;
  if (item !== null) return item;
  for (const above of place.slice(at)) {
    if (!boundary.contains(above.parent)) return null;
    const heading = headingBefore(above);
    if (heading !== null) return heading;
  }
  return null;
}

/** The last heading before the place, without those of other parts of the page. */
function headingBefore({ element, parent, before }: Level): HTMLElement | null {
  const isBefore = (heading: Element): boolean =>
    element.isConnected
      ? (element.compareDocumentPosition(heading) & Node.DOCUMENT_POSITION_PRECEDING) > 0
      : before !== null &&
        (before.contains(heading) || (before.compareDocumentPosition(heading) & Node.DOCUMENT_POSITION_PRECEDING) > 0);
  const headings = [...parent.querySelectorAll(HEADINGS)].filter(canHaveFocus);
  return headings.filter((one) => isBefore(one) && one.closest(PARTS)?.contains(parent) !== false).at(-1) ?? null;
}

/** The first visible heading there. */
export function headingIn(parent: Element): HTMLElement | null {
  return [...parent.querySelectorAll(HEADINGS)].find(canHaveFocus) ?? null;
}

/**
 * The element that gets the focus when a dialog opens: the first field of a form, or the confirm button, or the title of a
 * dialog that has neither, whose button can't be undone, or that requests it (`data-focus="title"`).
 */
export function dialogStart(dialog: Element): HTMLElement | null {
  if (dialog.querySelector('[data-focus="title"]') !== null) return headingIn(dialog);
  const buttons = [...dialog.querySelectorAll('.ant-btn-primary')].filter(isControl);
  const isForm = dialog.querySelector('form, .ant-modal-footer .ant-btn-primary') !== null;
  const fields = isForm ? [...dialog.querySelectorAll(`.ant-modal-body :is(${FIELDS})`)] : [];
  return fields.find(isControl) ?? buttons[0] ?? headingIn(dialog);
}

/** Focuses an element, including one that is not focusable, such as a heading. */
export function focusOn(element: HTMLElement): void {
  if (!element.matches(CONTROLS)) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/** `lost` is the element that had the focus, at this level or deeper. */
function itemAt({ element, parent, before, after }: Level, lost: Element): HTMLElement | null {
  const siblings = [...parent.children];
  const first = before?.parentElement === parent ? siblings.indexOf(before) + 1 : indexOf(siblings, after);
  for (const sibling of siblings.slice(first)) {
    const control = sibling === element ? null : controlIn(sibling, lost);
    if (control !== null) return control;
  }
  // Before it are the others of a list or a row of buttons, and the rest of the screen.
  for (const sibling of siblings.slice(0, first).toReversed()) {
    const control = isAlike(sibling, element) ? controlIn(sibling, lost) : null;
    if (control !== null) return control;
  }
  return null;
}

function indexOf(siblings: readonly Element[], after: Element | null): number {
  const at = after === null ? -1 : siblings.indexOf(after);
  return at < 0 ? 0 : at;
}

function isAlike(one: Element, other: Element): boolean {
  return one.tagName === other.tagName && one.classList[0] === other.classList[0];
}

/** The corresponding control of another item, or its first one. */
function controlIn(item: Element, lost: Element): HTMLElement | null {
  const controls = [item, ...item.querySelectorAll(CONTROLS)].filter(isControl);
  return controls.find((control) => isAlike(control, lost)) ?? controls[0] ?? null;
}

function isControl(element: Element): element is HTMLElement {
  return (
    element.matches(CONTROLS) &&
    !element.matches(DESTRUCTIVE) &&
    canHaveFocus(element) &&
    element.tabIndex >= 0 &&
    element.closest('[aria-hidden="true"]') === null
  );
}
