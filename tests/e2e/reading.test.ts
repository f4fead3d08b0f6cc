import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeText } from '#tests/support/encode-text.ts';
import { chooseOption, type EditorDriver } from '#tests/support/editor-driver.ts';
import { handsOn } from '#tests/support/hands.ts';
import { keepPictures, openEditor, type OpenedPage } from '#tests/support/open-editor.ts';
import { drawnOf, SEED } from '#tests/support/seed.ts';
import { untilIdle } from '#tests/support/until-idle.ts';

let opened: OpenedPage;
let page: Page;
let driver: EditorDriver;
let panel: Locator;

beforeAll(async () => {
  opened = await openEditor(
    'reader',
    { viewport: { width: 1024, height: 768 }, permissions: ['clipboard-read', 'clipboard-write'] },
    { name: 'Texts' },
  );
  ({ page, driver } = opened);
  panel = page.getByTestId('attribute-panel');
});
afterAll(() => opened?.close());
keepPictures(() => page);

/** Chooses a file for the selected element, as a user does. */
async function chooseFile(name: string, bytes: Uint8Array | string): Promise<void> {
  const path = join(opened.folder, name);
  await writeFile(path, bytes);
  const chooser = page.waitForEvent('filechooser');
  await panel.getByTestId('choose-spreadsheet').click();
  await (await chooser).setFiles(path);
}

async function placeBoundText(): Promise<void> {
  await driver.place('text', 10, 10);
  await chooseOption(page, panel.getByTestId('source-kind'), 'Spreadsheet');
}

test(`the rows of a file with an ambiguous encoding are shown in each candidate, to choose from (seed ${SEED})`, async () => {
  const bytes = encodeText('Name;n\nШ 12;1\n', 'windows-1251');
  for (const hand of drawnOf('encodings', handsOn(page))) {
    await placeBoundText();
    await chooseFile(`tree ${hand.name}.csv`, bytes);
    const dialog = page.getByRole('dialog', { name: 'Which rows look right?' });
    await dialog.getByText('Ш 12').waitFor();
    await dialog.getByText('Ø 12').waitFor();
    const radio = dialog.getByTestId('encoding-windows-1251').getByRole('radio');
    if (hand.name === 'pointer')
      await hand.press(dialog.getByTestId('encoding-windows-1251').locator('.ant-radio-wrapper'));
    else {
      // The arrow keys move from choice to choice.
      await dialog.getByRole('radio').first().focus();
      for (let i = 0; i < 5 && !(await radio.isChecked()); i++) await page.keyboard.press('ArrowDown');
    }
    await expect.poll(() => radio.isChecked()).toBe(true);
    await hand.press(dialog.getByRole('button', { name: 'Apply' }));
    await dialog.waitFor({ state: 'hidden' });
    await panel.getByTestId('data-column').waitFor();
    const file = await driver.download();
    expect(file).toContain('ReadEncoding="windows-1251"');
    expect(file).toContain('FirstValue="Ш 12"');
    await page.getByTestId('canvas-overlay').focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
  }
});

test('the import settings of a file can be changed later, with a preview of its first rows', async () => {
  await placeBoundText();
  await chooseFile('stock.csv', 'Stock of May,\nCode;Last, First\n001;Müller, Hans\n002;Jäger, Eva\n');
  await panel.getByTestId('data-column').waitFor();
  await page.keyboard.press('Escape');
  for (const hand of handsOn(page)) {
    await page.getByTestId('canvas-overlay').click({ position: { x: 5, y: 5 } });
    // From the panel and from the head of the table, where wrong cells are visible.
    const fromPanel = page.locator('.ed-sheet', { hasText: 'stock.csv' }).getByTestId('sheet-reading');
    await hand.press(hand.name === 'pointer' ? fromPanel : page.getByTestId('table-reading'));
    const dialog = page.getByRole('dialog', { name: 'Import settings' });
    await dialog.getByRole('region', { name: 'First rows' }).waitFor();
    await hand.choose(dialog.locator('.ant-select', { has: page.getByLabel('Between the cells') }), 'Semicolon');
    await hand.type(dialog.getByLabel('Rows above them'), hand.name === 'pointer' ? '1' : '0');
    await hand.choose(
      dialog.locator('.ant-select', { has: page.getByLabel('Around texts') }),
      hand.name === 'pointer' ? 'Nothing' : '"',
    );
    const heading = hand.name === 'pointer' ? 'Last, First' : 'Stock of May,';
    await dialog.getByRole('columnheader', { name: heading }).waitFor();
    await hand.press(dialog.getByRole('button', { name: 'Apply' }));
    await dialog.waitFor({ state: 'hidden' });
    // Tab has selected an element on the way: the list of spreadsheets is in the panel of the label.
    await page.getByTestId('canvas-overlay').click({ position: { x: 5, y: 5 } });
    // The bound column is found by its position: its name has just been read.
    await page
      .locator('.ed-sheet', { hasText: 'stock.csv' })
      .getByText(hand.name === 'pointer' ? /· Code$/ : /· Stock of May,$/)
      .waitFor();
    const file = await driver.download();
    expect(file).toContain('ReadDelimiter=";"');
    if (hand.name === 'pointer') expect(file).toContain('ReadSkippedRows="1"');
    else expect(file).not.toContain('ReadSkippedRows');
  }
});

test('an unclosed quote opens the import settings, and undecodable cells are reported', async () => {
  await placeBoundText();
  await chooseFile('quote.csv', 'a,b\n1,2\n3,"4\n');
  const dialog = page.getByRole('dialog', { name: 'Import settings' });
  await dialog.getByText('The quote that begins a cell in row 3 is not closed.').waitFor();
  await dialog.getByRole('cell', { name: '"4' }).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });

  await chooseFile(
    'bad.csv',
    Uint8Array.from([...new TextEncoder().encode('a,b\nÄ,Ö\nß,é\nM'), 0xfc, 0x2c, 0x31, 0x0a]),
  );
  await panel.getByTestId('data-column').waitFor();
  await page.getByTestId('canvas-overlay').click({ position: { x: 5, y: 5 } });
  await page.getByTestId('bad-cells').getByText('row 4, column A').waitFor();
});

/** Puts these forms of something on the clipboard. */
async function copyElsewhere(copied: Readonly<Record<string, string>>): Promise<void> {
  await page.evaluate(async (forms) => {
    const blobs = Object.entries(forms).map(([type, text]) => [type, new Blob([text], { type })] as const);
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))]);
  }, copied);
}

test('cells copied elsewhere are pasted as a sheet', async () => {
  const html =
    '<html><body><table><tr><td>Name</td><td>No</td></tr><tr><td rowspan="2">Tea<br>green</td><td>00123</td></tr>' +
    '<tr><td sdval="6901234567892">6.9E+12</td></tr></table></body></html>';
  for (const [i, hand] of handsOn(page).entries()) {
    await placeBoundText();
    const copied: Record<string, string> =
      i === 0 ? { 'text/html': html, 'text/plain': 'x' } : { 'text/plain': 'Name\tNo\r\n"Tea\ngreen"\t00123\r\n' };
    await copyElsewhere(copied);
    await hand.press(panel.getByTestId('sheet-paste'));
    await panel.getByTestId('data-column').waitFor();
    await panel
      .getByText(/^Pasted table/)
      .first()
      .waitFor();
    const file = await driver.download();
    expect(file).toContain('FirstValue="Tea&#xa;green"');
    expect(file).toContain('ExcelName="Pasted table');
  }

  // If the page may not read the clipboard, the user presses the keys.
  await opened.context.clearPermissions();
  await placeBoundText();
  await page.evaluate(() => {
    Object.defineProperty(navigator.clipboard, 'read', { value: () => Promise.reject(new Error('not allowed')) });
  });
  await panel.getByTestId('sheet-paste').click();
  const dialog = page.getByRole('dialog', { name: 'Paste a table' });
  await dialog.getByRole('textbox').waitFor();
  await dialog.getByRole('textbox').evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'Colour\tSize\nred\tXL\n');
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await dialog.waitFor({ state: 'hidden' });
  await panel.getByTestId('data-column').getByText('Colour').waitFor();
});

test('Ctrl+V in the panel or in the table pastes cells as a sheet', async () => {
  const table = page.getByTestId('data-table');
  await opened.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await placeBoundText();
  await copyElsewhere({ 'text/plain': 'Fruit\tNo\r\nPlum\t00123\r\n' });
  await panel.getByTestId('sheet-paste').focus();
  await page.keyboard.press('Control+v');
  await panel.getByTestId('data-column').getByText('Fruit').waitFor();
  await table.getByRole('gridcell', { name: '00123', exact: true }).waitFor();
  // A text shows its stored value.
  await untilIdle(panel);
  await expect.poll(() => panel.getByLabel('Use raw values').count()).toBe(0);

  await copyElsewhere({
    'text/html': '<table><tr><td>Colour</td></tr><tr><td>dark red</td></tr></table>',
    'text/plain': 'not this',
  });
  await table.getByRole('gridcell', { name: 'Plum', exact: true }).click();
  await page.keyboard.press('Control+v');
  await table.getByRole('gridcell', { name: 'dark red', exact: true }).waitFor();
  // Bound columns stay bound.
  await panel.getByTestId('data-column').getByText('Fruit').waitFor();

  // In a field it is the field's text.
  await copyElsewhere({ 'text/plain': 'dark' });
  const search = table.getByTestId('table-search');
  await search.click();
  await page.keyboard.press('Control+v');
  await expect.poll(() => search.inputValue()).toBe('dark');
  await page.keyboard.press('Escape');

  // A copied element still goes to the canvas.
  const elements = async (): Promise<number> => ((await driver.download()).match(/FirstValue=/g) ?? []).length;
  const before = await elements();
  await page.getByTestId('canvas-overlay').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+c');
  await table.getByRole('gridcell', { name: 'dark red', exact: true }).click();
  await page.keyboard.press('Control+v');
  await expect.poll(elements).toBe(2 * before);
  await page.keyboard.press('Control+z');
});
