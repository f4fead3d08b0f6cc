import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { handsOn } from '#tests/support/hands.ts';
import { enterEditor, keepPictures, openShared, SCREENSHOTS, type OpenedPage } from '#tests/support/open-editor.ts';
import { createSheetServer, type SheetServer } from '#tests/support/sheet-server.ts';
import { setWindowSize } from '#tests/support/window-size.ts';

let opened: OpenedPage;
let page: Page;
let source: SheetServer;

beforeAll(async () => {
  source = await createSheetServer({}, inject('sheetPort'));
  opened = await openShared({ viewport: { width: 1280, height: 720 } });
  page = opened.page;
  await enterEditor(opened, 'web-sheets', { name: 'Goods' });
});
afterAll(async () => {
  await opened?.close();
  await source?.close();
});
keepPictures(() => page);

const dialog = () => page.getByRole('dialog', { name: 'Spreadsheet from a web address' });
const field = () => dialog().getByLabel('Address of the spreadsheet');
const panel = () => page.getByTestId('attribute-panel');
const copy = () => panel().getByTestId('web-copy');
const canvas = () => page.getByTestId('canvas-overlay');
const asked = () => source.requests.length;

async function pictures(name: string): Promise<void> {
  for (const [width, height] of [
    [1280, 720],
    [1024, 768],
  ] as const) {
    await setWindowSize(page, { width, height });
    await page.screenshot({ path: join(SCREENSHOTS, `web sheet ${name} ${width}.png`) });
  }
  await setWindowSize(page, { width: 1280, height: 720 });
}

test('a spreadsheet is loaded from its address, and errors are reported next to it', async () => {
  for (const [i, hand] of handsOn(page).entries()) {
    await opened.driver.place('text', 10, 10 + 20 * i);
    await hand.choose(panel().getByTestId('source-kind'), 'Spreadsheet');
    await hand.press(panel().getByTestId('sheet-web'));
    await hand.type(field(), `${source.url}/page`);
    await hand.press(dialog().getByRole('button', { name: 'Fetch' }));
    await dialog().getByText('There is a web page at this address').waitFor();
    if (i === 0) await pictures('error en');
    await hand.type(field(), `${source.url}/goods.csv`);
    await dialog().getByTestId('web-problem').waitFor({ state: 'detached' });
    await hand.press(dialog().getByRole('button', { name: 'Fetch' }));
    await dialog().waitFor({ state: 'detached' });
    await panel().getByTestId('data-column').getByText('Article', { exact: true }).waitFor();
  }
  await expect.poll(() => page.getByTestId('table-count').textContent()).toBe('2 rows');
});

test('a long fetch can be canceled', async () => {
  await canvas().press('Escape');
  await panel().getByTestId('sheet-web').click();
  await field().fill(`${source.url}/trickle.csv`);
  await field().press('Enter');
  await dialog().getByText('The server is fetching the file…').waitFor();
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await dialog().waitFor({ state: 'detached' });
  await source.closed();
});

test('it is fetched again on request, and the copy stays when that fails', async () => {
  const [pointer, keyboard] = handsOn(page);
  if (pointer === undefined || keyboard === undefined) throw new Error('no hands');
  const refresh = () => panel().getByRole('button', { name: 'Fetch again' });
  await copy().waitFor();
  await pointer.press(refresh());
  await page.getByText('The spreadsheet has not changed.').waitFor();
  source.setGoods('Article,Price\nPear,1\nPlum,2\nApple,3\n');
  await keyboard.press(refresh());
  await expect.poll(() => page.getByTestId('table-count').textContent()).toBe('3 rows');
  source.setStatus(503);
  await pointer.press(refresh());
  await panel().getByTestId('web-copy-problem').getByText('error 503').waitFor();
  await expect.poll(() => panel().getByTestId('web-copy-problem').textContent()).toContain('The copy stays in use.');
  await pictures('panel en');
  source.setStatus(null);
  await expect.poll(() => page.getByTestId('table-count').textContent()).toBe('3 rows');
});

test('other languages report errors in their own words, and they fit', async () => {
  await opened.driver.save();
  await page.evaluate(() => localStorage.setItem('language', 'zh'));
  await page.reload();
  await copy().waitFor();
  await panel().getByTestId('sheet-web').click();
  await page.getByRole('dialog', { name: '从网址获取电子表格' }).waitFor();
  await pictures('dialog zh');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await pictures('panel zh');
  await page.evaluate(() => localStorage.setItem('language', 'en'));
});

test('it is there when the label is opened again, without a fetch; another device requests it', async () => {
  const before = asked();
  await page.reload();
  await copy().waitFor();
  await expect.poll(() => page.getByTestId('table-count').textContent()).toBe('3 rows');
  expect(asked()).toBe(before);

  const other = await opened.browser.newContext({ storageState: await opened.context.storageState() });
  const there = await other.newPage();
  await there.goto(page.url());
  await there.getByTestId('missing-spreadsheet').waitFor();
  expect(asked()).toBe(before);
  await there.getByTestId('web-fetch-again').click();
  await there.getByTestId('missing-spreadsheet').waitFor({ state: 'detached' });
  await there.getByTestId('web-copy').waitFor();
  expect(asked()).toBe(before + 1);
  await other.close();
});
