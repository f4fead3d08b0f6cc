import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { handsOn, type Hand } from '#tests/support/hands.ts';
import { keepPictures, openParts, SCREENSHOTS, type OpenedParts } from '#tests/support/open-editor.ts';
import { jobsOf, pagesOf, readCounts, readPages } from '#tests/support/print-dialog.ts';
import { slowPrinter, type SlowPrinter } from '#tests/support/slow-printer.ts';
import { createSerialRows, makeSerialLabel } from '#tests/support/serial-labels.ts';
import { untilIdle } from '#tests/support/until-idle.ts';
import { setWindowSize } from '#tests/support/window-size.ts';

const ROWS = createSerialRows(6);

describe('quick print', () => {
  let opened: OpenedParts;
  let page: Page;
  let driver: EditorDriver;
  let hands: readonly Hand[];
  let printer: SlowPrinter;

  beforeAll(async () => {
    opened = await openParts();
    ({ page, driver } = opened);
    hands = handsOn(page);
    await opened.parts.startAssistant();
    printer = await slowPrinter(page, opened.parts.assistantPort);
    await driver.register('quentin', 'correct horse battery');
    await makeSerialLabel(driver, 'Shelf tag', opened.folder, ROWS);
    await goHome();
    await driver.createLabel('Greeting', { Width: 60, Height: 25 });
    await driver.place('barcode', 5, 4);
    await driver.save();
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);

  const dialog = (): Locator => page.getByRole('dialog').filter({ visible: true }).last();
  const printButton = (): Locator => dialog().getByRole('button', { name: 'Print', exact: true });
  const picture = (name: string): Promise<unknown> => page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
  const directory = (): string => opened.parts.pagesDirectory;

  async function goHome(): Promise<void> {
    await page.goto(`${opened.address}/cloudTemplate`);
  }
  async function close(): Promise<void> {
    await dialog().getByRole('button', { name: 'Close' }).last().click();
    await dialog().waitFor({ state: 'hidden' });
  }

  test('prints a template from its card, as many copies as asked for', async () => {
    await goHome();
    for (const hand of hands) {
      const before = await jobsOf(directory());
      await hand.press(page.getByRole('button', { name: 'Print “Greeting”' }));
      await dialog().getByRole('img', { name: /^Page/ }).waitFor();
      // The editor was not opened, and nothing is asked for that can be left as it is.
      expect(page.url()).toContain('/cloudTemplate');
      await untilIdle(dialog());
      await expect.poll(() => dialog().getByText('Quality of the codes').count()).toBe(0);
      await picture(`quick print by ${hand.name}`);
      await hand.type(dialog().getByLabel('Copies'), '3');
      await dialog().getByText('3 labels on 3 pages').waitFor();
      await hand.press(printButton().and(page.locator(':enabled')));
      await dialog().getByText('Printing is finished').waitFor();
      // The tools of the report have room in the small dialog.
      const again = dialog().getByRole('button', { name: 'Print labels again…' });
      const isCut = (button: Element): boolean => {
        const room = button.closest('.print-report')?.getBoundingClientRect();
        return room === undefined || button.getBoundingClientRect().right > room.right;
      };
      await untilIdle(again);
      await expect.poll(() => again.evaluate(isCut)).toBe(false);
      expect(await readCounts(dialog().locator('.print-report'))).toMatchObject({
        'Asked for': 3,
        Sent: 3,
        Refused: 0,
      });
      const pages = await pagesOf(directory(), before);
      expect(await readPages(pages)).toEqual(pages.map(() => ['0123456789']));
      await close();
    }
  });

  test('prints the rows of a bound spreadsheet, all or some', async () => {
    const [mouse] = hands as readonly [Hand, Hand];
    await goHome();
    const before = await jobsOf(directory());
    await mouse.press(page.getByRole('button', { name: 'Print “Shelf tag”' }));
    await dialog().getByText('6 labels on 6 pages').waitFor();
    await mouse.press(dialog().getByText('Chosen rows'));
    await mouse.type(dialog().getByRole('textbox', { name: 'Chosen rows' }), '3, 5-6');
    await dialog().getByText('3 labels on 3 pages').waitFor();
    await mouse.press(printButton().and(page.locator(':enabled')));
    await dialog().getByText('Printing is finished').waitFor();
    const chosen = ROWS.filter(({ row }) => [3, 5, 6].includes(row));
    expect(await readPages(await pagesOf(directory(), before))).toEqual(chosen.map(({ code }) => [code]));
    await close();
  });

  test('shows all settings on demand', async () => {
    await goHome();
    for (const hand of hands) {
      await hand.press(page.getByRole('button', { name: 'Print “Greeting”' }));
      await hand.press(dialog().getByRole('button', { name: 'All settings…' }));
      await dialog().getByText('Quality of the codes').waitFor();
      await hand.press(dialog().getByRole('button', { name: 'Close' }).first());
      await dialog().waitFor({ state: 'hidden' });
    }
  });

  test('its run goes on without the dialog, and is in the history', async () => {
    await goHome();
    printer.keepBusy(2);
    await page.getByRole('button', { name: 'Print “Shelf tag”' }).click();
    await dialog().getByText('All 6 rows').click();
    await dialog().getByText('6 labels on 6 pages').waitFor();
    await printButton().and(page.locator(':enabled')).click();
    await dialog().getByText('Printing…').waitFor();
    await dialog().getByRole('button', { name: 'Close' }).first().click();
    await dialog().waitFor({ state: 'hidden' });
    await page.getByTestId('run-tray').click();
    printer.goOn();
    await page.getByRole('region', { name: 'Print runs' }).getByText('Printing is finished').waitFor();
    await page.getByRole('link', { name: 'Print history' }).click();
    await page.getByText('6 of 6').waitFor();
  });

  test('says why a template cannot be had, and tries again', async () => {
    await goHome();
    await page.route('**/getUserTemplate', (route) => route.abort());
    for (const hand of hands) {
      await page.getByRole('button', { name: 'Print “Greeting”' }).click();
      await dialog().getByRole('alert').waitFor();
      await picture('quick print unreachable');
      await hand.press(dialog().getByRole('button', { name: 'Close' }));
      await dialog().waitFor({ state: 'hidden' });
    }
    await page.getByRole('button', { name: 'Print “Greeting”' }).click();
    await dialog().getByRole('alert').waitFor();
    await page.unroute('**/getUserTemplate');
    await dialog().getByRole('button', { name: 'Try again' }).click();
    await dialog().getByRole('img', { name: /^Page/ }).waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
  });

  test.each([
    ['en', 1024],
    ['zh', 1024],
    ['en', 1440],
    ['zh', 1440],
  ] as const)('fits the window in %s at %i', async (language, width) => {
    await setWindowSize(page, { width, height: width < 1440 ? 768 : 900 });
    await page.evaluate((kept) => localStorage.setItem('language', kept), language);
    await goHome();
    await page.locator('.template-card').nth(1).waitFor();
    await picture(`home with quick print ${language} ${width}`);
    await page
      .locator('.template-card')
      .filter({ hasText: 'Shelf tag' })
      .locator('.template-card-foot button')
      .nth(1)
      .click();
    await dialog().getByRole('img').last().waitFor();
    await page.locator('.print-page[data-stale=false] img').waitFor();
    await picture(`quick print ${language} ${width}`);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
  });
});
