import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pressElsewhere } from '#tests/support/box-of.ts';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { LANGUAGES } from '#app/state/i18n/languages.ts';
import { openEditor, MOVING, SCREENSHOTS, type OpenedPage } from '#tests/support/open-editor.ts';
import { isDrawn } from '#tests/support/seed.ts';
import { untilIdle } from '#tests/support/until-idle.ts';

let opened: OpenedPage;
let page: Page;
let driver: EditorDriver;

beforeAll(async () => {
  opened = await openEditor('presser', MOVING);
  ({ page, driver } = opened);
  await driver.place('text', 10, 10);
});
afterAll(() => opened?.close());

type Press = (button: Locator, entry: number) => Promise<void>;

const menuItems = (): Locator => page.locator('.ant-dropdown:visible').getByRole('menuitem');

/** Chooses with the mouse: presses button and entry at their positions. */
async function byMouse(button: Locator, entry: number): Promise<void> {
  await pressAt(button);
  await pressAt(menuItems().nth(entry));
}

async function pressAt(target: Locator): Promise<void> {
  await target.waitFor();
  // A menu that has just appeared may still move to its position.
  await target.hover();
  const box = await target.boundingBox();
  if (box === null) throw new Error('it is not shown');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.up();
}

/** Chooses by keyboard: Enter on the button, arrows down to the entry, Enter. */
async function byKeyboard(button: Locator, entry: number): Promise<void> {
  await button.focus();
  await page.keyboard.press('Enter');
  const item = menuItems().nth(entry);
  await item.waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'menuitem');
  for (let i = 0; i < 20; i++) {
    if (await item.evaluate((line) => line === document.activeElement)) {
      await page.keyboard.press('Enter');
      return;
    }
    const before = await page.evaluateHandle(() => document.activeElement);
    await page.keyboard.press('ArrowDown');
    // antd moves the focus in the next frame, and a key before that would be lost: no user types so fast.
    await page.waitForFunction((element) => document.activeElement !== element, before);
  }
  throw new Error(`entry ${entry} never had the focus`);
}

/** Chooses another entry of a list than the current one. */
async function chooseOther(list: Locator, press: Press): Promise<void> {
  const options = page.locator('.ant-select-dropdown:visible .ant-select-item-option');
  await list.waitFor();
  const before = await list.innerText();
  if (press === byMouse) {
    await list.click();
    await options.first().waitFor();
    await pressAt(options.and(page.locator(':not(.ant-select-item-option-selected)')).first());
  } else {
    await list.locator('input').focus();
    await page.keyboard.press('ArrowDown');
    await options.first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  }
  await options.first().waitFor({ state: 'hidden' });
  await expect.poll(() => list.innerText()).not.toBe(before);
}

const WAYS: readonly (readonly [string, Press])[] = [
  ['by mouse', byMouse],
  ['by keyboard', byKeyboard],
];

/** By mouse always; by keyboard a third of the tests, drawn by the run's seed. */
function skipUndrawn(press: Press): void {
  beforeEach(({ task, skip }) => skip(press === byKeyboard && !isDrawn(`menus ${task.name}`, 3)));
}

/** Closes the dialog that is open. */
async function dismiss(): Promise<void> {
  const dialog = page.getByRole('dialog').first();
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
}

describe.each(WAYS)('in the editor, %s', (_, press) => {
  skipUndrawn(press);

  test('help: the list of shortcuts, the guide', async () => {
    const help = page.getByTestId('help');
    await press(help, 0);
    await page.getByTestId('shortcut-sheet').waitFor();
    await dismiss();
    await press(help, 1);
    await page.getByTestId('guide-skip').click();
    await page.getByTestId('guide-skip').waitFor({ state: 'hidden' });
  });

  test('export: each format', async () => {
    const titles = new Set<string>();
    for (let i = 0; i < 4; i++) {
      await press(page.getByTestId('export'), i);
      const dialog = page.getByRole('dialog');
      // Until its code is loaded, each format's dialog says the same.
      await dialog.getByTestId('export-start').waitFor();
      titles.add(await dialog.innerText());
      await dismiss();
    }
    expect(titles.size).toBe(4);
  });

  test('zoom: each step, and fitting', async () => {
    const zoom = page.getByTestId('zoom');
    for (const [i, shown] of ['25%', '50%', '75%', '100%', '150%', '200%', '300%', '500%'].entries()) {
      await press(zoom, i);
      await expect.poll(() => zoom.textContent()).toBe(shown);
    }
    await press(zoom, 8);
    await expect.poll(() => zoom.textContent()).not.toBe('500%');
    const fitted = await zoom.textContent();
    await page.getByTestId('canvas-overlay').focus();
    await page.keyboard.press('Control+a');
    await press(zoom, 9);
    await expect.poll(() => zoom.textContent()).not.toBe(fitted);
    await press(zoom, 8);
    await expect.poll(() => zoom.textContent()).toBe(fitted);
  });

  test('lists of the panel: the font', async () => {
    await page.getByTestId('canvas-overlay').focus();
    await page.keyboard.press('Control+a');
    const list = page.getByTestId('font-family');
    const before = await list.innerText();
    const options = page.locator('.ant-select-dropdown:visible .ant-select-item-option');
    if (press === byMouse) {
      await list.click();
      await pressAt(options.filter({ hasNotText: before }).first());
    } else {
      await list.getByRole('combobox').or(list.locator('input')).first().focus();
      await page.keyboard.press('ArrowDown');
      await options.first().waitFor();
      for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    }
    await expect.poll(() => list.innerText()).not.toBe(before);
  });

  test.each(['timeText', 'barcode', 'qrcode', 'text'])('every list in the panel of a %s', async (type) => {
    await page.getByTestId(`palette-${type}`).dblclick();
    const lists = page.getByTestId('attribute-panel').locator('.ant-select:not(.ant-select-disabled)');
    // The list of named styles has nothing to choose without any: its other entry says so.
    const options = page.locator(
      '.ant-select-dropdown:visible .ant-select-item-option:not(.ant-select-item-option-disabled)',
    );
    await expect.poll(() => lists.count()).toBeGreaterThan(0);
    for (let i = 0; i < (await lists.count()); i++) {
      const list = lists.nth(i);
      const before = await list.innerText();
      if (press === byMouse) {
        await list.click();
        await options.first().waitFor();
        // An entry that is not selected: the others are further down, or this is the last.
        const others = options.and(page.locator(':not(.ant-select-item-option-selected)'));
        if ((await others.count()) === 0) {
          await page.keyboard.press('Escape');
          continue;
        }
        await pressAt(others.first());
      } else {
        await list.locator('input').focus();
        await page.keyboard.press('ArrowDown');
        await options.first().waitFor();
        const only = (await options.count()) < 2;
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
        if (only) continue;
      }
      await options.first().waitFor({ state: 'hidden' });
      await expect.poll(() => list.innerText()).not.toBe(before);
    }
    await page.getByTestId('canvas-overlay').focus();
    await page.keyboard.press('Delete');
  });

  test('Esc and a press elsewhere close a menu and do nothing; the button has the focus again', async () => {
    const help = page.getByTestId('help');
    await help.focus();
    await page.keyboard.press('Enter');
    await menuItems().first().waitFor();
    await page.keyboard.press('Escape');
    await menuItems().first().waitFor({ state: 'hidden' });
    await expect.poll(() => help.evaluate((button) => button === document.activeElement)).toBe(true);
    await help.click();
    await menuItems().first().waitFor();
    await pressElsewhere(page);
    await menuItems().first().waitFor({ state: 'hidden' });
    await untilIdle(page);
    await expect.poll(() => page.getByTestId('shortcut-sheet').isVisible()).toBe(false);
  });
});

describe('on the home screens', () => {
  beforeAll(async () => {
    await driver.save();
    await page.getByTestId('exit').click();
    await page.waitForURL(/\/(index|cloudTemplate)/);
  });

  const cards = (): Locator => page.getByRole('article');
  const language = (): Locator => page.locator('button', { has: page.locator('.anticon-global') });

  describe.each(WAYS)('%s', (_, press) => {
    skipUndrawn(press);

    test('a template card: rename, copy, delete', async () => {
      const more = cards().first().getByRole('button', { name: /^More/ });
      await more.waitFor();
      const count = await cards().count();
      await press(more, 0);
      await page.getByRole('dialog').getByRole('textbox').waitFor();
      await dismiss();
      await press(more, 2);
      await expect.poll(() => cards().count()).toBe(count + 1);
      await press(cards().first().getByRole('button', { name: /^More/ }), 8);
      await page.screenshot({ path: join(SCREENSHOTS, 'template card menu.png') });
      await expect.poll(() => cards().count()).toBe(count);
    });

    test('the order of the templates, the sizes of a new label', async () => {
      await page.getByRole('link', { name: 'My templates' }).click();
      await page.waitForURL('**/cloudTemplate');
      await chooseOther(page.locator('.ant-select').first(), press);
      await page.getByRole('link', { name: 'Home' }).click();
      // Not the button of the screen before, which stays a moment longer than its address.
      await page.locator('.home-start-new').click();
      const sizes = page.getByRole('combobox', { name: 'Size or part number' });
      await chooseOther(page.getByRole('dialog').locator('.ant-select').filter({ has: sizes }), press);
      await dismiss();
    });

    test('the languages', async () => {
      const shown = (): Promise<string> => page.evaluate(() => document.documentElement.lang.slice(0, 2));
      for (const [i, expected] of LANGUAGES.entries()) {
        await press(language(), i);
        await expect.poll(shown).toBe(expected);
        await menuItems().first().waitFor({ state: 'hidden' });
      }
      await press(language(), LANGUAGES.indexOf('en'));
      await page.getByRole('button', { name: 'Account' }).waitFor();
    });

    test('the account: sign out', async () => {
      await press(page.getByRole('button', { name: 'Account' }), 4);
      await page.waitForURL('**/login**');
      await page.getByLabel('Email or username').fill('presser');
      await page.getByLabel('Password', { exact: true }).fill('correct horse 42');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.waitForURL('**/index');
    });
  });
});
