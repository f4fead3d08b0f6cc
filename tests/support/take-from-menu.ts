import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import type { Hand } from './hands.ts';
import { untilIdle } from './until-idle.ts';

/** Chooses an entry of the menu that a button opens. */
export async function takeFromMenu(page: Page, hand: Hand, opener: Locator, entry: string): Promise<void> {
  await hand.press(opener);
  const menu = page.locator('.ant-dropdown:visible');
  const item = menu.getByRole('menuitem', { name: entry });
  await item.waitFor();
  if (hand.name === 'pointer') return hand.press(item);
  await untilIdle(page);
  // The focus moves into the menu and follows the keys a moment later; a menu drops a key within that moment.
  const focused = menu.locator('[role=menuitem]:focus');
  await focused.waitFor();
  await expect
    .poll(
      async () => {
        if ((await focused.innerText()).includes(entry)) return true;
        await page.keyboard.press('ArrowDown');
        return false;
      },
      { interval: 150 },
    )
    .toBe(true);
  return page.keyboard.press('Enter');
}
