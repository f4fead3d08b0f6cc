import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handsOn } from '#tests/support/hands.ts';
import { takeFromMenu } from '#tests/support/take-from-menu.ts';
import { enterEditor, keepPictures, openShared, type OpenedPage } from '#tests/support/open-editor.ts';
import { untilIdle } from '#tests/support/until-idle.ts';

/** `--lw-ground` and `--lw-pasteboard` (colors.css). */
const GROUND = { light: 'rgb(246, 246, 244)', dark: 'rgb(20, 22, 23)' };

/** Settings, themes and starter sizes, on one page from the first test to the last. */
describe('settings', () => {
  let opened: OpenedPage;
  let page: Page;
  const ground = (): Promise<string> => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const settings = async (): Promise<void> => {
    await page.goto(`${opened.address}/settings`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };

  beforeAll(async () => {
    opened = await openShared({ reducedMotion: 'reduce' });
    ({ page } = opened);
    await enterEditor(opened, 'settler');
    await page.getByTestId('exit').click();
    await page.locator('.home-start-new').waitFor();
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);

  test('the theme is selected by the pointer and by the keyboard, and applies at once', async () => {
    await settings();
    const themes = page.getByRole('radiogroup', { name: 'Theme' });
    for (const hand of handsOn(page)) {
      await hand.pick(themes, 'Dark');
      await expect.poll(ground).toBe(GROUND.dark);
      await hand.pick(themes, 'System');
      await expect.poll(ground).toBe(GROUND.light);
    }
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(ground).toBe(GROUND.dark);
    await page.emulateMedia({ colorScheme: 'light' });
    for (const hand of handsOn(page)) {
      await takeFromMenu(page, hand, page.getByTestId('theme-menu'), 'Dark');
      await expect.poll(ground).toBe(GROUND.dark);
      if (hand.name === 'pointer') await hand.pick(themes, 'Light');
    }
  });

  test('the theme applies before any code of the application loads', async () => {
    await page.route('**/assets/{index,main}-*.js', (route) => route.abort());
    try {
      await page.goto(`${opened.address}/index`, { waitUntil: 'domcontentloaded' });
      await expect.poll(() => page.locator('.boot').count()).toBe(1);
      await expect.poll(ground).toBe(GROUND.dark);
    } finally {
      await page.unroute('**/assets/{index,main}-*.js');
    }
  });

  test('the switches are those of the editor, by both hands', async () => {
    await settings();
    const [pointer, keyboard] = handsOn(page);
    const units = page.getByRole('main').getByRole('radiogroup', { name: 'Unit' });
    const isOn = (name: string): Promise<string | null> =>
      page.getByRole('switch', { name }).getAttribute('aria-checked');
    await expect
      .poll(async () => [await isOn('Grid'), await isOn('Canvas lock'), await isOn('Barcode grades')])
      .toEqual(['false', 'true', 'true']);
    await pointer?.press(page.getByRole('switch', { name: 'Grid' }));
    await keyboard?.press(page.getByRole('switch', { name: 'Canvas lock' }));
    await keyboard?.press(page.getByRole('switch', { name: 'Barcode grades' }));
    await pointer?.pick(page.getByRole('radiogroup', { name: 'Resolution for code sizes' }), '600 dpi');
    await keyboard?.pick(units, 'inch');
    await pointer?.pick(units, 'mm');
    await page.goto(`${opened.address}/index`);
    await opened.driver.createLabelByHand('Habits');
    await page.getByTestId('palette-barcode').dblclick();
    await expect.poll(() => page.getByTestId('action-grid').getAttribute('aria-pressed')).toBe('true');
    await untilIdle(page);
    await expect.poll(() => page.getByTestId('action-canvasLock').getAttribute('aria-pressed')).toBe('false');
    await expect.poll(() => page.getByTestId('grades-shown').getAttribute('aria-pressed')).toBe('false');
    await page.getByTestId('action-grid').click();
    await settings();
    await expect
      .poll(async () => [await isOn('Grid'), await isOn('Canvas lock'), await isOn('Barcode grades')])
      .toEqual(['false', 'false', 'false']);
  });

  test('a new label begins with a size of a printer or a maker, and remembers it', async () => {
    await page.goto(`${opened.address}/index`);
    const dialog = page.getByRole('dialog');
    const sizes = dialog.getByRole('combobox', { name: 'Size or part number' });
    const groups = page.locator('.ant-select-dropdown:visible .ant-select-item-group');
    const width = dialog.getByLabel('Width', { exact: true });
    for (const hand of handsOn(page)) {
      await hand.press(page.locator('.home-start-new'));
      await sizes.waitFor();
      // Typing filters the list to it.
      const wanted = hand.name === 'pointer' ? 'DYMO 99012' : 'Brother DK-11209';
      await hand.press(sizes);
      await page.keyboard.type(wanted);
      await page.keyboard.press('Enter');
      await expect.poll(() => width.inputValue()).toBe(hand.name === 'pointer' ? '89' : '62');
      await hand.press(dialog.getByRole('button', { name: 'Create label' }));
      await page.waitForURL('**/editLabel**');
      await page.getByTestId('canvas-overlay').waitFor();
      await page.goto(`${opened.address}/index`);
    }
    await page.locator('.home-start-new').click();
    await sizes.click();
    await expect.poll(() => groups.first().innerText()).toBe('Recently used');
    const recent = page.locator('.ant-select-dropdown:visible .ant-select-item-option');
    await expect.poll(() => recent.nth(0).innerText()).toBe('62 × 29 mm');
    await expect.poll(() => recent.nth(1).innerText()).toBe('89 × 36 mm');
    await page.keyboard.press('Escape');
    await dialog.getByRole('combobox', { name: 'Printer' }).click();
    await page.keyboard.type('QL-8');
    await page.locator('.ant-cascader-menu-item').first().click();
    await sizes.click();
    await expect.poll(() => groups.allInnerTexts()).toContainEqual(expect.stringContaining('QL-8'));
    await untilIdle(groups);
    await expect.poll(async () => (await groups.allInnerTexts()).join(' ')).not.toContain('A4');
  });
});
