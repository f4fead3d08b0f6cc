import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packTemplate } from '#model/template/packing.ts';
import { switchAutosaveOff } from '#tests/support/autosave-off.ts';
import { chooseFile, chooseOption, createEditorDriver, type EditorDriver } from '#tests/support/editor-driver.ts';
import { createHugePicture, createPicture, createPriceRows, createPriceWorkbook } from '#tests/support/price-list.ts';
import { keptDraftLabels, keptDrafts } from '#tests/support/kept-drafts.ts';
import { keepPictures, openParts, type OpenedParts } from '#tests/support/open-editor.ts';
import type { ProductParts, Program } from '#tests/support/product.ts';
import { rawKeys } from '#tests/support/raw-keys.ts';
import { untilIdle } from '#tests/support/until-idle.ts';

/** An address of this machine that a browser does not treat as local, like that of another one in the network. */
const LAN_NAME = 'labels.test';

/** One user, and all faults of files and of the server. Each test continues from the last. */
describe('faults of files and of the server', () => {
  let opened: OpenedParts;
  let parts: ProductParts;
  let server: Program;
  let page: Page;
  let driver: EditorDriver;
  let folder: string;
  let workbook: Uint8Array;
  /** The label with everything it contains. */
  let whole = '';

  beforeAll(async () => {
    workbook = createPriceWorkbook(createPriceRows(20));
    const args = [`--host-resolver-rules=MAP ${LAN_NAME} 127.0.0.1`];
    opened = await openParts({ args }, { ALLOWED_HOSTS: LAN_NAME });
    ({ page, driver, folder, parts, server } = opened);
    await switchAutosaveOff(page);
    await driver.register('carla', 'correct horse battery');
    await driver.createLabel('Mishaps');
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);

  async function put(name: string, bytes: Uint8Array | string): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, bytes);
    return path;
  }

  /** The action shows a notice of its own, not one that an earlier action left. */
  async function expectNotice(text: string | RegExp, act: () => Promise<void>): Promise<void> {
    const notice = page.locator('.ant-message').getByText(text).first();
    await notice.waitFor({ state: 'hidden' });
    await act();
    await notice.waitFor();
    await untilIdle(page);
    await expect.poll(async () => rawKeys((await page.locator('body').textContent()) ?? '')).toEqual([]);
  }

  async function expectRefusedPicture(text: string | RegExp): Promise<void> {
    const huge = await put('huge.png', createHugePicture());
    await expectNotice(text, () => chooseFile(page, page.getByTestId('palette-image'), huge));
  }

  async function whileServerIsDown(work: () => Promise<void>): Promise<void> {
    await server.kill();
    try {
      await work();
    } finally {
      server = await parts.startServer();
    }
  }

  function expectAllRows(): Promise<void> {
    return expect.poll(() => page.getByTestId('row-label').textContent()).toMatch(/(?:of|\/) 20/);
  }

  function expectSaveState(words: string): Promise<void> {
    return expect.poll(() => page.getByTestId('save-state').getAttribute('data-state')).toBe(words);
  }

  test('a truncated spreadsheet is rejected and changes nothing, and a good one can follow', async () => {
    await driver.place('barcode', 5, 5);
    const before = await driver.download();
    const panel = page.getByTestId('attribute-panel');
    await chooseOption(page, panel.getByTestId('source-kind'), 'Spreadsheet');
    const path = await put('truncated.xlsx', workbook.slice(0, workbook.length / 2));
    await expectNotice('cannot be read; the file may be damaged', () =>
      chooseFile(page, panel.getByTestId('choose-spreadsheet'), path),
    );
    expect(await driver.download()).toBe(before);
    await driver.bind(await put('prices.xlsx', workbook), '价格 prices', 'code');
    await expectAllRows();
  });

  test('a picture of 300 megapixels is rejected by its header, and a good one can follow', async () => {
    const before = await driver.download();
    await expectRefusedPicture('40 megapixels');
    expect(await driver.download()).toBe(before);
    await driver.placeImage(await put('picture.png', createPicture()), 60, 5);
    expect(await driver.download()).not.toBe(before);
  });

  test('while the server is down saving reports it, and a reloaded page has lost nothing when it is back', async () => {
    await driver.save();
    await expectSaveState('saved');
    expect(await keptDrafts(page)).toEqual([]);
    await driver.place('rectangle', 40, 40);
    whole = await driver.download();
    const address = page.url();
    await whileServerIsDown(async () => {
      await expectNotice('The server cannot be reached', () => page.getByTestId('save').click());
      expect(await driver.download()).toBe(whole);
      await expectSaveState('waiting');
      await expect.poll(() => keptDraftLabels(page)).toEqual([whole]);
      await expect(page.reload()).rejects.toThrow('ERR_CONNECTION_REFUSED');
    });
    await page.goto(address);
    await page.getByRole('button', { name: 'Restore' }).click();
    await expectSaveState('unsaved');
    await expectAllRows();
    expect(await driver.download()).toBe(whole);
    await page.getByTestId('save').click();
    await expectSaveState('saved');
    expect(await keptDrafts(page)).toEqual([]);
  });

  test('in Chinese the same is reported in Chinese, without the key of any text', async () => {
    await page.evaluate(() => localStorage.setItem('language', 'zh'));
    await page.reload();
    await page.getByTestId('canvas-overlay').waitFor();
    await expectAllRows();
    // None of its calls arrives.
    await page.route('**/interface/**', (route) => route.abort());
    await expectNotice(/服务器/, () => page.getByTestId('save').click());
    await expectRefusedPicture(/像素/);
    await page.getByTestId('exit').click();
    await page.waitForURL(/\/index|\/cloudTemplate/);
    await page
      .getByText(/服务器/)
      .first()
      .waitFor();
    const text = (await page.locator('body').textContent()) ?? '';
    expect(rawKeys(text)).toEqual([]);
    expect(text).not.toMatch(/\b(the|server|cannot|retry)\b/i);
    await page.unroute('**/interface/**');
    await page.evaluate(() => localStorage.setItem('language', 'en'));
  });

  test('a truncated template is rejected on the home page', async () => {
    await page.goto(`${parts.address}/index`);
    const open = page.getByRole('button', { name: /Open file/ });
    const packed = packTemplate(whole);
    const path = await put('half.tprts', packed.slice(0, packed.length / 2));
    await expectNotice(/“half.tprts” could not be opened.*incomplete/, () => chooseFile(page, open, path));
    expect(page.url()).toContain('/index');
  });

  test('over plain http from another machine the editor says that it needs https', async () => {
    const other = await opened.browser.newContext({ locale: 'en-US' });
    const remote = await other.newPage();
    remote.on('pageerror', (error) => opened.faults.push(error.message));
    const address = parts.address.replace('127.0.0.1', LAN_NAME);
    await createEditorDriver(remote, address).registerByHand('dora', 'correct horse battery');
    await remote
      .getByRole('button', { name: /New label/ })
      .first()
      .click();
    await remote.getByRole('button', { name: 'Create label' }).click();
    await remote
      .getByTestId('insecure-page')
      .getByText(/over https, or on this computer/)
      .waitFor();
    await remote.getByRole('button', { name: 'Back to home' }).click();
    await remote.waitForURL('**/index');
    await other.close();
  });
});
