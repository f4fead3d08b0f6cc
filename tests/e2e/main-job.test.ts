import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestElement } from '#tests/support/create-elements.ts';
import { chooseOption, type EditorDriver } from '#tests/support/editor-driver.ts';
import { createPicture, createPriceRows, createPriceWorkbook, fullEan } from '#tests/support/price-list.ts';
import { keepPictures, openProduct, type OpenedProduct } from '#tests/support/open-editor.ts';
import type { Product } from '#tests/support/product.ts';
import { putElements } from '#tests/support/put-elements.ts';
import { readWithZbar } from '#tests/support/zbar.ts';

/** The second of the unprintable rows is among the last. */
const ROWS = createPriceRows(140);
const REFUSED = ROWS.filter((row) => row.refused);
const PRINTED = ROWS.filter((row) => !row.refused);
/** Not the first sheet of the workbook. */
const SHEET = '价格 prices';
const MAIN = join(import.meta.dirname, '../../cli/main.ts');

/** One user's way through the product: each test continues from the last. */
describe('the main job', () => {
  let opened: OpenedProduct;
  let product: Product;
  let page: Page;
  let driver: EditorDriver;
  let folder: string;
  let workbook: string;
  let saved = '';

  beforeAll(async () => {
    opened = await openProduct();
    ({ page, driver, folder, product } = opened);
    workbook = join(folder, 'prices.xlsx');
    await writeFile(workbook, createPriceWorkbook(ROWS));
    await writeFile(join(folder, 'picture.png'), createPicture());
  });
  afterAll(async () => {
    await opened?.close();
    // It has ended by then: this returns its exit code.
    expect(await product?.stop(), product?.output()).toBe(0);
  });
  keepPictures(() => page);

  test('a visitor signs up', async () => {
    await page.goto(`${product.address}/cloudTemplate`);
    await page.waitForURL(/\/login\?redirect=/);
    await driver.registerByHand('anna', 'correct horse battery');
    await expect.poll(() => page.title()).toContain('Labelwright');
  });

  test('designs a label and binds it to a spreadsheet', async () => {
    await driver.createLabelByHand('Price run');
    await driver.place('text', 5, 4);
    await driver.bind(workbook, SHEET, 'name');
    await driver.place('barcode', 5, 18);
    await driver.bind(workbook, SHEET, 'code');
    await driver.place('barcode', 5, 42);
    await chooseOption(page, page.getByTestId('symbology'), 'EAN-13');
    await driver.bind(workbook, SHEET, 'ean');
    await driver.place('qrcode', 70, 46);
    await driver.bind(workbook, SHEET, 'link');
    await driver.placeImage(join(folder, 'picture.png'), 72, 4);
    await driver.place('line', 5, 38);
    await driver.place('rectangle', 3, 62);
    await expect.poll(() => page.getByTestId('row-label').textContent()).toContain('of 140');
  });

  test('steps through the rows on the canvas', async () => {
    await page.getByTestId('row-next').click();
    await expect.poll(() => page.getByTestId('row-label').innerText()).toContain('row 3');
  });

  test('undoes and redoes', async () => {
    const before = await driver.download();
    await page.getByTestId('canvas-overlay').focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    const panel = page.getByTestId('attribute-panel');
    await panel.getByText('Choose spreadsheet').waitFor();
    await page.keyboard.press('Control+Z');
    expect(await driver.download()).toBe(before);
    await page.keyboard.press('Control+Y');
    await panel.getByText('Choose spreadsheet').waitFor();
    await page.keyboard.press('Control+Z');
    expect(await driver.download()).toBe(before);
  });

  test('saves, finds it among the templates with its preview, and reopens it exactly equal', async () => {
    await driver.save();
    saved = await driver.download();
    await page.goto(`${product.address}/cloudTemplate`);
    const picture = page
      .getByRole('img', { name: /Price run/ })
      .or(page.locator('img'))
      .first();
    await expect.poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBeGreaterThan(100);
    await page
      .getByRole('link', { name: /Price run/ })
      .or(page.getByRole('button', { name: 'Open “Price run”' }))
      .first()
      .click();
    await page.waitForURL('**/editLabel**');
    await expect.poll(() => page.getByTestId('row-label').textContent()).toContain('of 140');
    expect(await driver.download()).toBe(saved);
  });

  test('previews the bitmaps that will print', async () => {
    const dialog = await driver.openPrint();
    const picture = dialog.getByRole('img', { name: /^Page/ });
    await picture.waitFor();
    // Its space is reserved before the bitmap has been decoded.
    const size = (): Promise<readonly number[]> =>
      picture.evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => [naturalWidth, naturalHeight]);
    await expect.poll(size).toEqual([1181, 945]);
    await dialog.getByRole('button', { name: 'Next page' }).click();
    await dialog.getByText(/Row 3/).first().waitFor();
  });

  test('prints every printable row, and lists the others', async () => {
    const dialog = page.getByRole('dialog').first();
    await dialog.getByRole('button', { name: 'Print', exact: true }).click();
    await dialog.getByText('Printing is finished').waitFor();
    const report = (await dialog.textContent()) ?? '';
    for (const row of REFUSED) expect(report).toContain(String(row.row));
    expect(report).toContain(String(PRINTED.length));
  });

  test('an independent reader finds the data of the sheet on a fifth of the pages', async () => {
    const pages = join(product.dataDirectory, 'assistant/pages');
    const [job = ''] = await readdir(pages);
    const files = (await readdir(join(pages, job))).filter((name) => name.endsWith('.png')).sort();
    expect(files).toHaveLength(PRINTED.length);
    // Each fifth: the next test compares them all with those of the command line.
    const isChosen = (_: unknown, i: number): boolean => i % 5 === 0;
    const found = await inPairs(files.filter(isChosen), async (file) =>
      (await readWithZbar(join(pages, job, file))).map((s) => s.data).sort(),
    );
    expect(found).toEqual(PRINTED.filter(isChosen).map((row) => [row.code, fullEan(row), row.link].sort()));
  });

  test('the command line gives the same files, bit for bit', async () => {
    const template = join(folder, 'saved.tprt');
    await writeFile(template, saved);
    const out = join(folder, 'pages');
    await new Promise<void>((resolve) => {
      execFile(process.execPath, [MAIN, '--template', template, '--data', workbook, '--out', out], () => resolve());
    });
    const pages = join(product.dataDirectory, 'assistant/pages');
    const [job = ''] = await readdir(pages);
    // Its journal is in the same folder.
    const files = (await readdir(out)).filter((file) => file.endsWith('.png')).sort();
    expect(files).toHaveLength(PRINTED.length);
    for (const file of files) {
      const [browserBytes, commandBytes] = await Promise.all([
        readFile(join(pages, job, file)),
        readFile(join(out, file)),
      ]);
      expect(browserBytes.equals(commandBytes), file).toBe(true);
    }
  });

  test('a downloaded file can be opened again', async () => {
    await page.goto(`${product.address}/index`);
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: /Open file/ }).click();
    await (await chooser).setFiles(join(folder, 'saved.tprt'));
    await page.waitForURL('**/editLabel**');
    await page.getByTestId('canvas-overlay').waitFor();
    await expect.poll(() => page.getByTestId('row-label').textContent()).toContain('of 140');
    expect(await driver.download()).toBe(saved);
  });

  test('an existing name asks before it overwrites', async () => {
    page.once('dialog', (dialog) => void dialog.accept());
    await driver.createLabel('Price run');
    // The label of the last test may be offered as unsaved work, and is with the canvas: nothing is discarded silently.
    const discard = page.getByRole('button', { name: 'Discard' });
    if ((await discard.count()) > 0) await discard.click();
    await putElements(page, [createTestElement('rectangle', { xMm: 10, yMm: 10 })]);
    await page.getByTestId('save').click();
    const dialog = page.getByRole('dialog').filter({ hasText: 'Overwrite the template?' });
    await dialog.getByRole('button', { name: 'Overwrite' }).click();
    await page.getByText('Added successfully').waitFor();
    await page.waitForURL(/labelStatus=edit/);
    await page.goto(`${product.address}/cloudTemplate`);
    await expect.poll(() => page.getByText('Price run', { exact: true }).count()).toBe(1);
  });
});

/** Decodes two pages at a time, for machines with two cores. */
async function inPairs<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let i = 0; i < items.length; i += 2) results.push(...(await Promise.all(items.slice(i, i + 2).map(work))));
  return results;
}
