import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPng } from '#tests/print/create-image-files.ts';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { createJourney } from '#tests/support/keyboard-journey.ts';
import { keepPictures, openProduct, type OpenedProduct } from '#tests/support/open-editor.ts';
import { createSheetServer, type SheetServer } from '#tests/support/sheet-server.ts';
import { untilIdle } from '#tests/support/until-idle.ts';
import { buildXlsx } from '#tests/support/xlsx-builder.ts';
import { buildZip } from '#tests/support/zip-builder.ts';

const picture = (black: number): Uint8Array =>
  createPng(20, 20, (x) => (x < black ? [0, 0, 0, 255] : [255, 255, 255, 255]));

describe('the pictures of rows', () => {
  let opened: OpenedProduct;
  let page: Page;
  let driver: EditorDriver;
  let zip = '';
  let whole = '';

  beforeAll(async () => {
    opened = await openProduct({}, { viewport: { width: 1280, height: 720 } });
    ({ page, driver } = opened);
    const { folder } = opened;
    const rows = [['file'], ['a.png'], ['B'], ['missing.png'], ['a.png']];
    await writeFile(join(folder, 'goods.xlsx'), buildXlsx([{ name: 'goods', rows }]));
    await writeFile(join(folder, 'logo.png'), picture(10));
    const parts = [
      { name: 'pictures/a.png', data: picture(5) },
      { name: 'pictures/b.png', data: picture(15) },
    ];
    zip = join(folder, 'pictures.zip');
    whole = join(folder, 'whole.zip');
    await writeFile(zip, buildZip(parts));
    await writeFile(whole, buildZip([...parts, { name: 'missing.png', data: picture(2) }]));
    await driver.register('paula', 'correct horse battery');
    await driver.createLabel('Goods', { Width: 30, Height: 20 });
    await driver.placeImage(join(folder, 'logo.png'), 4, 4);
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);

  async function chooseZip(path: string): Promise<void> {
    const chooser = page.waitForEvent('filechooser');
    await page.getByTestId('row-pictures-zip').last().click();
    await (await chooser).setFiles(path);
    await untilIdle(page);
  }

  test('are shown on the canvas as soon as their zip file is open', async () => {
    const panel = page.getByTestId('attribute-panel');
    await panel.getByText('Each row has its own picture').click();
    await driver.bind(join(opened.folder, 'goods.xlsx'), 'goods', 'file');
    await page.getByTestId('row-label').getByText('of 4').waitFor();
    await chooseZip(zip);
    await expect.poll(() => page.getByTestId('row-pictures-open').textContent()).toBe('pictures.zip: 2 pictures');
  });

  test('that are missing are named in the print window, and the others are shown as they print', async () => {
    const dialog = await driver.openPrint();
    await expect
      .poll(() => page.getByTestId('picture-check').textContent())
      .toContain('2 of 3 pictures found. Missing:missing.png (row 4)');
    await chooseZip(whole);
    await expect.poll(() => page.getByTestId('picture-check').textContent()).toContain('All 3 pictures found.');
    await dialog.getByRole('button', { name: 'Print', exact: true }).click();
    await dialog.getByText('Printing is finished').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  test('are chosen, counted and printed by keyboard alone after a reload, which opens them again', async () => {
    await driver.save();
    const journey = await createJourney(page);
    await page.reload();
    await page.getByTestId('canvas-overlay').waitFor();
    await untilIdle(page);
    await page.getByTestId('canvas-overlay').focus();
    await journey.press('Control+p');
    await journey.hears('All 3 pictures found.');
    await journey.goTo('Choose zip file…');
    const chooser = page.waitForEvent('filechooser');
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(zip);
    await journey.hears('pictures.zip: 2 pictures');
    await journey.hears('2 of 3 pictures found. Missing:');
    await journey.goTo('Print');
    await journey.press('Enter');
    await page.getByRole('dialog').getByText('Printing is finished').waitFor();
    await expect.poll(() => page.getByRole('dialog').textContent()).toContain('missing.png');
  });
});

describe('pictures of rows at addresses', () => {
  let source: SheetServer;
  let opened: OpenedProduct;
  beforeAll(async () => {
    source = await createSheetServer({
      '/a.png': (response) => response.end(picture(5)),
      '/b.png': (response) => response.end(picture(15)),
    });
    const env = { NET_ALLOWED_HOSTS: `127.0.0.1:${source.port}` };
    opened = await openProduct(env, { viewport: { width: 1280, height: 720 } });
    await writeFile(join(opened.folder, 'logo.png'), picture(10));
    const values = ['a', 'b', 'none', 'a'].map((name) => [`${source.url}/${name}.png`]);
    const rows = [['file'], ...values, ['http://127.0.0.1:1/a.png']];
    await writeFile(join(opened.folder, 'goods.xlsx'), buildXlsx([{ name: 'goods', rows }]));
  });
  afterAll(async () => {
    await opened?.close();
    await source.close();
  });
  keepPictures(() => opened.page);

  const asked = (): readonly string[] => [...new Set(source.requests.map(({ path }) => path))].toSorted();

  test('are fetched by the server: of the shown row on the canvas, and of all rows in the print window', async () => {
    const { page, driver, folder } = opened;
    await driver.register('petra', 'correct horse battery');
    await driver.createLabel('Goods', { Width: 30, Height: 20 });
    await driver.placeImage(join(folder, 'logo.png'), 4, 4);
    await page.getByTestId('attribute-panel').getByText('Each row has its own picture').click();
    await driver.bind(join(folder, 'goods.xlsx'), 'goods', 'file');
    await page.getByTestId('row-label').getByText('of 5').waitFor();
    await expect.poll(asked).toEqual(['/a.png']);
    const dialog = await driver.openPrint();
    await expect
      .poll(() => page.getByTestId('picture-check').textContent())
      .toContain(
        `2 of 4 pictures found. Missing:The server answered with error 404 instead of a picture: ${source.url}/none.png (row 4)`,
      );
    expect(asked()).toEqual(['/a.png', '/b.png', '/none.png']);
    await untilIdle(page);
    await dialog.getByRole('button', { name: 'Print', exact: true }).click();
    await dialog.getByText('Printing is finished').waitFor();
    await expect.poll(() => dialog.textContent()).toContain('none.png');
    expect(source.requests.filter(({ path }) => path === '/a.png')).toHaveLength(1);
  });
});
