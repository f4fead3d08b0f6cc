import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import type { Hand } from './hands.ts';
import { untilIdle } from './until-idle.ts';

/** Opens a tab: tabs are one stop of the Tab key, and the arrow keys move among them. */
export async function openTab(page: Page, hand: Hand, inside: Locator, name: string): Promise<void> {
  const tab = inside.getByRole('tab', { name });
  if (hand.name === 'pointer') await hand.press(tab);
  else {
    const selected = inside.getByRole('tab', { selected: true });
    await selected.focus();
    const tabs = await inside.getByRole('tab').allInnerTexts();
    const from = tabs.indexOf(await selected.innerText());
    const to = tabs.indexOf(name);
    for (let i = from; i !== to; i += Math.sign(to - from)) {
      await page.keyboard.press(to > from ? 'ArrowRight' : 'ArrowLeft');
    }
    await page.keyboard.press('Enter');
  }
  await expect.poll(() => tab.getAttribute('aria-selected')).toBe('true');
  await untilIdle(page);
}
