import type { Page } from 'playwright';

/**
 * Opens a screen like a link of the product, at a fraction of the cost of loading the page. It loads the page only at first, from
 * the editor, within one screen, and after the language was changed.
 */
export async function visit(page: Page, url: string): Promise<void> {
  const isLeft = await page.evaluate((to) => {
    const heading = document.querySelector('h1');
    const { origin, pathname } = new URL(to);
    const isSame = location.origin !== origin || [pathname, '/editLabel'].includes(location.pathname);
    if (heading === null || isSame || 'walkReload' in document.documentElement.dataset) return false;
    heading.dataset['walkLeft'] = heading.textContent ?? '';
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
    return true;
  }, url);
  if (!isLeft) return void (await page.goto(url));
  // The screen before stays until the code of the next one is here.
  await page.waitForFunction(() => {
    const left = document.querySelector<HTMLElement>('h1[data-walk-left]');
    return left === null || left.dataset['walkLeft'] !== left.textContent;
  });
}
