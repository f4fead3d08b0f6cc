import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '#app/state/i18n/languages.ts';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { handNames, handsOn, type Hand } from '#tests/support/hands.ts';
import { openEditor, SCREENSHOTS, type OpenedPage } from '#tests/support/open-editor.ts';
import { drawnOf, SEED } from '#tests/support/seed.ts';
import { untilIdle } from '#tests/support/until-idle.ts';
import { setWindowSize } from '#tests/support/window-size.ts';

const PASSWORD = 'correct horse 42';
const HANDS = handNames('dialog-controls', 12);

let opened: OpenedPage;
let page: Page;
let driver: EditorDriver;

beforeAll(async () => {
  opened = await openEditor('controls');
  ({ page, driver } = opened);
});
afterAll(() => opened?.close());

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  await page.screenshot({ path: join(SCREENSHOTS, `${task.name}.png`) });
  // The next test finds no dialog of this one.
  for (let i = 0; i < 3; i++) await page.keyboard.press('Escape');
});

const dialogs = (): Locator => page.locator('.ant-modal').filter({ visible: true });

describe.each(HANDS)('with the %s', (name) => {
  let hand: Hand;
  beforeAll(() => {
    hand = handsOn(page).find((one) => one.name === name) ?? expect.fail(name);
  });

  test(`each answer to an existing name (${name})`, async () => {
    const taken = `Taken by ${name}`;
    const dialog = page.getByRole('dialog', { name: 'Overwrite the template?' });
    const state = (): Promise<string | null> => page.getByTestId('save-state').getAttribute('data-state');
    const create = async (type: string): Promise<void> => {
      await driver.createLabel(taken);
      await driver.place(type, 10, 10);
    };
    await create('rectangle');
    await driver.save();
    const before = await driver.download();
    await create('ellipse');
    const after = await driver.download();
    for (const button of ['Cancel', 'Overwrite']) {
      await hand.press(page.getByTestId('save'));
      await hand.press(dialog.getByRole('button', { name: button, exact: true }));
      await dialog.waitFor({ state: 'detached' });
      await untilIdle(page);
      if (button === 'Cancel') await expect.poll(() => state()).not.toBe('saved');
    }
    await expect.poll(state).toBe('saved');
    // It is the same template with the new design.
    expect(after).not.toBe(before);
    await page.goto(`${opened.address}/cloudTemplate`);
    const card = page.getByRole('button', { name: `Open “${taken}”` });
    await card.first().waitFor();
    await expect.poll(() => card.count()).toBe(1);
    await card.click();
    await page.getByTestId('canvas-overlay').waitFor();
    expect(await driver.download()).toBe(after);
  });

  test(`a template is renamed and deleted at home (${name})`, async () => {
    await driver.createLabel(`Deleted by ${name}`);
    await driver.place('rectangle', 10, 10);
    await driver.save();
    await page.goto(`${opened.address}/cloudTemplate`);
    const cards = page.getByRole('article');
    await cards.first().waitFor();
    const count = await cards.count();
    const act = async (entry: string): Promise<void> => {
      await cards.first().getByRole('button', { name: /^More/ }).click();
      await page.locator('.ant-dropdown:visible').getByRole('menuitem', { name: entry }).click();
    };
    const answer = async (button: string): Promise<void> => {
      await hand.press(dialogs().getByRole('button', { name: button, exact: true }));
      await dialogs().waitFor({ state: 'hidden' });
    };
    const named = page.getByRole('button', { name: `Open “Renamed by ${name}”` });
    for (const button of ['Cancel', 'Confirm']) {
      await act('Rename');
      await dialogs().waitFor();
      await hand.type(dialogs().getByRole('textbox'), `Renamed by ${name}`);
      await answer(button);
      await expect.poll(() => named.count()).toBe(button === 'Confirm' ? 1 : 0);
    }
    await act('Delete');
    await expect.poll(() => cards.count()).toBe(count - 1);
    await untilIdle(named);
    await expect.poll(() => named.count()).toBe(0);
    await cards.first().getByRole('button', { name: /^Open/ }).click();
    await page.getByTestId('canvas-overlay').waitFor();
  });
});

/** The language with the longest words, and one more; all at night. */
const DRAWN = new Set(['ru', ...drawnOf('palette', ['zh', 'pt', 'es'])]);

test(`at 1024 x 768 the palette shows every type, and cuts no word in any language (seed ${SEED})`, async () => {
  await setWindowSize(page, { width: 1024, height: 768 });
  const address = page.url();
  for (const language of [...LANGUAGES.filter((one) => DRAWN.has(one)), 'en']) {
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
    await page.goto(`${opened.address}/help`);
    await page.goto(address);
    const palette = page.locator('.ed-palette');
    await palette.waitFor();
    // The letters of each script are in a file of their own, loaded with the first of them.
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await untilIdle(palette);
    await expect
      .poll(() => palette.evaluate((bar) => bar.scrollHeight - bar.clientHeight), { message: language })
      .toBe(0);
    const cut = await palette.evaluate((bar) => {
      // Next to a thin scroll bar, which Chromium hides in tests.
      bar.style.paddingRight = '13px';
      return [...bar.querySelectorAll('span')].filter((words) => words.scrollWidth > words.clientWidth).length;
    });
    expect(cut, language).toBe(0);
  }
  await setWindowSize(page, { width: 1280, height: 800 });
});

test.each(HANDS)('signing out and forgetting the computer is confirmed with the %s', async (name) => {
  const hand = handsOn(page).find((one) => one.name === name) ?? expect.fail(name);
  await page.goto(`${opened.address}/index`);
  for (const button of ['Cancel', 'Sign out and forget']) {
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out and forget this computer' }).click();
    await hand.press(dialogs().getByRole('button', { name: button, exact: true }));
    await dialogs().waitFor({ state: 'hidden' });
  }
  await page.waitForURL('**/login');
  await page.getByLabel('Email or username').fill('controls');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/index');
});
