import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chooseFile, type EditorDriver } from '#tests/support/editor-driver.ts';
import { handsOn, type Hand } from '#tests/support/hands.ts';
import { hearMessages } from '#tests/support/heard-messages.ts';
import { openEditor, type OpenedPage } from '#tests/support/open-editor.ts';

let opened: OpenedPage;
let page: Page;
let driver: EditorDriver;
let hands: readonly Hand[];
let library: Locator;

beforeAll(async () => {
  opened = await openEditor('icons');
  ({ page, driver } = opened);
  hands = handsOn(page);
  library = page.getByRole('dialog');
});
afterAll(() => opened?.close());

beforeEach(async () => {
  await page.getByTestId('canvas-overlay').click({ position: { x: 8, y: 8 } });
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
});

/** The object shown in the panel: the selected element, or the label. */
function panel(): Locator {
  return page.getByTestId('attribute-panel');
}

describe('the icon library', () => {
  test('puts an icon of a category on the label, which can be undone, by pointer and by keyboard', async () => {
    for (const hand of hands) {
      await hand.press(page.getByTestId('palette-icons'));
      const category = library.getByRole('treeitem', { name: 'Textile care' });
      if (hand.name === 'pointer') await hand.press(category.locator('.ant-tree-node-content-wrapper'));
      else {
        // The search has the focus; the tree is the next stop.
        await expect
          .poll(() => page.getByTestId('icons-search').evaluate((el) => el === document.activeElement))
          .toBe(true);
        await library.getByRole('tree').waitFor();
        await page.keyboard.press('Tab');
        const active = library.locator('.ant-tree-treenode-active').filter({ hasText: 'Textile care' });
        for (let i = 0; i < 20 && (await active.count()) === 0; i++) await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
      }
      const icon = library.getByRole('button', { name: 'Wash at 40 °C', exact: true });
      await icon.waitFor();
      if (hand.name === 'pointer') await hand.press(icon);
      else {
        await library.getByTestId('icons-grid').getByRole('button').first().focus();
        for (let i = 0; i < 60 && !(await icon.evaluate((el) => el === document.activeElement)); i++) {
          await page.keyboard.press('ArrowRight');
        }
        await page.keyboard.press('Enter');
      }
      await library.waitFor({ state: 'hidden' });
      await panel().getByText('Wash at 40 °C 1').first().waitFor();
      expect(await driver.download()).toMatch(/Mime="image\/svg\+xml".*Name="Wash at 40 °C 1"/s);
      await page.keyboard.press('Control+z');
      await panel().getByText('Wash at 40 °C 1').first().waitFor({ state: 'hidden' });
    }
  });

  test('finds icons by words in any of its languages, and shows the number', async () => {
    await page.getByTestId('palette-icons').click();
    const search = page.getByTestId('icons-search');
    await search.fill('frag');
    const found = library.getByTestId('icons-grid').getByRole('button');
    await expect.poll(() => found.allTextContents()).toEqual(['Fragile']);
    await search.fill('易碎');
    await expect.poll(() => found.allTextContents()).toEqual(['Fragile']);
    await search.fill('no such thing');
    await expect.poll(() => library.getByRole('status').textContent()).toBe('0 icons');
    await search.fill('microscope');
    await expect.poll(() => found.count()).toBeGreaterThan(1);
    await search.press('Tab');
    await page.keyboard.press('Escape');
    await library.waitFor({ state: 'hidden' });
    await expect.poll(() => panel().textContent()).not.toContain('Microscope');
  });

  test("accepts a user's own SVG; rejects one with an unsupported part by its name", async () => {
    const good = join(opened.folder, 'good.svg');
    const bad = join(opened.folder, 'bad.svg');
    await writeFile(good, '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h7v7z"/></svg>');
    await writeFile(bad, '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text>A</text></svg>');
    const messages = await hearMessages(page);
    await chooseFile(page, page.getByTestId('palette-image'), bad);
    await messages.said('The drawing has a part that cannot be drawn: text. Convert it to plain paths and try again.');
    await chooseFile(page, page.getByTestId('palette-image'), good);
    await panel()
      .getByText(/^Image\d/)
      .first()
      .waitFor();
    expect(await driver.download()).toContain('image/svg+xml');
  });
});

test('the licenses of icons, fonts and libraries are a page, linked from each page of text', async () => {
  for (const hand of hands) {
    await page.goto(`${opened.address}/download`);
    await hand.press(page.getByRole('contentinfo').getByRole('link'));
    await page.waitForURL('**/licences');
    const icons = page.getByRole('table', { name: 'Icons', exact: true });
    await icons.getByRole('link', { name: 'Material Design Icons, Pictogrammers' }).waitFor();
    await expect.poll(() => icons.getByText('Apache-2.0').count()).toBe(1);
    await expect.poll(() => page.getByRole('table', { name: 'Fonts' }).getByText('OFL-1.1').count()).toBeGreaterThan(0);
    expect((await page.request.get(`${opened.address}/third-party-notices.txt`)).status()).toBe(200);
  }
});
