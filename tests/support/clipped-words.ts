import type { Page } from 'playwright';

/**
 * Unreadable words of the page: cut off without an ellipsis, shortened to an ellipsis without a full text elsewhere,
 * or beyond the window's edge. Scrollable text is not cut off.
 */
export function clippedWords(page: Page, within: string): Promise<readonly string[]> {
  return page.evaluate((selector) => {
    const found = new Set<string>();
    const isScrolled = (style: CSSStyleDeclaration): boolean => /auto|scroll/.test(style.overflowX + style.overflowY);
    for (const root of document.querySelectorAll(selector)) {
      for (const element of root.querySelectorAll<HTMLElement>('*')) {
        const words = [...element.childNodes].filter((node) => node instanceof Text && node.data.trim() !== '');
        const [first] = words;
        if (first === undefined || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
          continue;
        if (element.closest('.only-spoken, svg, textarea, [aria-hidden="true"]') !== null) continue;
        const range = document.createRange();
        range.setStartBefore(first);
        range.setEndAfter(words.at(-1) ?? first);
        const text = range.getBoundingClientRect();
        if (text.width === 0) continue;
        const said = `${first.textContent?.trim().slice(0, 40)} (${element.className || element.tagName})`;
        for (let around: HTMLElement | null = element; around !== null; around = around.parentElement) {
          const style = getComputedStyle(around);
          if (isScrolled(style)) break;
          if (style.overflowX !== 'hidden' && style.overflowX !== 'clip') continue;
          const box = around.getBoundingClientRect();
          if (text.right <= box.right + 1 && text.left >= box.left - 1) continue;
          const isShortened = style.textOverflow === 'ellipsis' && text.left >= box.left - 1;
          if (!isShortened || element.closest('[title], [aria-label]') === null) found.add(said);
          break;
        }
        if (text.right > innerWidth + 1 || text.left < -1) {
          let around: HTMLElement | null = element;
          while (around !== null && !isScrolled(getComputedStyle(around))) around = around.parentElement;
          if (around === null || around === document.documentElement) found.add(`beyond the window: ${said}`);
        }
      }
    }
    return [...found];
  }, within);
}
