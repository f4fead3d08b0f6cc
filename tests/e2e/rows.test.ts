import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chooseOption, type EditorDriver } from '#tests/support/editor-driver.ts';
import { buildXlsx } from '#tests/support/xlsx-builder.ts';
import { keepPictures, openEditor, SCREENSHOTS, type OpenedPage } from '#tests/support/open-editor.ts';
import { untilIdle } from '#tests/support/until-idle.ts';
import { setWindowSize } from '#tests/support/window-size.ts';

let opened: OpenedPage;
let page: Page;
let driver: EditorDriver;

/** Item 1 … Item 40 in rows 2 to 41, with a number of labels from 0 to 2 and a color. */
const ROWS = Array.from({ length: 40 }, (_, i) => [`Item ${i + 1}`, i % 3, i % 4 === 0 ? 'red' : 'blue']);

beforeAll(async () => {
  opened = await openEditor('rows', { viewport: { width: 1440, height: 900 } }, { name: 'Items' });
  ({ page, driver } = opened);
  const file = join(opened.folder, 'items.xlsx');
  await writeFile(file, buildXlsx([{ name: 'items', rows: [['Name', 'Qty', 'Colour'], ...ROWS] }]));
  await driver.place('text', 10, 10);
  await driver.bind(file, 'items', 'Name');
  await page.getByTestId('data-table').waitFor();
});
afterAll(() => opened?.close());
keepPictures(() => page);

async function picture(name: string): Promise<void> {
  for (const width of [1024, 1440]) {
    await setWindowSize(page, { width, height: width === 1024 ? 768 : 900 });
    await untilIdle(page);
    await page.screenshot({ path: join(SCREENSHOTS, `${name} ${width}.png`) });
  }
}

/** Reloads the page, and continues with the unsaved work. */
async function reload(): Promise<void> {
  await page.reload();
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByTestId('table-grid').waitFor();
}

async function openChooser(dialog: Locator): Promise<Locator> {
  await dialog.getByTestId('choose-rows').click();
  const chooser = page.getByRole('dialog').filter({ hasText: 'Rows to print' });
  await chooser.getByText('Item 1', { exact: true }).waitFor();
  return chooser;
}

describe('the rows to print', () => {
  test('are checked in their table: boxes, all, none, invert, found, ranges', async () => {
    const dialog = await driver.openPrint();
    await dialog.getByText('40 labels').first().waitFor();
    const chooser = await openChooser(dialog);
    const count = chooser.getByTestId('chooser-count');
    const use = chooser.getByRole('button', { name: /^Use / });
    // The table scrolls in its space: of many rows only the visible ones are drawn.
    await untilIdle(chooser);
    await expect.poll(() => chooser.locator('[data-place]').count()).toBeLessThan(40);
    await chooser.getByTestId('table-grid').hover();
    await page.mouse.wheel(0, 5000);
    await chooser.getByText('Item 40', { exact: true }).waitFor();
    await page.mouse.wheel(0, -5000);
    await chooser.getByText('Item 1', { exact: true }).waitFor();
    await chooser.getByRole('button', { name: 'None' }).click();
    await chooser.getByText('select at least one piece of data').waitFor();
    await expect.poll(() => use.isDisabled()).toBe(true);
    await picture('chooser, none');
    // The pointer: one box, then another one with Shift.
    await chooser.getByRole('checkbox', { name: '3', exact: true }).click();
    await chooser.getByRole('checkbox', { name: '6', exact: true }).click({ modifiers: ['Shift'] });
    await count.filter({ hasText: '4 of 40 checked' }).waitFor();
    await expect.poll(() => chooser.getByTestId('chooser-range').inputValue()).toBe('3-6');
    // Shift removes the checks as well.
    await chooser.getByRole('checkbox', { name: '4', exact: true }).click();
    await chooser.getByRole('checkbox', { name: '6', exact: true }).click({ modifiers: ['Shift'] });
    await count.filter({ hasText: '1 of 40 checked' }).waitFor();
    await chooser.getByTestId('chooser-range').fill('3-6');
    await chooser.getByTestId('chooser-range').press('Enter');
    await count.filter({ hasText: '4 of 40 checked' }).waitFor();
    // The keyboard: down and Space, and a text of ranges.
    await chooser.getByTestId('table-grid').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await count.filter({ hasText: '5 of 40 checked' }).waitFor();
    await expect.poll(() => chooser.getByTestId('chooser-range').inputValue()).toBe('3-6, 8');
    await chooser.getByTestId('chooser-range').fill('2-4, 99');
    await chooser.getByText('There are rows 2 to 41').waitFor();
    await chooser.getByTestId('chooser-range').fill('2-4, 9');
    await page.keyboard.press('Enter');
    await count.filter({ hasText: '4 of 40 checked' }).waitFor();
    await chooser.getByRole('button', { name: 'Invert' }).press('Enter');
    await count.filter({ hasText: '36 of 40 checked' }).waitFor();
    await chooser.getByTestId('chooser-search').fill('red');
    await count.filter({ hasText: '10 of 40 rows' }).waitFor();
    await chooser.getByRole('button', { name: 'Only those found' }).click();
    await count.filter({ hasText: '10 of 40 checked' }).waitFor();
    // Sorting is for finding rows; the labels keep the order of the sheet.
    await chooser.getByRole('button', { name: 'Sort by Name' }).click();
    await chooser.getByText('Labels are printed in the order of the sheet').waitFor();
    await picture('chooser');
    await use.click();
    await dialog.getByText('10 labels').first().waitFor();
    await expect
      .poll(() => dialog.getByLabel('Chosen rows', { exact: true }).last().inputValue())
      .toBe('2, 6, 10, 14, 18, 22, 26, 30, 34, 38');
    await dialog.getByText('Row 2', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
  });

  test('and the column of copies are remembered for the sheet, also after a reload', async () => {
    let dialog = await driver.openPrint();
    await dialog.getByText('10 labels').first().waitFor();
    await chooseOption(page, dialog.getByTestId('copies-column'), 'Qty');
    // Rows 2, 6, 10 … have the numbers 0, 1, 2, 0, 1, 2, 0, 1, 2, 0.
    await dialog.getByText('9 labels').first().waitFor();
    await dialog.getByText('As many labels as column “Qty” says.').waitFor();
    await dialog.getByLabel('Copies', { exact: true }).first().fill('3');
    await dialog.getByText('27 labels').first().waitFor();
    await picture('copies column');
    await page.keyboard.press('Escape');
    await reload();
    dialog = await driver.openPrint();
    await dialog.getByText('9 labels').first().waitFor();
    const columns = dialog.getByRole('combobox', { name: 'Copies per row' });
    await columns.fill('Name');
    await columns.press('Enter');
    // Nothing there is a number: each row is one label that is rejected, and says why.
    await dialog.getByText('10 labels').first().waitFor();
    await dialog.getByText('“Item 1” in column “Name” is not a number of labels').waitFor();
    await page.keyboard.press('Escape');
  });
});

describe('cells edited in place', () => {
  const input = (): Locator => page.getByTestId('cell-input');
  const line = (): Locator => page.getByTestId('table-edits');
  const cellOf = (text: string): Locator => page.getByTestId('data-table').getByRole('gridcell', { name: text });

  test('by a double click and by keys; marked, counted, kept, printed, reverted', async () => {
    await cellOf('Item 2').first().dblclick();
    await input().fill('Edited by hand');
    await input().press('Enter');
    await line().getByText('1 cell changed here, not in the file.').waitFor();
    // Typing replaces the text, F2 edits the old one, Escape leaves the cell unchanged.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('X');
    await page.keyboard.press('Tab');
    await line().getByText('2 cells changed here').waitFor();
    await page.keyboard.press('F2');
    await page.keyboard.type('lost');
    await page.keyboard.press('Escape');
    await line().getByText('2 cells changed here').waitFor();
    await picture('edited cells');
    await reload();
    await line().getByText('2 cells changed here').waitFor();
    await cellOf('Edited by hand').first().waitFor();
    // Search finds the typed text.
    await page.getByTestId('table-search').fill('by hand');
    await page.getByTestId('table-count').filter({ hasText: '1 of 40 rows' }).waitFor();
    await page.getByTestId('table-search').fill('');
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      (async () => {
        await line().getByRole('button', { name: 'Save the table…' }).click();
        await page.getByRole('menuitem', { name: 'As a .csv file' }).click();
      })(),
    ]);
    expect(await readFile(await saved.path(), 'utf8')).toContain('Edited by hand,1,blue');
    const dialog = await driver.openPrint();
    await dialog.getByText('2 cells are changed here, not in the file.').waitFor();
    await page.keyboard.press('Escape');
    await cellOf('Edited by hand').first().click();
    await line().getByRole('button', { name: 'Revert Name, row 3' }).press('Enter');
    await cellOf('Item 2').first().waitFor();
    await line().getByRole('button', { name: 'Revert all' }).click();
    await line().waitFor({ state: 'detached' });
  });
});

test('all rows are checked; a problem leads to its row and element', async () => {
  for (const [item, text, notice] of [
    ['Item 5', 'no font has \u{10fffd}', '1 cell changed here'],
    ['Item 9', 'far too long for the label, '.repeat(12), '2 cells changed here'],
  ] as const) {
    await page.getByTestId('data-table').getByRole('gridcell', { name: item, exact: true }).first().dblclick();
    await page.getByTestId('cell-input').fill(text);
    await page.getByTestId('cell-input').press('Enter');
    await page.getByTestId('table-edits').getByText(notice).waitFor();
  }
  await page.getByTestId('check-rows').press('Enter');
  const status = page.getByTestId('preflight-status');
  await status.getByText('40 of 40 rows checked. 2 labels would not be printed.').waitFor();
  await picture('row problems');
  await page.locator('[data-testid="preflight-group"][data-code="text.missingGlyph"]').click();
  await page.getByTestId('table-row').filter({ hasText: /^6$/ }).waitFor();
  await page.getByTestId('element-problems').waitFor();
  await page.getByRole('checkbox', { name: 'Only rows with problems' }).check();
  await page.getByTestId('table-count').filter({ hasText: '2 of 40 rows' }).waitFor();
  await page.getByRole('button', { name: 'Revert all' }).click();
  // The panel is open: the check is repeated.
  await status.getByText('40 of 40 rows checked. No problems found.').waitFor();
  await page
    .getByTestId('table-count')
    .filter({ hasText: /^40 rows/ })
    .waitFor();
  await page.getByTestId('side-close').click();
});
