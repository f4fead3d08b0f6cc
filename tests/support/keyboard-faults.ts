import type { Page } from 'playwright';

/**
 * Controls of the page, or of its topmost dialog, that only a pointer can use: unreachable by the Tab key and by the arrow
 * keys of their group, or with a click handler but no key.
 */
export function keyboardFaults(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const CONTROLS = 'button, a[href], input, select, textarea, summary, [role=button], [role=link], [role=switch]';
    /** Entries of menus and lists have no stop of their own: their list has, or takes the focus when it opens. */
    const CONTROLS_IN_GROUPS = '[role=tab], [role=radio], [role=checkbox]';
    /** One stop of the Tab key; its arrow keys move among its items. */
    const GROUPS =
      '[role=tablist], [role=radiogroup], [role=menu], [role=menubar], [role=listbox], [role=tree], [role=grid], [role=toolbar], [role=combobox], [role=group], .ant-segmented, .ant-select, .ant-picker, .ant-pagination, .ant-tabs';
    const NATIVE = 'button, a[href], input, select, textarea, summary, label';
    const dialogs = [...document.querySelectorAll('.ant-modal, [role=dialog]')].filter((one) => one.checkVisibility());
    const root = dialogs.at(-1) ?? document.body;
    const isShown = (element: Element): boolean =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.getBoundingClientRect().width > 0 &&
      element.closest('[inert], [aria-hidden=true], [disabled], [aria-disabled=true]') === null;
    const isStop = (element: Element): boolean => element instanceof HTMLElement && element.tabIndex >= 0;
    const isReached = (element: Element): boolean => {
      if (isStop(element)) return true;
      for (let group = element.closest(GROUPS); group !== null; group = group.parentElement?.closest(GROUPS) ?? null) {
        if (
          isStop(group) ||
          [...group.querySelectorAll<HTMLElement>('[tabindex], input, button, a[href]')].some(isStop)
        )
          return true;
      }
      return false;
    };
    const nameOf = (element: Element): string =>
      `${element.outerHTML.slice(0, 120)} ${element.textContent?.trim().slice(0, 30) ?? ''}`;
    const found: string[] = [];
    for (const element of root.querySelectorAll(`${CONTROLS}, ${CONTROLS_IN_GROUPS}`)) {
      if (isShown(element) && !isReached(element)) found.push(`not reached by keys: ${nameOf(element)}`);
    }
    for (const element of root.querySelectorAll('[role=button], [role=link], [role=switch]')) {
      if (!isShown(element) || element.matches(NATIVE)) continue;
      // The React props of this element.
      const key = Object.keys(element).find((name) => name.startsWith('__reactProps$'));
      const props = (key === undefined ? {} : Reflect.get(element, key)) as Record<string, unknown>;
      const answers = (names: readonly string[]): boolean => names.some((name) => typeof props[name] === 'function');
      if (answers(['onClick', 'onMouseDown', 'onPointerDown']) && !answers(['onKeyDown', 'onKeyUp', 'onKeyPress']))
        found.push(`answers no key: ${nameOf(element)}`);
    }
    return found;
  });
}
