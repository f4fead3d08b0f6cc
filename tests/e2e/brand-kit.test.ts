import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handsOn, type Hand } from '#tests/support/hands.ts';
import { keepPictures, openShared, type OpenedPage } from '#tests/support/open-editor.ts';
import { takeFromMenu } from '#tests/support/take-from-menu.ts';
import { untilIdle } from '#tests/support/until-idle.ts';

/** From the screen of the kit to a label and back, by pointer and by keyboard. */
describe('the brand kit', () => {
  let opened: OpenedPage;
  let page: Page;
  keepPictures(() => page);

  beforeAll(async () => {
    opened = await openShared({ hasTouch: false });
    ({ page } = opened);
    await writeFile(join(opened.folder, 'logo.png'), await drawLogo(page));
  });
  afterAll(() => opened?.close());

  const dialog = (): Locator => page.getByRole('dialog').filter({ visible: true }).last();
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  const styles = (): Locator => page.getByRole('combobox', { name: 'Named style' });
  const shownStyle = (): Promise<string> => page.getByTestId('named-style').innerText();
  const fontSize = (): Promise<string> => page.getByLabel('Font size', { exact: true }).first().inputValue();
  const item = (card: string): Locator => page.getByTestId(`kit-${card}`).getByRole('listitem');

  /** In another tab, from which the user comes back. */
  async function uploadLogo(): Promise<void> {
    const other = await opened.context.newPage();
    await other.goto(`${opened.address}/cloudData`);
    await other.getByText('No images here yet').waitFor();
    const chooser = other.waitForEvent('filechooser');
    await other.getByRole('button', { name: 'Upload', exact: true }).click();
    await (await chooser).setFiles(join(opened.folder, 'logo.png'));
    await other.locator('.cloud-file').waitFor();
    await other.close();
    // Every page of this browser has the focus.
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  }

  async function makeKit(hand: Hand): Promise<void> {
    await hand.press(page.getByRole('link', { name: 'Brand kit' }));
    await page.getByText('No fonts yet.').waitFor();
    await hand.choose(page.getByRole('combobox', { name: 'Add a font' }), 'Oswald');
    await item('fonts').waitFor();
    await hand.press(button('Add a logo'));
    await dialog().getByText('There are no images in this folder.').waitFor();
    await uploadLogo();
    await hand.press(dialog().getByRole('radio', { name: 'logo.png' }));
    await hand.press(dialog().getByRole('button', { name: 'Confirm' }));
    await item('logos').waitFor();
    await hand.press(button('Add a color'));
    await hand.type(dialog().getByLabel('Name', { exact: true }), 'Signal red');
    await hand.press(dialog().getByRole('button', { name: 'Save' }));
    await item('colors').waitFor();
    await hand.press(button('Add a text style'));
    await hand.type(dialog().getByLabel('Name', { exact: true }), 'Title');
    await hand.type(dialog().getByLabel('Font size'), '30');
    await hand.press(dialog().getByRole('button', { name: 'Save' }));
    await item('styles').waitFor();
  }

  async function useKit(hand: Hand): Promise<void> {
    await opened.driver.createLabel(`Branded by ${hand.name}`);
    await opened.driver.place('text', 5, 4);
    await hand.choose(page.getByTestId('font-family').getByRole('combobox'), 'Oswald');
    await hand.choose(styles(), 'Title');
    await expect.poll(shownStyle).toBe('Title');
    await expect.poll(fontSize).toBe('30.0');
    // In the toolbar, arrow keys lead to it.
    await page.getByTestId('palette-image-cloud').focus();
    await page.keyboard.press('Enter');
    await dialog().getByRole('tab', { name: 'Brand kit', selected: true }).waitFor();
    await hand.press(dialog().getByRole('radio', { name: 'logo.png' }));
    await hand.press(dialog().getByRole('button', { name: 'Confirm' }));
    await page.getByTestId('image-from-cloud').waitFor();
  }

  async function changeStyle(hand: Hand): Promise<void> {
    const other = await opened.context.newPage();
    await other.goto(`${opened.address}/brandKit`);
    await other.getByRole('button', { name: 'Edit “Title”' }).click();
    await other.getByRole('dialog').getByLabel('Font size').fill('40');
    await other.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await other.getByRole('dialog').waitFor({ state: 'hidden' });
    await other.close();
    // A label that is opened later says so before anything is selected.
    await opened.driver.save();
    await page.reload();
    await page.getByTestId('brand-kit-notice').waitFor();
    // The panel of the text says so, too.
    await page.getByTestId('canvas-overlay').press('Tab');
    await styles().waitFor();
    // Tab on the canvas leads to the next element; F6 leads to the panel.
    await button('Update from brand kit').focus();
    await hand.press(button('Update from brand kit'));
    await expect.poll(fontSize).toBe('40.0');
    await page.getByTestId('canvas-overlay').press('Control+z');
    await expect.poll(fontSize).toBe('30.0');
    await page.getByTestId('brand-kit-notice').waitFor();
    await page.getByTestId('named-style-menu').focus();
    await takeFromMenu(page, hand, page.getByTestId('named-style-menu'), 'Delete style');
    await expect.poll(shownStyle).toBe('None');
    await untilIdle(page);
  }

  test.each(['pointer', 'keyboard'] as const)(
    'its font, logo and style are used in a label, which takes a changed style and undoes that, by %s',
    async (name) => {
      const hand = handsOn(page).find((one) => one.name === name);
      if (hand === undefined) throw new Error('no such hand');
      await page.context().clearCookies();
      await opened.driver.register(`brandkit-${name}`, 'correct horse battery');
      await page.goto(`${opened.address}/index`);
      await makeKit(hand);
      await useKit(hand);
      await changeStyle(hand);
    },
  );
});

async function drawLogo(page: Page): Promise<Uint8Array> {
  const base64 = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(120, 60);
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('no canvas');
    context.fillStyle = '#c8102e';
    context.fillRect(10, 10, 100, 40);
    const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
    return btoa(String.fromCharCode(...bytes));
  });
  return Buffer.from(base64, 'base64');
}
