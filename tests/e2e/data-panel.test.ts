import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseFile, chooseOption, pickOption, type EditorDriver } from '#tests/support/editor-driver.ts';
import { createRows, HEADINGS, writeGoodsWorkbook } from '#tests/support/goods-workbook.ts';
import { enterEditor, keepPictures, openShared, type OpenedPage } from '#tests/support/open-editor.ts';
import { slowWorkers, type SlowWorkers } from '#tests/support/slow-workers.ts';
import { untilIdle } from '#tests/support/until-idle.ts';
import type { XlsxCell } from '#tests/support/xlsx-builder.ts';

let opened: OpenedPage;
let page: Page;
let driver: EditorDriver;
let workers: SlowWorkers;
let folder: string;

const writeWorkbook = (name: string, rows: readonly XlsxCell[][], headings: readonly XlsxCell[]): Promise<string> =>
  writeGoodsWorkbook(join(folder, name), rows, headings);

beforeAll(async () => {
  opened = await openShared({ viewport: { width: 1440, height: 900 } });
  ({ page, driver, folder } = opened);
  workers = await slowWorkers(page);
  await enterEditor(opened, 'tables', { name: 'Rows' });
});
afterAll(() => opened?.close());
keepPictures(() => page);

const table = () => page.getByTestId('data-table');
const grid = () => page.getByTestId('table-grid');
const count = () => page.getByTestId('table-count');
const row = () => page.getByTestId('table-row');
/** The row number in the stepper below the canvas. */
const canvasRow = () => page.getByRole('group', { name: 'Row shown' }).getByRole('spinbutton');
const cellsOf = (text: string) => grid().getByRole('gridcell', { name: text, exact: true });
/** The column of the element selected, in its panel. */
const column = () => page.getByTestId('attribute-panel').getByTestId('data-column');
const heading = (name: string) => grid().getByRole('columnheader', { name, exact: true });

async function shows(locator: () => ReturnType<typeof row>, text: string | RegExp, limit = {}): Promise<void> {
  await expect.poll(() => locator().textContent(), limit).toMatch(text);
}

/** The drawn cell texts of a column, from the top. */
async function drawn(column: number): Promise<string[]> {
  return grid()
    .locator(`[role=gridcell][aria-colindex="${column + 2}"]`)
    .evaluateAll((cells) =>
      cells
        .toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
        .map((cell) => cell.textContent ?? ''),
    );
}

test('shows the rows of the spreadsheet, with the bound column and error cells marked', async () => {
  await driver.place('text', 10, 10);
  await driver.bind(await writeWorkbook('goods.xlsx', createRows(5000), HEADINGS), 'Goods', 'Name');
  await shows(count, '5,000 rows');
  await expect.poll(async () => (await drawn(0)).slice(0, 3)).toEqual(['Item 1', 'Item 2', 'Item 3']);
  await expect.poll(() => grid().getAttribute('aria-rowcount')).toBe('5001');
  await grid().getByRole('gridcell', { name: '#N/A error' }).waitFor({ state: 'attached' });
  // No number or date is cut off once the columns have the widths of their first rows.
  const cut = () =>
    grid()
      .getByRole('gridcell')
      .evaluateAll((cells) => cells.flatMap((cell) => (cell.scrollWidth > cell.clientWidth ? cell.textContent : [])));
  await expect.poll(cut).toEqual([]);
  await page.getByTestId('canvas-overlay').press('Escape');
  await heading('Name').getByRole('button', { name: 'Used by Text1' }).click();
  await column().waitFor();
  // The same with the keys.
  await page.getByTestId('canvas-overlay').press('Escape');
  await column().waitFor({ state: 'detached' });
  await grid().focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('s');
  await column().waitFor();
});

test('a click and the keys select the row that the canvas shows', async () => {
  await cellsOf('Item 3').click();
  await shows(row, /^4$/);
  await expect.poll(() => canvasRow().inputValue()).toBe('3');
  const press = async (key: string, to: string): Promise<void> => {
    await grid().press(key);
    await shows(row, new RegExp(`^${to}$`));
  };
  await press('ArrowDown', '5');
  await press('ArrowUp', '4');
  await press('Control+End', '5001');
  await cellsOf('Item 5000').waitFor();
  await press('PageUp', String(Number(await row().textContent()) - (await screenRows())));
  await press('Control+Home', '2');
  await grid().press('End');
  await expect.poll(() => grid().getAttribute('aria-activedescendant')).toMatch(/-0-4$/);
  await grid().press('Home');
  await expect.poll(() => grid().getAttribute('aria-activedescendant')).toMatch(/-0-0$/);
  // From anywhere, and by the buttons.
  await page.getByTestId('canvas-overlay').press('Alt+ArrowDown');
  await shows(row, /^3$/);
  await page.getByTestId('table-next').click();
  await shows(row, /^4$/);
  await page.getByTestId('table-previous').press('Enter');
  await shows(row, /^3$/);
  // The stepper below the canvas moves the table too.
  await canvasRow().fill('1999');
  await canvasRow().press('Enter');
  await cellsOf('Item 1999').waitFor();
  await shows(row, /^2000$/);
  await grid().focus();
  await page.keyboard.press('F6');
  await untilIdle(table());
  await expect.poll(() => table().evaluate((element) => element.contains(document.activeElement))).toBe(false);
});

async function screenRows(): Promise<number> {
  const height = (await grid().boundingBox())?.height ?? 0;
  return Math.max(1, Math.floor((height - 34) / 28) - 1);
}

test('searches, filters and sorts by pointer and by keyboard', async () => {
  await page.getByTestId('table-search').fill('BERLIN');
  await shows(count, /^1,667 of 5,000 rows$/);
  await expect.poll(async () => new Set(await drawn(3))).toEqual(new Set(['Berlin', 'berlin']));
  await page.getByTestId('table-search').press('Escape');
  await shows(count, /^5,000 rows$/);

  await heading('Price').getByRole('button', { name: 'Filter Price' }).click();
  const form = page.getByRole('dialog', { name: 'Filter: Price' });
  await chooseOption(page, form.getByTestId('filter-test'), 'is less than');
  await form.getByTestId('filter-value').fill('10');
  await form.getByRole('button', { name: 'Apply' }).click();
  await shows(count, /^50 of 5,000 rows$/);
  await heading('Price').getByRole('button', { name: 'Sort by Price' }).click();
  await expect.poll(() => drawn(1)).toContain('0.5');
  await heading('Price').getByRole('button', { name: 'Sort by Price' }).click();
  await expect.poll(async () => (await drawn(1))[0]).toBe('9.5');
  await expect.poll(() => heading('Price').getAttribute('aria-sort')).toBe('descending');
  // Steps follow the order of the table.
  await cellsOf('9.5').first().click();
  await shows(row, /^759$/);
  await page.keyboard.press('Alt+ArrowDown');
  await shows(row, /^1759$/);
  // Keys faster than the worker all count, each from the previous target.
  await workers.keepBusy();
  await cellsOf('8.5').first().click();
  for (let i = 0; i < 2; i++) await page.keyboard.press('Alt+ArrowDown');
  // They end at a row that none of them has passed.
  for (let i = 0; i < 3; i++) await page.keyboard.press('Alt+ArrowUp');
  await workers.goOn();
  await shows(row, /^4759$/);
  await page.getByRole('button', { name: 'Remove the filter of Price' }).click();
  await shows(count, /^5,000 rows$/);
  // A key pressed while other rows load moves to a position among them, and stays there when they arrive.
  await workers.keepBusy();
  await page.getByTestId('table-clear').click();
  await expect.poll(() => heading('Price').getAttribute('aria-sort')).toBe('none');
  await expect.poll(() => grid().getAttribute('aria-busy')).toBe('true');
  await grid().focus();
  await page.keyboard.press('Control+Home');
  await workers.goOn();
  await expect.poll(() => grid().getAttribute('aria-busy')).toBe('false');
  await shows(row, /^2$/);
  await expect.poll(() => grid().getAttribute('aria-activedescendant')).toMatch(/-0-0$/);

  // The same with the keys: the headings are above the first row.
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect.poll(() => heading('Name').getAttribute('aria-sort')).toBe('ascending');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => heading('Price').getAttribute('aria-sort')).toBe('ascending');
  const width = async (): Promise<number> => (await heading('Price').boundingBox())?.width ?? 0;
  const before = await width();
  await page.keyboard.press('+');
  await expect.poll(width).toBe(before + 16);
  await page.keyboard.press('-');
  await expect.poll(width).toBe(before);
  await page.keyboard.press('f');
  await page.getByRole('dialog', { name: 'Filter: Price' }).waitFor();
  await page.keyboard.type('7.5');
  await page.keyboard.press('Enter');
  await shows(count, /^500 of 5,000 rows$/);
  await page.getByTestId('table-clear').press('Enter');
  await shows(count, /^5,000 rows$/);
});

test('reports a filter value that is no number, and loses no row', async () => {
  await heading('Price').getByRole('button', { name: 'Filter Price' }).click();
  const form = page.getByRole('dialog', { name: 'Filter: Price' });
  await chooseOption(page, form.getByTestId('filter-test'), 'is at least');
  await form.getByTestId('filter-value').fill('many');
  await form.getByTestId('filter-value').press('Enter');
  await table().getByRole('alert').waitFor();
  await page.getByRole('button', { name: 'Remove the filter of Price' }).press('Enter');
  await shows(count, /^5,000 rows$/);
});

test('typed cell text stays when its row is scrolled out of view, and when the order changes', async () => {
  const input = page.getByTestId('cell-input');
  const edits = page.getByTestId('table-edits');
  const isAtTop = () => expect.poll(async () => (await drawn(0))[0]).toBe('Item 1');
  const start = async (): Promise<void> => {
    await grid().focus();
    await page.keyboard.press('Control+Home');
    await isAtTop();
    await page.keyboard.press('F2');
    await page.keyboard.type('Typed');
  };
  await start();
  await grid().hover();
  await page.mouse.wheel(0, 20_000);
  await input.waitFor({ state: 'hidden' });
  await edits.getByText('1 cell changed here, not in the file.').waitFor();
  await expect.poll(() => grid().evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Control+Home');
  await expect.poll(async () => (await drawn(0))[0]).toMatch(/^Typed/);
  await edits.getByRole('button', { name: 'Revert all' }).click();
  await edits.waitFor({ state: 'hidden' });
  await isAtTop();

  await workers.keepBusy();
  await heading('Code')
    .getByRole('button', { name: 'Sort by Code' })
    .click({ modifiers: ['Shift'] });
  await heading('Code')
    .getByRole('button', { name: 'Sort by Code' })
    .click({ modifiers: ['Shift'] });
  await start();
  await workers.goOn();
  // While it is edited, the cell stays in place.
  await untilIdle(page);
  await page.keyboard.type(' on');
  await expect.poll(async () => (await drawn(2)).slice(0, 2)).toEqual(['000000', '000001']);
  await page.keyboard.press('Enter');
  // Then the new order applies, and the cell that Enter moved to is in view there.
  await expect.poll(async () => (await drawn(2)).slice(-2)).toEqual(['000001', '000000']);
  await shows(row, /^3$/);
  await edits.getByText('1 cell changed here, not in the file.').waitFor();
  await edits.getByRole('button', { name: 'Revert all' }).click();
  await page.getByTestId('table-clear').click();
  await expect.poll(async () => (await drawn(2))[0]).toBe('000000');
});

test('the last of several choices of a column counts, with the format that is set meanwhile', async () => {
  const panel = page.getByTestId('attribute-panel');
  const type = panel.getByTestId('data-type');
  const bound = (name: string) => column().getByText(name, { exact: true }).waitFor();
  await bound('Name');
  await workers.keepBusy();
  await pickOption(page, column(), 'Price');
  await pickOption(page, column(), 'Code');
  await pickOption(page, type, 'Number');
  await workers.goOn();
  await bound('Code');
  await type.getByText('Number', { exact: true }).waitFor();
  await heading('Code').getByRole('button', { name: 'Used by Text1' }).waitFor();
  await chooseOption(page, type, 'Text as shown');
  const asStored = panel.getByLabel('Use raw values');
  await workers.keepBusy();
  await pickOption(page, column(), 'Price');
  await asStored.click();
  await workers.goOn();
  await bound('Price');
  await expect.poll(() => asStored.isChecked()).toBe(true);
  await asStored.press('Space');
  await expect.poll(() => asStored.isChecked()).toBe(false);
  await chooseOption(page, column(), 'Name');
  await bound('Name');
});

test('the table shows another sheet, is moved and resized, and all of it is remembered', async () => {
  await page.getByRole('tab', { name: 'Shops' }).click();
  await shows(count, /^2 rows$/);
  await page.getByRole('tab', { name: 'Shops' }).press('ArrowLeft');
  await shows(count, /^5,000 rows$/);
  const edge = page.getByTestId('table-divider');
  const height = async (): Promise<number> => (await table().boundingBox())?.height ?? 0;
  const before = await height();
  const box = await edge.boundingBox();
  if (box === null) throw new Error('no divider');
  await page.mouse.move(box.x + 100, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + 100, box.y - 40, { steps: 4 });
  await page.mouse.up();
  await expect.poll(height).toBe(before + 60);
  await edge.press('ArrowDown');
  await expect.poll(height).toBe(before + 36);
  const column = await heading('Code').boundingBox();
  if (column === null) throw new Error('no heading');
  await page.mouse.move(column.x + column.width - 1, column.y + 10);
  await page.mouse.down();
  await page.mouse.move(column.x + column.width + 39, column.y + 10, { steps: 4 });
  await page.mouse.up();
  const width = async (): Promise<number> => (await heading('Code').boundingBox())?.width ?? 0;
  await expect.poll(width).toBe(column.width + 40);
  await page.getByTestId('table-side').click();
  await page.getByTestId('table-side').press('Enter');
  await page.getByTestId('table-toggle').click();
  await grid().waitFor({ state: 'detached' });
  await page.getByTestId('table-toggle').press('Enter');
  await grid().waitFor();
  await driver.save();
  await expect.poll(() => page.getByTestId('save-state').getAttribute('data-state')).toBe('saved');
  await page.reload();
  await shows(count, /^5,000 rows$/);
  await expect.poll(() => height()).toBe(before + 36);
  await expect.poll(() => width()).toBe(column.width + 40);
});

test('columns with other names in a newer file are mapped in one dialog, in one history step', async () => {
  const path = await writeWorkbook('newer.xlsx', createRows(40), ['Item name', 'Price', 'Code', 'City', 'Date']);
  await chooseFile(page, page.getByTestId('table-replace'), path);
  await page
    .getByRole('button', { name: 'Use this file' })
    .or(page.locator('.ant-modal-confirm .ant-btn-primary'))
    .click();
  await table().getByText('A column of the label is not in this file: Name').waitFor();
  await page.getByTestId('map-columns').click();
  const dialog = page.getByRole('dialog', { name: 'Match columns' });
  await chooseOption(page, dialog.getByTestId('gone-0'), 'Item name');
  await dialog.getByRole('button', { name: 'Use these columns' }).click();
  await heading('Item name').getByRole('button', { name: 'Used by Text1' }).waitFor();
  await page.getByTestId('canvas-overlay').press('Control+z');
  await table().getByText('A column of the label is not in this file: Name').waitFor();
  await page.getByTestId('canvas-overlay').press('Control+y');
  await heading('Item name').getByRole('button', { name: 'Used by Text1' }).waitFor();
});

test('the first rows of a long file are there while it is read, a reload continues reading, and it can be canceled', async () => {
  const path = await writeWorkbook('long.xlsx', createRows(40_000), HEADINGS);
  page.on('dialog', (dialog) => void dialog.accept());
  await chooseFile(page, page.getByTestId('table-replace'), path);
  await page.locator('.ant-modal-confirm .ant-btn-primary').click();
  await shows(count, /^40,000 rows$/);
  await page.getByTestId('save').click();
  await expect.poll(() => page.getByTestId('save-state').getAttribute('data-state')).toBe('saved');
  await page.reload();
  // It is read again; the page is closed meanwhile, and the next one reads it all.
  await grid().waitFor();
  await page.reload();
  await shows(count, /^40,000 rows$/);
  await expect.poll(() => grid().getAttribute('aria-busy')).toBe('false');
  await grid().focus();
  await page.keyboard.press('Control+End');
  await cellsOf('Item 40000').waitFor();

  const other = await writeWorkbook('other.xlsx', createRows(20), HEADINGS);
  await workers.keepBusy();
  await chooseFile(page, page.getByTestId('table-replace'), other);
  await page.getByTestId('data-table').getByRole('button', { name: 'Cancel' }).click();
  await page.getByTestId('table-replace').waitFor();
  await workers.goOn();
  await shows(count, /^40,000 rows$/);
});
