import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { eitherHand } from '#tests/support/hands.ts';
import { keepPictures, openShared, type OpenedPage } from '#tests/support/open-editor.ts';
import { jobsOf, pagesOf, readCounts, readPages } from '#tests/support/print-dialog.ts';
import { saveTemplate } from '#tests/support/saved-label.ts';
import { drawnOf, SEED } from '#tests/support/seed.ts';
import { slowPrinter, type SlowPrinter } from '#tests/support/slow-printer.ts';
import { createSerialRows, makeSerialLabel } from '#tests/support/serial-labels.ts';
import { untilIdle } from '#tests/support/until-idle.ts';
import { setWindowSize } from '#tests/support/window-size.ts';

const USER = { account: 'quentin', password: 'correct horse battery' };
const ROWS = createSerialRows(6);

describe('quick print', () => {
  let opened: OpenedPage;
  let page: Page;
  let printer: SlowPrinter;

  beforeAll(async () => {
    opened = await openShared();
    ({ page } = opened);
    printer = await slowPrinter(page, inject('productAssistantPort'));
    await opened.driver.register(USER.account, USER.password);
    const greeting = createTestTemplate([createTestElement('barcode', { xMm: 5, yMm: 4 })]);
    const label = { ...greeting.label, name: 'Quick greeting', widthMm: 60, heightMm: 25 };
    await saveTemplate(opened.address, USER, { ...greeting, label });
    await makeSerialLabel(opened.driver, 'Quick tag', opened.folder, ROWS);
    await goHome();
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);

  const dialog = (): Locator => page.getByRole('dialog').filter({ visible: true }).last();
  const printButton = (): Locator => dialog().getByRole('button', { name: 'Print', exact: true });
  /** The folder printer is shared: all labels of this test, and of no other, begin with this word. */
  const jobs = (): Promise<readonly string[]> => jobsOf(inject('productPages'), 'Quick');
  const pagesSince = (before: readonly string[]): Promise<readonly string[]> =>
    pagesOf(inject('productPages'), before, 'Quick');

  async function goHome(): Promise<void> {
    await page.goto(`${opened.address}/cloudTemplate`);
  }
  async function close(): Promise<void> {
    await dialog().getByRole('button', { name: 'Close' }).last().click();
    await dialog().waitFor({ state: 'hidden' });
  }

  test('prints a template from its card, as many copies as requested', async () => {
    for (const hand of eitherHand(page)) {
      const before = await jobs();
      await hand.press(page.getByRole('button', { name: 'Print “Quick greeting”' }));
      await dialog().getByRole('img', { name: /^Page/ }).waitFor();
      // The editor was not opened, and optional settings are not asked for.
      expect(page.url()).toContain('/cloudTemplate');
      await untilIdle(dialog());
      await expect.poll(() => dialog().getByText('Minimum barcode grade').count()).toBe(0);
      await hand.type(dialog().getByLabel('Copies', { exact: true }), '3');
      await dialog().getByText('3 labels on 3 pages').waitFor();
      await hand.press(printButton().and(page.locator(':enabled')));
      await dialog().getByText('Printing is finished').waitFor();
      // The tools of the report fit in the small dialog.
      const again = dialog().getByRole('button', { name: 'Print labels again…' });
      const isCut = (button: Element): boolean => {
        const room = button.closest('.print-report')?.getBoundingClientRect();
        return room === undefined || button.getBoundingClientRect().right > room.right;
      };
      await untilIdle(again);
      await expect.poll(() => again.evaluate(isCut)).toBe(false);
      expect(await readCounts(dialog().locator('.print-report'))).toMatchObject({
        Requested: 3,
        Sent: 3,
        Rejected: 0,
      });
      const pages = await pagesSince(before);
      expect(await readPages(pages)).toEqual(pages.map(() => ['0123456789']));
      await close();
    }
  });

  test('prints the rows of a bound spreadsheet, all or some', async () => {
    const [hand] = eitherHand(page);
    const before = await jobs();
    await hand?.press(page.getByRole('button', { name: 'Print “Quick tag”' }));
    await dialog().getByText('6 labels on 6 pages').waitFor();
    await hand?.press(dialog().getByText('Chosen rows'));
    await hand?.type(dialog().getByRole('textbox', { name: 'Chosen rows' }), '3, 5-6');
    await dialog().getByText('3 labels on 3 pages').waitFor();
    await hand?.press(printButton().and(page.locator(':enabled')));
    await dialog().getByText('Printing is finished').waitFor();
    const chosen = ROWS.filter(({ row }) => [3, 5, 6].includes(row));
    expect(await readPages(await pagesSince(before))).toEqual(chosen.map(({ code }) => [code]));
    await close();
  });

  test('shows all settings on demand, and closes again', async () => {
    for (const hand of eitherHand(page)) {
      await hand.press(page.getByRole('button', { name: 'Print “Quick greeting”' }));
      await hand.press(dialog().getByRole('button', { name: 'All settings…' }));
      await dialog().getByText('Minimum barcode grade').waitFor();
      await hand.press(dialog().getByRole('button', { name: 'Close' }).first());
      await dialog().waitFor({ state: 'hidden' });
    }
  });

  test('continues a run without its dialog, and lists it in the history', async () => {
    printer.keepBusy(2);
    await page.getByRole('button', { name: 'Print “Quick tag”' }).click();
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

  test('reports why a template cannot be loaded, and retries', async () => {
    await goHome();
    await page.route('**/getUserTemplate', (route) => route.abort());
    for (const hand of eitherHand(page)) {
      await page.getByRole('button', { name: 'Print “Quick greeting”' }).click();
      await dialog().getByRole('alert').waitFor();
      await hand.press(dialog().getByRole('button', { name: 'Close' }));
      await dialog().waitFor({ state: 'hidden' });
    }
    await page.getByRole('button', { name: 'Print “Quick greeting”' }).click();
    await dialog().getByRole('alert').waitFor();
    await page.unroute('**/getUserTemplate');
    await dialog().getByRole('button', { name: 'Try again' }).click();
    await dialog().getByRole('img', { name: /^Page/ }).waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
  });

  test.each(
    drawnOf('quick print fits', [
      ['en', 1024],
      ['zh', 1024],
      ['en', 1440],
      ['zh', 1440],
    ] as const),
  )(`fits the window in %s at %i (seed ${SEED})`, async (language, width) => {
    await setWindowSize(page, { width, height: width < 1440 ? 768 : 900 });
    await page.evaluate((kept) => localStorage.setItem('language', kept), language);
    await goHome();
    const card = page.locator('.template-card').filter({ hasText: 'Quick tag' });
    await card.locator('.template-card-foot button').nth(1).click();
    await page.locator('.print-page[data-stale=false] img').waitFor();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  });
});
