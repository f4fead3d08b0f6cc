import { join } from 'node:path';
import { readFile, writeFile } from 'node:fs/promises';
import { PNG } from 'pngjs';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { renderIn, visibleIn } from '#tests/support/command-line.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { eitherHandName, handsOn } from '#tests/support/hands.ts';
import { keepPictures, openShared, type OpenedPage } from '#tests/support/open-editor.ts';
import { filePixelHash } from '#tests/support/pixel-hash.ts';
import { jobsOf, pagesOf } from '#tests/support/print-dialog.ts';
import { putElements } from '#tests/support/put-elements.ts';
import { untilIdle } from '#tests/support/until-idle.ts';

const [ROWS, COLUMNS] = [3, 2];
/** No other test has a label of this name: the folder printer is shared. */
const LABEL = 'Part-used-sheet';

let opened: OpenedPage;
let page: Page;
let driver: EditorDriver;

beforeAll(async () => {
  opened = await openShared();
  ({ page, driver } = opened);
  page.on('dialog', (dialog) => void dialog.accept());
  await driver.register('sheets', 'correct horse battery');
  await driver.createLabel(LABEL, { Width: 40, Height: 20, Columns: COLUMNS, Rows: ROWS });
  await putElements(page, [createTestElement('text', { xMm: 5, yMm: 4 })]);
  await driver.save();
});
afterAll(() => opened?.close());
keepPictures(() => page);

const printing = (): Locator => page.getByRole('dialog').filter({ visible: true }).last();
const printButton = (on: Locator): Locator => on.getByRole('button', { name: 'Print', exact: true });
const first = (): Locator => page.getByLabel('First free label of the sheet');
const remember = (): Locator => page.getByRole('checkbox', { name: 'Remember the part-used sheets' });

/** The positions of the sheet with ink, counted from 1. */
async function inked(path: string): Promise<readonly number[]> {
  const { width, height, data } = PNG.sync.read(await readFile(path));
  const found = new Set<number>();
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (data[4 * (y * width + x)] === 0)
        found.add(Math.floor((y * ROWS) / height) * COLUMNS + Math.floor((x * COLUMNS) / width) + 1);
    }
  }
  return [...found].sort((a, b) => a - b);
}

/** Prints, and returns the positions with ink on each sheet. */
async function print(): Promise<readonly (readonly number[])[]> {
  const earlier = await jobsOf(inject('productPages'), LABEL);
  await printButton(printing()).and(page.locator(':enabled')).click();
  await page.getByText('Printing is finished').waitFor();
  return Promise.all((await pagesOf(inject('productPages'), earlier, LABEL)).map(inked));
}

test.each(eitherHandName('part-used-sheets'))(
  'printing begins at the first free label, and the next run continues after it: by %s',
  async (name) => {
    const hand = handsOn(page).find((known) => known.name === name) ?? expect.fail(name);
    const dialog = await driver.openPrint();
    await untilIdle(remember());
    await expect.poll(() => remember().isChecked()).toBe(false);
    // There is no seventh position: no other one is assumed.
    await hand.type(first(), '7');
    await expect.poll(() => printButton(dialog).isDisabled()).toBe(true);
    await hand.type(first(), '4');
    await hand.type(dialog.getByLabel('Copies', { exact: true }), '5');
    await dialog.getByText('5 labels on 2 pages').waitFor();
    await expect.poll(() => page.locator('.print-page-used').count()).toBe(3);
    await hand.press(remember());
    expect(await print()).toEqual([
      [4, 5, 6],
      [1, 2],
    ]);

    await hand.press(page.getByRole('button', { name: 'Back to the settings' }));
    await expect.poll(() => first().inputValue()).toBe('3');
    await page.locator('.print-page-used').nth(1).waitFor();
    await hand.type(dialog.getByLabel('Copies', { exact: true }), '1');
    await dialog.getByText('1 label on 1 page').waitFor();
    expect(await print()).toEqual([[3]]);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.waitFor({ state: 'hidden' });

    // The browser remembers it until it is switched off.
    await page.reload();
    await driver.openPrint();
    await expect.poll(() => first().inputValue()).toBe('4');
    await hand.press(remember());
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await driver.openPrint();
    await expect.poll(() => first().inputValue()).toBe('1');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  },
);

test('the command line puts the labels into the same positions, and makes the same dots', async () => {
  const [pointer] = handsOn(page);
  if (pointer === undefined) throw new Error('no hand');
  await writeFile(join(opened.folder, 'sheet.tprt'), await driver.download());
  const dialog = await driver.openPrint();
  await pointer.type(first(), '4');
  await pointer.type(dialog.getByLabel('Copies', { exact: true }), '5');
  await dialog.getByText('5 labels on 2 pages').waitFor();
  const earlier = await jobsOf(inject('productPages'), LABEL);
  expect(await print()).toEqual([
    [4, 5, 6],
    [1, 2],
  ]);
  const printed = await pagesOf(inject('productPages'), earlier, LABEL);
  const given = ['--template', 'sheet.tprt', '--copies', '5', '--first-label', '4', '--out', 'pages'];
  const rendered = await renderIn(opened.folder, given);
  expect([rendered.status, rendered.errors]).toEqual([0, '']);
  const made = (await visibleIn(join(opened.folder, 'pages'))).map((name) => join(opened.folder, 'pages', name));
  const hashes = (paths: readonly string[]): Promise<readonly string[]> =>
    Promise.all(paths.map(async (path) => filePixelHash(await readFile(path))));
  expect(await hashes(made)).toEqual(await hashes(printed));
  expect(made).toHaveLength(2);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await dialog.waitFor({ state: 'hidden' });
});
