import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { handsOn, type Hand } from '#tests/support/hands.ts';
import { keepPictures, openParts, SCREENSHOTS, type OpenedParts } from '#tests/support/open-editor.ts';
import { jobsOf, pagesOf, readPages } from '#tests/support/print-dialog.ts';
import { untilIdle } from '#tests/support/until-idle.ts';
import { setWindowSize } from '#tests/support/window-size.ts';

describe('a label that is filled in when it is printed', () => {
  let opened: OpenedParts;
  let page: Page;
  let driver: EditorDriver;
  let hands: readonly Hand[];
  /** The form's address. */
  let form = '';

  beforeAll(async () => {
    opened = await openParts();
    ({ page, driver } = opened);
    hands = handsOn(page);
    await opened.parts.startAssistant();
    await driver.register('fatima', 'correct horse battery');
    await driver.createLabel('Visitor', { Width: 60, Height: 30 });
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);

  const panel = (): Locator => page.getByTestId('attribute-panel');
  const isBlank = (): Locator => panel().getByLabel('Filled in when printed');
  const name = (): Locator => page.getByLabel('Name', { exact: true });
  const code = (): Locator => page.getByLabel('Badge', { exact: false }).and(page.locator('input'));
  const items = (): Locator => page.locator('.scan-item');
  const directory = (): string => opened.parts.pagesDirectory;
  const picture = (title: string): Promise<unknown> =>
    page.screenshot({ path: join(SCREENSHOTS, `${title}.png`), fullPage: true });
  const hasFocus = (field: Locator): Promise<boolean> => field.evaluate((one) => one === document.activeElement);

  async function openForm(hand: Hand): Promise<void> {
    await page.goto(`${opened.address}/cloudTemplate`);
    await hand.press(page.getByRole('button', { name: 'Fill in and print “Visitor”' }));
    await page.waitForURL('**/fillPrint?id=*');
    await page.getByRole('img', { name: /^Page/ }).waitFor();
    form = page.url();
  }

  test('is opened to be filled in by its panel, undone, saved and opened again', async () => {
    const [pointer, keyboard] = hands as readonly [Hand, Hand];
    // The code stands below the text, and is made first.
    await driver.place('barcode', 5, 14);
    await pointer.press(isBlank());
    await pointer.type(page.getByTestId('blank-label'), 'Badge');
    await pointer.press(panel().getByLabel('Limit its length'));
    await pointer.type(page.getByTestId('blank-length'), '8');
    await driver.place('text', 5, 3);
    await page.getByTestId('content-input').fill('Anna Example');
    await keyboard.press(isBlank());
    await keyboard.type(page.getByTestId('blank-label'), 'Name');
    await expect.poll(() => panel().getByLabel('Must be filled in').isChecked()).toBe(true);
    await picture('a text that is filled in');
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

  test('is filled in and printed from its card, one after the other', async () => {
    for (const [i, hand] of hands.entries()) {
      await openForm(hand);
      const before = await jobsOf(directory());
      // In reading order, and ready to be typed into.
      await expect.poll(() => page.locator('.fill-field label').allInnerTexts()).toEqual(['Name', 'Badge']);
      await expect.poll(() => hasFocus(name())).toBe(true);
      await page.keyboard.type(`Visitor ${i}`);
      await page.keyboard.press('Enter');
      await expect.poll(() => hasFocus(code())).toBe(true);
      await code().fill(`LW-${i}1`);
      // Nobody waits for the picture before pressing Enter.
      await page.keyboard.press('Enter');
      await expect.poll(() => code().inputValue()).toBe('');
      await expect.poll(() => hasFocus(name())).toBe(true);
      await page.keyboard.type('Next');
      await page.keyboard.press('Enter');
      await page.keyboard.type(`LW-${i}2`);
      await hand.press(page.getByRole('button', { name: 'Print', exact: true }));
      await expect.poll(() => items().getByText('Printed', { exact: true }).count()).toBe(2);
      await expect
        .poll(() => items().locator('strong').allInnerTexts())
        .toEqual([`Next · LW-${i}2`, `Visitor ${i} · LW-${i}1`]);
      expect((await readPages(await pagesOf(directory(), before))).flat().sort()).toEqual([`LW-${i}1`, `LW-${i}2`]);
      await untilIdle(page);
      await expect.poll(() => page.getByTestId('run-tray').count()).toBe(0);
      await picture(`fill in and print by ${hand.name}`);
    }
  });

  test('says at its field what is wrong with a text, and prints nothing of it', async () => {
    const [pointer] = hands as readonly [Hand];
    await openForm(pointer);
    const before = await jobsOf(directory());
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
    await picture('fill in refused');
    await untilIdle(items());
    await expect.poll(() => items().count()).toBe(0);
    expect(await jobsOf(directory())).toEqual(before);
  });

  test('keeps what is typed until the form is left', async () => {
    const [pointer] = hands as readonly [Hand];
    await openForm(pointer);
    await page.keyboard.type('Half');
    await page.reload();
    await name().waitFor();
    await expect.poll(() => name().inputValue()).toBe('Half');
    await page.getByRole('link', { name: 'Home' }).first().click();
    await page.waitForURL('**/index');
    // The address changes before the screen does.
    await name().waitFor({ state: 'detached' });
    await page.goBack();
    await name().waitFor();
    await untilIdle(name());
    await expect.poll(() => name().inputValue()).toBe('');
  });

  test('prints again from the history what was filled in then', async () => {
    const [, keyboard] = hands as readonly [Hand, Hand];
    await page.goto(`${opened.address}/printRecords`);
    await page.getByRole('button', { name: 'Visitor' }).first().click();
    const dialog = page.getByRole('dialog').filter({ visible: true }).last();
    await dialog.getByText('Filled in: Badge').waitFor();
    await dialog.getByText('LW-12').first().waitFor();
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
    expect(await readPages(await pagesOf(directory(), before))).toEqual([['LW-12']]);
  });

  test('has room in a small window, in Chinese as in English', async () => {
    for (const [language, width, height] of [
      ['zh', 1024, 768],
      ['en', 1440, 900],
    ] as const) {
      await setWindowSize(page, { width, height });
      await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
      await page.goto(form);
      await page.locator('.print-page img').waitFor();
      await name().fill('Anna Example');
      await picture(`fill in ${language} ${width}`);
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth))
        .toBe(true);
      // Nothing lies over the buttons to page through the labels.
      const covers = await page.locator('.print-pager').evaluate((pager) => {
        const [pages, zoom] = ['.print-pager-buttons', '.ant-segmented'].map((part) =>
          pager.querySelector(part)?.getBoundingClientRect(),
        );
        return pages === undefined || zoom === undefined || (pages.right > zoom.left && pages.bottom > zoom.top);
      });
      expect(covers).toBe(false);
    }
  });
});
