import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PRIVILEGES } from '#protocol/api.ts';
import { DEFAULT_FONT_FAMILY, NEW_FONT_FAMILY } from '#model/elements/base/fonts.ts';
import { chooseFile, type EditorDriver } from '#tests/support/editor-driver.ts';
import { openProduct, type OpenedProduct } from '#tests/support/open-editor.ts';
import { renamedFont } from '#tests/support/renamed-font.ts';
import { untilIdle } from '#tests/support/until-idle.ts';

const require = createRequire(import.meta.url);
const WOFF2 = require.resolve('source-sans-pro/WOFF2/TTF/SourceSansPro-Regular.ttf.woff2');
const OSWALD = require.resolve('@expo-google-fonts/oswald/400Regular/Oswald_400Regular.ttf');
const FAMILY = 'Source Sans Pro';

/** A user's own fonts, from the file to the picture. */
describe('own fonts', () => {
  let opened: OpenedProduct;
  let page: Page;
  let driver: EditorDriver;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'labelwright-fonts-'));
    await writeFile(join(folder, 'broken.ttf'), 'this is no font');
    await writeFile(join(folder, 'large.ttf'), Buffer.alloc(20 * 1024 * 1024 + 1));
    await writeFile(join(folder, 'default.ttf'), renamedFont(await readFile(OSWALD), DEFAULT_FONT_FAMILY));
    await mkdir(join(folder, 'data/fonts'), { recursive: true });
    await copyFile(WOFF2, join(folder, 'data/fonts/noble.woff2'));
    const noble = { family: 'Noble', weight: 400, italic: false, file: 'noble.woff2', members: true };
    await writeFile(join(folder, 'data/fonts/fonts.json'), JSON.stringify([noble]));
    // The rest is common to all users.
    const free = PRIVILEGES.filter((name) => name !== 'fonts').join();
    const membership = { MEMBERSHIP: 'on', FREE_PRIVILEGES: free };
    opened = await openProduct({ DATA_DIR: join(folder, 'data'), ...membership });
    ({ page, driver } = opened);
    await driver.register('fonts', 'correct horse battery');
    await driver.createLabel('Fonts');
    await driver.place('text', 5, 5);
  });
  afterAll(async () => {
    await opened?.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function openManager(): Promise<Locator> {
    await page.getByTestId('manage-fonts').click();
    const manager = page.getByTestId('font-manager');
    await manager.waitFor();
    return manager;
  }

  async function closeManager(manager: Locator): Promise<void> {
    await page.keyboard.press('Escape');
    await manager.waitFor({ state: 'hidden' });
  }

  function drop(manager: Locator): Locator {
    return manager.getByRole('button', { name: /Drop font files/ });
  }

  /** By the keyboard. */
  async function pick(family: string): Promise<void> {
    await page.getByTestId('font-family').click();
    await page.getByLabel('Font family', { exact: true }).fill(family);
    await page.locator('.ant-select-item-option-active').getByText(family, { exact: true }).waitFor();
    await page.keyboard.press('Enter');
  }

  async function choose(family: string): Promise<void> {
    await pick(family);
    await expect.poll(() => page.getByTestId('font-family').textContent()).toContain(family);
  }

  /** The picture of the label once it no longer changes. */
  async function picture(): Promise<string> {
    await untilIdle(page);
    return (await page.locator('.ed-canvas canvas').first().screenshot()).toString('base64');
  }

  test('an unavailable font is reported, and the text keeps the one it has', async () => {
    await page.route('**/fonts/Oswald_400Regular.ttf', (route) => route.abort());
    await pick('Oswald');
    await page.getByText('The font failed to load: Oswald').waitFor();
    await expect.poll(() => page.getByTestId('font-family').textContent()).toContain(NEW_FONT_FAMILY);
    await untilIdle(page);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('recentFonts'))).toBeNull();
    await page.unroute('**/fonts/Oswald_400Regular.ttf');
    await choose('Oswald');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('recentFonts'))).toBe('["Oswald"]');
  });

  test('an invalid, too large or existing file is rejected with a message; nothing is added', async () => {
    const manager = await openManager();
    await chooseFile(page, drop(manager), join(folder, 'broken.ttf'));
    await manager.getByText('This file holds no font that can be used').waitFor();
    await chooseFile(page, drop(manager), join(folder, 'large.ttf'));
    await manager.getByText('A font file may have at most 20 MB.').waitFor();
    await untilIdle(manager);
    await expect.poll(() => manager.getByTestId('font-own').count()).toBe(0);
    for (const row of await manager.getByTestId('font-adding').all())
      await expect.poll(() => row.getByRole('alert').count()).toBe(1);
    await closeManager(manager);
  });

  test('an added WOFF2 is selected at once, is there after a reload, and is removed when deleted', async () => {
    const before = await picture();
    const manager = await openManager();
    await chooseFile(page, drop(manager), WOFF2);
    await manager.getByText(`${FAMILY} was added.`).waitFor();
    await expect
      .poll(() => manager.getByTestId('font-own').allTextContents())
      .toEqual([expect.stringMatching(/^Source Sans Proweight 400 · \d+ kB$/)]);
    await chooseFile(page, drop(manager), WOFF2);
    await manager.getByText('There is a font “Source Sans Pro” of this weight and slant already.').waitFor();
    await manager.getByRole('button', { name: 'Replace' }).click();
    await manager.getByTestId('font-adding').waitFor({ state: 'detached' });
    await expect.poll(() => manager.getByTestId('font-own').count()).toBe(1);
    await closeManager(manager);

    await choose(FAMILY);
    // The field names the font before the label is drawn in it.
    await expect.poll(() => picture()).not.toBe(before);
    await driver.save();
    await page.reload();
    await page.getByTestId('canvas-overlay').waitFor();
    await untilIdle(page);
    await expect.poll(() => page.getByTestId('unknown-fonts').count()).toBe(0);
    await page.keyboard.press('Control+A');
    await expect.poll(() => page.getByTestId('font-family').textContent()).toContain(FAMILY);

    const again = await openManager();
    await again.getByRole('button', { name: `Delete ${FAMILY}` }).focus();
    await page.keyboard.press('Enter');
    await page.getByText(`Delete ${FAMILY}?`).waitFor();
    await page.getByRole('tooltip').getByRole('button', { name: 'Delete' }).click();
    await again.getByText('You have not added any fonts yet.').waitFor();
    await closeManager(again);
    await page
      .getByTestId('unknown-fonts')
      .getByText(`Fonts that are not available: ${FAMILY}. Using Roboto instead.`)
      .waitFor();
    await page.getByTestId('problem-badge').first().waitFor();
    await page
      .getByTestId('element-problems')
      .getByText(`The font “${FAMILY}” is not available. Using “Roboto” instead.`)
      .waitFor();
    // Reported once: the font's field does not repeat it.
    await untilIdle(page);
    await expect.poll(() => page.getByTestId('font-drawn-in').count()).toBe(0);
  });

  test('a font for members says so, and the text keeps the one it has', async () => {
    const before = await page.getByTestId('font-family').textContent();
    await page.getByTestId('font-family').click();
    await page.getByLabel('Font family', { exact: true }).fill('Noble');
    await page.locator('.ant-select-item-option-active').getByText('Noble (Members only)').waitFor();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog').filter({ hasText: 'This font is for members only.' });
    await expect.poll(() => dialog.getByRole('link', { name: 'Become a member' }).getAttribute('href')).toBe('/member');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await untilIdle(page);
    await expect.poll(() => page.getByTestId('font-family').textContent()).toBe(before);
  });

  test('a print reports it before paper is used', async () => {
    const dialog = await driver.openPrint();
    await dialog.getByText(`The font “${FAMILY}” is not available. Using “Roboto” instead.`).first().waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  test('the default family is the fallback for others until a file of its name is added', async () => {
    await page.keyboard.press('Control+A');
    await choose(DEFAULT_FONT_FAMILY);
    // The field names the family before it is the text's.
    await expect.poll(() => page.getByTestId('unknown-fonts').count()).toBe(0);
    const alias = await picture();
    const note = page.getByTestId('font-drawn-in');
    await expect
      .poll(() => note.textContent())
      .toBe('Alibaba PuHuiTi isn’t installed. Using Roboto instead, and Noto Sans SC for Chinese.');
    const manager = await openManager();
    await chooseFile(page, drop(manager), join(folder, 'default.ttf'));
    await manager.getByText(`${DEFAULT_FONT_FAMILY} was added.`).waitFor();
    await closeManager(manager);
    await expect.poll(() => picture()).not.toBe(alias);
    await expect.poll(() => note.count()).toBe(0);
  });
});
