import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestElement } from '#tests/support/create-elements.ts';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { handsOn, type Hand } from '#tests/support/hands.ts';
import { keepPictures, openParts, type OpenedParts } from '#tests/support/open-editor.ts';
import { filePixelHash, pixelHash } from '#tests/support/pixel-hash.ts';
import { jobsOf, pagesOf, readPages } from '#tests/support/print-dialog.ts';
import { putElements } from '#tests/support/put-elements.ts';
import { drawnOf, SEED } from '#tests/support/seed.ts';
import { untilIdle } from '#tests/support/until-idle.ts';
import { setWindowSize } from '#tests/support/window-size.ts';

let opened: OpenedParts;
let page: Page;
let driver: EditorDriver;
let hands: readonly [Hand, Hand];

beforeAll(async () => {
  opened = await openParts();
  ({ page, driver } = opened);
  hands = handsOn(page) as readonly [Hand, Hand];
  await opened.parts.startAssistant();
  await driver.register('fatima', 'correct horse battery');
});
afterAll(() => opened?.close());
keepPictures(() => page);

const panel = (): Locator => page.getByTestId('attribute-panel');
const isBlank = (): Locator => panel().getByLabel('Ask when printing');
const items = (): Locator => page.locator('.scan-item');
const directory = (): string => opened.parts.pagesDirectory;
const hasFocus = (field: Locator): Promise<boolean> => field.evaluate((one) => one === document.activeElement);

async function openForm(hand: Hand, label: string): Promise<void> {
  await page.goto(`${opened.address}/cloudTemplate`);
  await hand.press(page.getByRole('button', { name: `Fill in and print “${label}”` }));
  await page.waitForURL('**/fillPrint?id=*');
  await page.getByRole('img', { name: /^Page/ }).waitFor();
}

describe('a label that is filled in when it is printed', () => {
  /** The form's address. */
  let form = '';
  /** The code that was printed last. */
  let last = '';

  beforeAll(() => driver.createLabel('Visitor', { Width: 60, Height: 30 }));

  const name = (): Locator => page.getByLabel('Name', { exact: true });
  const code = (): Locator => page.getByLabel('Badge', { exact: false }).and(page.locator('input'));

  test('is set up in the panel; this is undone, redone and saved', async () => {
    const [pointer] = hands;
    // The code is below the text, and is created first.
    await putElements(page, [createTestElement('barcode', { name: 'Barcode1', xMm: 5, yMm: 14 })]);
    await pointer.press(isBlank());
    await pointer.type(page.getByTestId('blank-label'), 'Badge');
    await pointer.press(panel().getByLabel('Limit its length'));
    await pointer.type(page.getByTestId('blank-length'), '8');
    await putElements(page, [createTestElement('text', { name: 'Text1', xMm: 5, yMm: 3 })]);
    await page.getByTestId('content-input').fill('Anna Example');
    await pointer.press(isBlank());
    await pointer.type(page.getByTestId('blank-label'), 'Name');
    await expect.poll(() => panel().getByLabel('Must be filled in').isChecked()).toBe(true);
    await page.getByTestId('canvas-overlay').focus();
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect.poll(() => isBlank().isChecked()).toBe(false);
    await page.keyboard.press('Control+y');
    await page.keyboard.press('Control+y');
    await expect.poll(() => page.getByTestId('blank-label').inputValue()).toBe('Name');
    await driver.save();
    const file = await driver.download();
    expect(file).toContain('NormalText="Anna Example" FillIn="Name" FillInRequired="true"');
    expect(file).toContain('FillIn="Badge" FillInRequired="true" FillInLength="8"');
  });

  test(`is filled in and printed from its card, one after the other (seed ${SEED})`, async () => {
    for (const [i, hand] of drawnOf('fill-print', hands).entries()) {
      await openForm(hand, 'Visitor');
      form = page.url();
      const before = await jobsOf(directory());
      // In reading order, and ready for typing.
      await expect.poll(() => page.locator('.fill-field label').allInnerTexts()).toEqual(['Name', 'Badge']);
      await expect.poll(() => hasFocus(name())).toBe(true);
      await page.keyboard.type(`Visitor ${i}`);
      await page.keyboard.press('Enter');
      await expect.poll(() => hasFocus(code())).toBe(true);
      await code().fill(`LW-${i}1`);
      // A user presses Enter without waiting for the picture.
      await page.keyboard.press('Enter');
      await expect.poll(() => code().inputValue()).toBe('');
      await expect.poll(() => hasFocus(name())).toBe(true);
      await page.keyboard.type('Next');
      await page.keyboard.press('Enter');
      last = `LW-${i}2`;
      await page.keyboard.type(last);
      await hand.press(page.getByRole('button', { name: 'Print', exact: true }));
      await expect.poll(() => items().getByText('Printed', { exact: true }).count()).toBe(2);
      await expect
        .poll(() => items().locator('strong').allInnerTexts())
        .toEqual([`Next · LW-${i}2`, `Visitor ${i} · LW-${i}1`]);
      expect((await readPages(await pagesOf(directory(), before))).flat().sort()).toEqual([`LW-${i}1`, `LW-${i}2`]);
      await untilIdle(page);
      await expect.poll(() => page.getByTestId('run-tray').count()).toBe(0);
    }
  });

  test('reports a wrong text at its field, and prints nothing of it', async () => {
    const [pointer] = hands;
    const before = await jobsOf(directory());
    const printed = await items().count();
    await pointer.press(page.getByRole('button', { name: 'Print', exact: true }).and(page.locator(':enabled')));
    await page.getByText('This has to be filled in.').first().waitFor();
    await expect.poll(() => hasFocus(name())).toBe(true);
    await page.keyboard.type('Visitor');
    await page.keyboard.press('Enter');
    await expect.poll(() => hasFocus(code())).toBe(true);
    await page.keyboard.type('LW-1234567');
    await page.getByText('10 characters are too many: 8 fit.').waitFor();
    await code().fill('编号');
    await page.locator('.fill-note[data-fault=true]').getByText('编').waitFor();
    await page.keyboard.press('Enter');
    await untilIdle(items());
    await expect.poll(() => items().count()).toBe(printed);
    expect(await jobsOf(directory())).toEqual(before);
  });

  test('keeps typed text over a reload, until the form is left', async () => {
    await page.reload();
    await name().waitFor();
    await expect.poll(() => name().inputValue()).toBe('Visitor');
    await page.getByRole('link', { name: 'Home' }).first().click();
    await page.waitForURL('**/index');
    // The address changes before the screen does.
    await name().waitFor({ state: 'detached' });
    await page.goBack();
    await name().waitFor();
    await untilIdle(name());
    await expect.poll(() => name().inputValue()).toBe('');
  });

  test('prints again from the history with the same values', async () => {
    const [, keyboard] = hands;
    await page.goto(`${opened.address}/printRecords`);
    await page.getByRole('button', { name: 'Visitor' }).first().click();
    const dialog = page.getByRole('dialog').filter({ visible: true }).last();
    await dialog.getByText('Filled in: Badge').waitFor();
    await dialog.getByText(last).first().waitFor();
    const before = await jobsOf(directory());
    await keyboard.press(dialog.getByRole('button', { name: 'Print again' }));
    await page.waitForURL('**/editLabel**');
    await page.getByRole('img', { name: /^Page/ }).waitFor();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Print', exact: true })
      .and(page.locator(':enabled'))
      .click();
    await page.getByText('Printing is finished').waitFor();
    expect(await readPages(await pagesOf(directory(), before))).toEqual([[last]]);
  });

  const LOOKS = [
    ['zh', 1024, 768],
    ['en', 1440, 900],
  ] as const;
  const CASES = drawnOf('fill-print fits', LOOKS);
  test.each(CASES)(`fits in %s at %i x %i (seed ${SEED})`, async (language, width, height) => {
    await setWindowSize(page, { width, height });
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
    await page.goto(form);
    await page.locator('.print-page img').waitFor();
    await name().fill('Anna Example');
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    // Nothing covers the buttons to page through the labels.
    const covers = await page.locator('.print-pager').evaluate((pager) => {
      const [pages, zoom] = ['.print-pager-buttons', '.ant-segmented'].map((part) =>
        pager.querySelector(part)?.getBoundingClientRect(),
      );
      return pages === undefined || zoom === undefined || (pages.right > zoom.left && pages.bottom > zoom.top);
    });
    expect(covers).toBe(false);
    await page.evaluate(() => localStorage.setItem('language', 'en'));
    await setWindowSize(page, { width: 1280, height: 800 });
  });
});

describe('cells of a table that are filled in when they are printed', () => {
  beforeAll(() => driver.createLabel('Batch', { Width: 60, Height: 40 }));

  const weight = (): Locator => page.getByLabel('Weight', { exact: true });
  const mark = (): Locator => page.getByLabel('Table1 (2,2)');
  const picture = (): Locator => page.getByRole('img', { name: /^Page/ });
  const print = (): Locator => page.getByRole('button', { name: 'Print', exact: true });

  /** The cell this many cells to the right of the selected one, and below it. */
  async function clickCell(right: number, down: number): Promise<void> {
    const chosen = await page.getByTestId('chosen-cell').boundingBox();
    if (chosen === null) throw new Error('no cell is chosen');
    await page.mouse.click(chosen.x + chosen.width * (0.5 + right), chosen.y + chosen.height * (0.5 + down));
  }

  test('are set up in the panel of their cell', async () => {
    const [pointer] = hands;
    await putElements(page, [createTestElement('table', { name: 'Table1', xMm: 5, yMm: 3 })]);
    await page.getByTestId('canvas-overlay').focus();
    await page.keyboard.press('Enter');
    await panel().getByText('Cell 1, 1').waitFor();
    await page.keyboard.press('ArrowRight');
    await panel().getByText('Cell 1, 2').waitFor();
    await pointer.type(page.getByTestId('content-input'), '12 kg');
    await pointer.press(isBlank());
    await pointer.type(page.getByTestId('blank-label'), 'Weight');
    await pointer.press(panel().getByLabel('Limit its length'));
    await pointer.type(page.getByTestId('blank-length'), '6');
    await clickCell(0, 1);
    await panel().getByText('Cell 2, 2').waitFor();
    await pointer.type(page.getByTestId('content-input'), 'A1');
    await pointer.press(isBlank());
    // Without a name of its own it is named after its table and its position there.
    await expect.poll(() => page.getByTestId('blank-label').getAttribute('placeholder')).toBe('Table1 (2,2)');
    await pointer.press(panel().getByLabel('Must be filled in'));
    await clickCell(0, -1);
    await panel().getByText('Cell 1, 2').waitFor();
    await expect.poll(() => page.getByTestId('blank-label').inputValue()).toBe('Weight');
    await driver.save();
    const file = await driver.download();
    expect(file).toMatch(/NormalText="12 kg" FillIn="Weight" FillInRequired="true" FillInLength="6" [^>]*Start="1,2"/);
    expect(file).toMatch(/NormalText="A1" FillIn="" LocaltionStart="2,2"/);
  });

  test(`are printed as typed, and as their preview shows it (seed ${SEED})`, async () => {
    for (const [i, hand] of drawnOf('fill-cells', hands).entries()) {
      await openForm(hand, 'Batch');
      const before = await jobsOf(directory());
      await expect
        .poll(() => page.locator('.fill-field label').allInnerTexts())
        .toEqual(['Weight', 'Table1 (2,2)optional']);
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
      // The same texts again: these dots are those of the picture.
      await hand.type(weight(), `7${i} kg`);
      await hand.type(mark(), 'B2');
      await expect.poll(() => pixelHash(picture())).toBe(bits);
    }
  });
});
