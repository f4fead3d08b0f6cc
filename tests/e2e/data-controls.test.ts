import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { createHiddenPartsWorkbook } from '#tests/support/hidden-parts-workbook.ts';
import { handNames, handsOn, type Hand } from '#tests/support/hands.ts';
import { keepPictures, openEditor, SCREENSHOTS, type OpenedPage } from '#tests/support/open-editor.ts';

let opened: OpenedPage;
let page: Page;
let driver: EditorDriver;

beforeAll(async () => {
  opened = await openEditor('presses', { viewport: { width: 1440, height: 900 } });
  ({ page, driver } = opened);
  page.on('dialog', (dialog) => void dialog.accept());
});
afterAll(() => opened?.close());
keepPictures(() => page);

const panel = (): Locator => page.getByTestId('attribute-panel');
const kinds = (): Locator => panel().getByTestId('source-kind');
const button = (within: Locator, name: string | RegExp): Locator =>
  within.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
async function leave(): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByTestId('canvas-overlay').click({ position: { x: 8, y: 8 } });
}

async function empty(): Promise<void> {
  await leave();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
}

async function pressForFile(hand: Hand, control: Locator, path: string): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), hand.press(control)]);
  await chooser.setFiles(path);
}

async function writeGoods(name: string, heading: string): Promise<string> {
  const path = join(opened.folder, name);
  await writeFile(path, createHiddenPartsWorkbook(name, heading));
  return path;
}

describe.each(handNames('data-controls', 12))('with the %s', (name) => {
  let hand: Hand;
  beforeAll(async () => {
    hand = handsOn(page).find((one) => one.name === name) ?? expect.fail(name);
    if (name === 'keyboard') {
      // No spreadsheet is open there.
      await driver.createLabel('By keys');
    }
  });

  test('a formula: its spreadsheet is selected in its card, and again when it is missing', async () => {
    const path = await writeGoods(`formula ${name}.xlsx`, 'Name');
    await driver.place('text', 10, 10);
    await hand.choose(kinds(), 'Formula');
    await hand.type(panel().getByTestId('formula-input'), '{upper(Name)}');
    await pressForFile(hand, panel().getByTestId('choose-spreadsheet'), path);
    const value = panel().getByTestId('formula-value').getByText('ITEM 1', { exact: true });
    await value.waitFor();
    // The first row's value is the fallback for the missing file.
    expect(await driver.download()).toContain('FirstValue="Item 1"');
    await hand.press(page.getByTestId('save'));
    await page.waitForURL(/labelStatus=edit/);
    await expect.poll(() => page.getByTestId('save-state').getAttribute('data-state')).toBe('saved');
    await forgetSpreadsheets();
    await page.reload();
    await page.locator('.ed-canvas').focus();
    await page.keyboard.press('Tab');
    const missing = panel().getByTestId('missing-spreadsheet');
    await missing.waitFor();
    await page.screenshot({ path: join(SCREENSHOTS, `formula, missing spreadsheet ${name}.png`) });
    await panel().getByTestId('formula-input').focus();
    await pressForFile(hand, button(missing, 'Choose it again…'), path);
    await missing.waitFor({ state: 'detached' });
    await value.waitFor();
    await empty();
  });

  test('a column: spreadsheet, sheet, column', async () => {
    await driver.place('text', 10, 10);
    await hand.choose(kinds(), 'Spreadsheet');
    const path = await writeGoods(`goods ${name}.xlsx`, 'Name');
    await pressForFile(hand, panel().getByTestId('choose-spreadsheet'), path);
    // The spreadsheet that was bound last was proposed; this one replaces it.
    await panel().getByTestId('data-file').getByText(`goods ${name}`).waitFor();
    await hand.choose(panel().getByTestId('data-sheet'), 'Shops');
    await panel().getByTestId('data-column').getByText('Shop', { exact: true }).waitFor();
    await hand.choose(panel().getByTestId('data-column'), 'Town');
    await expect.poll(() => driver.download()).toContain('FirstValue="Kiel"');
    await hand.choose(panel().getByTestId('data-sheet'), 'Goods');
    await hand.choose(panel().getByTestId('data-column'), 'Name');
    await page.getByTestId('table-count').filter({ hasText: '40 rows' }).waitFor();
  });

  test('the rows to print: ranges, all, none, invert, found, boxes, cancel; and the column of copies', async () => {
    await hand.press(page.getByTestId('print'));
    const dialog = page.getByRole('dialog', { name: /^Print / });
    await dialog.getByText('40 labels').first().waitFor();
    const open = dialog.getByTestId('choose-rows');
    const chooser = page.getByRole('dialog').filter({ hasText: 'Rows to print' });
    const count = (words: string): Promise<void> =>
      chooser.getByTestId('chooser-count').filter({ hasText: words }).waitFor();
    if ((await open.count()) === 0) {
      await hand.pick(dialog.getByRole('radiogroup').filter({ hasText: 'Chosen rows' }), 'Chosen rows');
    }
    await hand.press(open);
    await chooser.getByText('Item 1', { exact: true }).waitFor();
    await hand.press(button(chooser, 'None'));
    await count('0 of 40 checked');
    await hand.type(chooser.getByTestId('chooser-range'), '2-4, 9');
    await count('4 of 40 checked');
    await hand.press(button(chooser, 'Invert'));
    await count('36 of 40 checked');
    await hand.press(button(chooser, 'All'));
    await count('40 of 40 checked');
    await hand.type(chooser.getByTestId('chooser-search'), 'red');
    await count('20 of 40 rows');
    await hand.press(button(chooser, 'Only those found'));
    await count('20 of 40 checked');
    await hand.press(button(chooser, 'Show all'));
    if (name === 'pointer') await hand.press(chooser.getByRole('checkbox', { name: '2', exact: true }));
    else {
      await chooser.getByTestId('table-grid').focus();
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('Space');
    }
    await count('19 of 40 checked');
    await hand.press(button(chooser, 'Cancel'));
    await chooser.waitFor({ state: 'hidden' });
    await dialog.getByText('40 labels').first().waitFor();
    await hand.press(open);
    await chooser.getByText('Item 1', { exact: true }).waitFor();
    await hand.type(chooser.getByTestId('chooser-range'), '2-4');
    await hand.press(button(chooser, /^Use 3 rows/));
    await dialog.getByText('3 labels').first().waitFor();
    // Rows 2, 3 and 4 have the numbers 0, 1 and 2.
    await hand.choose(dialog.getByTestId('copies-column'), 'Qty');
    await dialog.getByText('As many labels as column “Qty” says.').waitFor();
    await hand.choose(dialog.getByTestId('copies-column'), 'The same for every row');
    await hand.press(dialog.locator('.ant-modal-close').first());
    await dialog.waitFor({ state: 'hidden' });
  });

  test('edited cells and the list of problems', async () => {
    const grid = page.getByTestId('table-grid');
    const long = 'far too long for the label, '.repeat(12);
    if (name === 'pointer') {
      await grid.getByRole('gridcell', { name: 'Item 1', exact: true }).first().dblclick();
      await page.getByTestId('cell-input').fill(long);
    } else {
      await grid.focus();
      await page.keyboard.press('Control+Home');
      await page.keyboard.type(long);
    }
    await page.getByTestId('cell-input').press('Enter');
    const edits = page.getByTestId('table-edits');
    await edits.getByText('1 cell changed here').waitFor();
    await hand.press(page.getByTestId('check-rows'));
    const status = page.getByTestId('preflight-status');
    await status.getByText('40 of 40 rows checked. 1 label would not be printed.').waitFor();
    await leave();
    await page.getByTestId('preflight-group').first().click();
    await panel().getByText('Text1').first().waitFor();
    const only = page.getByRole('checkbox', { name: 'Only rows with problems' });
    await hand.press(only);
    await page.getByTestId('table-count').filter({ hasText: '1 of 40 rows' }).waitFor();
    await hand.press(only);
    const saveTable = async (): Promise<void> => {
      await hand.press(button(edits, 'Save the table…'));
      const entry = page.getByRole('menuitem', { name: 'As a .csv file' });
      await entry.waitFor();
      if (name === 'pointer') await hand.press(entry);
      else {
        const isAt = (): Promise<boolean> => entry.evaluate((line) => line === document.activeElement);
        await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('menuitem');
        for (let i = 0; i < 5 && !(await isAt()); i++) {
          const before = await page.evaluateHandle(() => document.activeElement);
          await page.keyboard.press('ArrowDown');
          await page.waitForFunction((element) => document.activeElement !== element, before);
        }
        await page.keyboard.press('Enter');
      }
    };
    await Promise.all([page.waitForEvent('download'), saveTable()]);
    await grid.focus();
    await page.keyboard.press('Control+Home');
    await hand.press(button(edits, 'Revert Name, row 2'));
    await edits.waitFor({ state: 'detached' });
    await status.getByText('40 of 40 rows checked. No problems found.').waitFor();
    await hand.press(page.getByTestId('side-close'));
    await grid.focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Delete');
    await page.getByTestId('cell-input').press('Enter');
    await edits.getByText('1 cell changed here').waitFor();
    await hand.press(button(edits, 'Revert all'));
    await edits.waitFor({ state: 'detached' });
  });
});

/** As in a label from another computer. */
async function forgetSpreadsheets(): Promise<void> {
  await page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
      });
    for (const { name } of await indexedDB.databases()) {
      const database = await settled(indexedDB.open(name ?? ''));
      for (const store of database.objectStoreNames)
        if (store.startsWith('spreadsheet'))
          await settled(database.transaction(store, 'readwrite').objectStore(store).clear());
      database.close();
    }
  });
}
