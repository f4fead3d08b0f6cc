import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { keepPictures, openParts, SCREENSHOTS, type OpenedParts } from '#tests/support/open-editor.ts';
import { jobsOf, pagesOf, readCounts, readPages } from '#tests/support/print-dialog.ts';
import type { ProductParts } from '#tests/support/product.ts';
import { slowPrinter, type SlowPrinter } from '#tests/support/slow-printer.ts';
import { createSerialRows, makeSerialLabel } from '#tests/support/serial-labels.ts';

const ROWS = createSerialRows(120);

describe('a print run belongs to its user', () => {
  let opened: OpenedParts;
  let parts: ProductParts;
  let page: Page;
  let driver: EditorDriver;
  let printer: SlowPrinter;
  /** The jobs of earlier tests. */
  let earlier: readonly string[] = [];

  beforeAll(async () => {
    opened = await openParts();
    ({ page, driver, parts } = opened);
    await parts.startAssistant();
    printer = await slowPrinter(page, parts.assistantPort);
    await driver.registerByHand('rosa', 'correct horse battery');
    // The home page comes before the label in the history, as for a user who opened it there.
    await makeSerialLabel({ ...driver, createLabel: driver.createLabelByHand }, 'Serials', opened.folder, ROWS);
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);

  afterEach(async () => {
    earlier = await jobsOf(parts.pagesDirectory);
  });

  async function startPrinting(): Promise<Locator> {
    const dialog = await driver.openPrint();
    await dialog.getByRole('button', { name: 'Print', exact: true }).click();
    return dialog;
  }
  async function close(dialog: Locator): Promise<void> {
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    await dialog.waitFor({ state: 'hidden' });
  }
  async function untilPages(count: number): Promise<void> {
    await expect.poll(async () => (await pagesOf(parts.pagesDirectory, earlier)).length).toBeGreaterThanOrEqual(count);
  }
  const tray = (): Locator => page.getByTestId('run-tray');
  const runs = (): Locator => page.getByRole('region', { name: 'Print runs' }).getByRole('listitem');

  test('continues when its dialog is closed and its label left', async () => {
    printer.keepBusy(20);
    const dialog = await startPrinting();
    await untilPages(20);
    await close(dialog);
    await page.getByTestId('exit').click();
    await page.waitForURL('**/index');
    // The editor, which has a list of its own, stays a moment longer than its address.
    await page.getByTestId('exit').waitFor({ state: 'detached' });
    await tray().click();
    await runs().getByText('Printing…').waitFor();
    const counts = await readCounts(runs());
    expect(counts).toMatchObject({ Requested: ROWS.length });
    expect((counts['Confirmed'] ?? 0) + (counts['Sending'] ?? 0) + (counts['Remaining'] ?? 0)).toBe(ROWS.length);
    await page.screenshot({ path: join(SCREENSHOTS, 'runs at home.png') });
    printer.goOn();
    await runs().getByText('Printing is finished').waitFor();
    expect(await readCounts(runs())).toMatchObject({ Requested: ROWS.length, Confirmed: ROWS.length, Remaining: 0 });
    const pages = await pagesOf(parts.pagesDirectory, earlier);
    expect(await readPages(pages)).toEqual(ROWS.map((row) => [row.code]));
    await runs().getByRole('button', { name: 'Dismiss' }).click();
    await tray().waitFor({ state: 'detached' });
    await page.goForward();
    await page.getByTestId('canvas-overlay').waitFor();
  });

  test('waits for the printer while another run uses it', async () => {
    printer.keepBusy(10);
    await close(await startPrinting());
    await untilPages(10);
    const second = await startPrinting();
    await second.getByText('Waiting for the printer…').waitFor();
    await close(second);
    await tray().click();
    await expect.poll(() => runs().count()).toBe(2);
    // The latest is first.
    await runs().nth(0).getByText('Waiting for the printer…').waitFor();
    await runs().nth(1).getByText('Printing…').waitFor();
    await page.screenshot({ path: join(SCREENSHOTS, 'runs in the editor.png') });
    printer.goOn();
    await expect.poll(() => runs().getByText('Printing is finished').count()).toBe(2);
    expect(await pagesOf(parts.pagesDirectory, earlier)).toHaveLength(2 * ROWS.length);
    await page.keyboard.press('Escape');
    await runs().first().waitFor({ state: 'hidden' });
    await expect.poll(() => tray().evaluate((button) => button === document.activeElement)).toBe(true);
  });
});
