import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '#tests/support/chromium.ts';
import { createEditorDriver, type EditorDriver } from '#tests/support/editor-driver.ts';
import { startProduct, type Product } from '#tests/support/product.ts';

const SCREENSHOTS = join(import.meta.dirname, '../../.cache/e2e');
const PATIENCE = { timeout: 30_000 };

let product: Product;
let browser: Browser;
let page: Page;
let driver: EditorDriver;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'labelwright-overflow-'));
  await writeFile(join(folder, 'rows.csv'), `name\nShort\n${'Far too long for this label '.repeat(6)}\nFits\n`);
  product = await startProduct();
  browser = await launchChromium();
  page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-US' });
  driver = createEditorDriver(page, product.address);
  await driver.register('overflowing', 'correct horse 42');
  await driver.createLabel('Overflow');
  await driver.place('text', 10, 10);
  await driver.bind(join(folder, 'rows.csv'), 'Sheet1', 'name');
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await page.screenshot({ path: join(SCREENSHOTS, `${task.name}.png`) });
});

test(
  'a row whose text is cut off is refused by name, and printed where the user says so',
  { timeout: 120_000 },
  async () => {
    const dialog = await driver.openPrint();
    const refused = dialog.getByText(/would be cut off at the edge of the label/).first();
    const allow = dialog.getByRole('checkbox', { name: 'Print labels, too, whose text does not fit' });
    const next = dialog.getByRole('button', { name: 'Next page' });

    // Three rows, one of them refused: two sheets. The refused one is told.
    await dialog.getByRole('button', { name: 'Print', exact: true }).and(page.locator(':enabled')).waitFor(PATIENCE);
    await next.click();
    await refused.waitFor(PATIENCE);
    await page.screenshot({ path: join(SCREENSHOTS, 'overflow refused.png') });

    // Switched on with the pointer, then off and on again by keyboard.
    await allow.click();
    await expect.poll(() => allow.isChecked(), PATIENCE).toBe(true);
    await allow.press('Space');
    await expect.poll(() => allow.isChecked(), PATIENCE).toBe(false);
    await allow.press('Space');
    await expect.poll(() => allow.isChecked(), PATIENCE).toBe(true);

    await dialog.getByRole('button', { name: 'Print', exact: true }).click();
    await dialog
      .getByText(/3 of 3|Printing is finished/)
      .first()
      .waitFor(PATIENCE);
    await page.screenshot({ path: join(SCREENSHOTS, 'overflow allowed.png') });
  },
);
