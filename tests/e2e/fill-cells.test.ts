import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { handsOn, type Hand } from '#tests/support/hands.ts';
import { keepPictures, openParts, SCREENSHOTS, type OpenedParts } from '#tests/support/open-editor.ts';
import { filePixelHash, pixelHash } from '#tests/support/pixel-hash.ts';
import { jobsOf, pagesOf } from '#tests/support/print-dialog.ts';
import { drawnOf, SEED } from '#tests/support/seed.ts';
import { untilIdle } from '#tests/support/until-idle.ts';
import { setWindowSize } from '#tests/support/window-size.ts';

describe('cells of a table that are filled in when they are printed', () => {
  let opened: OpenedParts;
  let page: Page;
  let driver: EditorDriver;
  let hands: readonly [Hand, Hand];

  beforeAll(async () => {
    opened = await openParts();
    ({ page, driver } = opened);
    hands = handsOn(page) as readonly [Hand, Hand];
    await opened.parts.startAssistant();
    await driver.register('tabea', 'correct horse battery');
    await driver.createLabel('Batch', { Width: 60, Height: 40 });
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);

  const panel = (): Locator => page.getByTestId('attribute-panel');
  const isBlank = (): Locator => panel().getByLabel('Filled in when printed');
  const weight = (): Locator => page.getByLabel('Weight', { exact: true });
  const mark = (): Locator => page.getByLabel('Table1 (3,2)');
  const picture = (): Locator => page.getByRole('img', { name: /^Page/ });
  const print = (): Locator => page.getByRole('button', { name: 'Print', exact: true });
  const directory = (): string => opened.parts.pagesDirectory;
  const screenshot = (title: string): Promise<unknown> =>
    page.screenshot({ path: join(SCREENSHOTS, `${title}.png`), fullPage: true });

  /** The cell that lies so many cells to the right of the chosen one, and below it. */
  async function clickCell(right: number, down: number): Promise<void> {
    const chosen = await page.getByTestId('chosen-cell').boundingBox();
    if (chosen === null) throw new Error('no cell is chosen');
    await page.mouse.click(chosen.x + chosen.width * (0.5 + right), chosen.y + chosen.height * (0.5 + down));
  }

  async function openForm(hand: Hand): Promise<void> {
    await page.goto(`${opened.address}/cloudTemplate`);
    await hand.press(page.getByRole('button', { name: 'Fill in and print “Batch”' }));
    await page.waitForURL('**/fillPrint?id=*');
    await picture().waitFor();
  }

  test('are opened by their panel, and keep their settings when rows come before them', async () => {
    const [pointer, keyboard] = hands;
    await driver.place('table', 5, 3);
    await page.getByTestId('canvas-overlay').focus();
    await page.keyboard.press('Enter');
    await panel().getByText('Cell 1, 1').waitFor();
    await page.keyboard.press('ArrowRight');
    await panel().getByText('Cell 1, 2').waitFor();
    // Tab goes on to the next cell: F6 leads out of them.
    await page.keyboard.press('F6');
    await keyboard.type(page.getByTestId('content-input'), '12 kg');
    await keyboard.press(isBlank());
    await keyboard.type(page.getByTestId('blank-label'), 'Weight');
    await keyboard.press(panel().getByLabel('Limit its length'));
    await keyboard.type(page.getByTestId('blank-length'), '6');
    await clickCell(0, 1);
    await panel().getByText('Cell 2, 2').waitFor();
    await pointer.type(page.getByTestId('content-input'), 'A1');
    await pointer.press(isBlank());
    // Without a name of its own it is named after its table and its place there.
    await expect.poll(() => page.getByTestId('blank-label').getAttribute('placeholder')).toBe('Table1 (2,2)');
    await pointer.press(panel().getByLabel('Must be filled in'));
    await clickCell(0, -1);
    await panel().getByText('Cell 1, 2').waitFor();
    await expect.poll(() => page.getByTestId('blank-label').inputValue()).toBe('Weight');
    await pointer.press(page.getByTestId('action-insertRow'));
    await clickCell(0, 2);
    await panel().getByText('Cell 3, 2').waitFor();
    await screenshot('a cell that is filled in');
    await expect.poll(() => isBlank().isChecked()).toBe(true);
    await untilIdle(panel());
    await expect.poll(() => panel().getByLabel('Must be filled in').isChecked()).toBe(false);
    await page.getByTestId('canvas-overlay').focus();
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+y');
    await page.keyboard.press('Control+y');
    await driver.save();
    const file = await driver.download();
    expect(file).toMatch(/NormalText="12 kg" FillIn="Weight" FillInRequired="true" FillInLength="6" [^>]*Start="1,2"/);
    expect(file).toMatch(/NormalText="A1" FillIn="" LocaltionStart="3,2"/);
  });

  test('are printed as they were typed, and as the picture beside them shows it', async () => {
    const printed: string[] = [];
    for (const [i, hand] of hands.entries()) {
      await openForm(hand);
      const before = await jobsOf(directory());
      await expect
        .poll(() => page.locator('.fill-field label').allInnerTexts())
        .toEqual(['Weight', 'Table1 (3,2)optional']);
      const example = await pixelHash(picture());
      await expect.poll(() => weight().evaluate((one) => one === document.activeElement)).toBe(true);
      await page.keyboard.type(`7${i} kg`);
      await page.keyboard.press('Enter');
      await page.keyboard.type('B2');
      if (hand.name === 'pointer') await hand.press(print());
      else await page.keyboard.press('Enter');
      await page.locator('.scan-item').getByText('Printed', { exact: true }).waitFor();
      await expect.poll(() => page.locator('.scan-item strong').allInnerTexts()).toEqual([`7${i} kg · B2`]);
      const [path, more] = await pagesOf(directory(), before);
      if (path === undefined || more !== undefined) throw new Error('not one page');
      const bits = filePixelHash(await readFile(path));
      expect(bits).not.toBe(example);
      printed.push(bits);
      // The same texts again: these dots are what the picture shows.
      await hand.type(weight(), `7${i} kg`);
      await hand.type(mark(), 'B2');
      await expect.poll(() => pixelHash(picture())).toBe(bits);
      await screenshot(`cells filled in by ${hand.name}`);
    }
    expect(new Set(printed).size).toBe(2);
  });

  test('say at their own field what does not fit, and print nothing of it', async () => {
    const [, keyboard] = hands;
    await openForm(keyboard);
    const before = await jobsOf(directory());
    const noteOf = async (field: Locator): Promise<Locator> =>
      page.locator(`[id="${await field.getAttribute('aria-describedby')}"]`);
    await keyboard.type(weight(), '7 kg');
    await keyboard.type(mark(), 'far too long for a cell that is so small. '.repeat(6));
    await (await noteOf(mark())).and(page.locator('[data-fault=true]')).waitFor();
    await screenshot('a cell that is too full');
    await untilIdle(page);
    await expect.poll(async () => (await noteOf(weight())).getAttribute('data-fault')).toBe('false');
    await keyboard.press(print());
    await expect.poll(() => mark().evaluate((one) => one === document.activeElement)).toBe(true);
    await untilIdle(page);
    await expect.poll(() => page.locator('.scan-item').count()).toBe(0);
    expect(await jobsOf(directory())).toEqual(before);
  });

  test('are printed again from the history as they were filled in', async () => {
    const [pointer] = hands;
    await page.goto(`${opened.address}/printRecords`);
    await page.getByRole('button', { name: 'Batch' }).first().click();
    const dialog = page.getByRole('dialog').filter({ visible: true }).last();
    await dialog.getByText('Filled in: Table1 (3,2)').waitFor();
    const before = await jobsOf(directory());
    await pointer.press(dialog.getByRole('button', { name: 'Print again' }));
    await page.waitForURL('**/editLabel**');
    await picture().waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Print', exact: true }).click();
    await page.getByText('Printing is finished').waitFor();
    const last = await pagesOf(directory(), before);
    const earlier = await pagesOf(directory());
    const hashes = await Promise.all(earlier.map(async (path) => filePixelHash(await readFile(path))));
    expect(last).toHaveLength(1);
    // The same dots as the label that was filled in last, and as no other.
    expect(new Set(hashes).size).toBe(hashes.length - 1);
  });

  test(`have room in a small window, in Chinese as in English (seed ${SEED})`, async () => {
    const [pointer] = hands;
    await openForm(pointer);
    const form = page.url();
    const looks = [
      ['zh', 1024, 768],
      ['en', 1280, 800],
    ] as const;
    for (const [language, width, height] of drawnOf('fill-cells fits', looks)) {
      await setWindowSize(page, { width, height });
      await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
      await page.goto(form);
      await page.locator('.print-page img').waitFor();
      await weight().fill('7 kg');
      await screenshot(`cells filled in ${language} ${width}`);
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth))
        .toBe(true);
    }
  });
});
