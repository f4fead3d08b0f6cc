import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { createTestElement } from './create-elements.ts';
import { chooseFile } from './editor-driver.ts';
import { putElements } from './put-elements.ts';
import { untilIdle } from './until-idle.ts';

/** Opens the editor on a new label and puts an element of every kind on it, the first bound to a spreadsheet. */
export async function fillLabel(page: Page, address: string, folder: string): Promise<void> {
  await writeFile(join(folder, 'rows.csv'), 'name,code\nAnna,4006381333931\nBoris,4006381333932\nCleo,4006381333948\n');
  await page.goto(`${address}/index`);
  await page.locator('.home-start-new').click();
  await page.locator('.label-dialog-buttons button[type="submit"]').click();
  await page.getByTestId('canvas-overlay').waitFor();
  if ((await page.evaluate(() => localStorage.getItem('firstGuideDone'))) === null)
    await page.getByTestId('guide-skip').click();
  await putElements(page, [
    createTestElement('rectangle', { name: 'Rectangle1', xMm: 1, yMm: 1 }),
    createTestElement('line', { name: 'Line1', xMm: 4, yMm: 50 }),
    createTestElement('table', { name: 'Table1', xMm: 4, yMm: 56 }),
    createTestElement('qrcode', { name: 'QR code 1', xMm: 70, yMm: 4 }),
    createTestElement('timeText', { name: 'Time1', xMm: 4, yMm: 14 }),
  ]);
  await putElements(page, [createTestElement('barcode', { name: 'Barcode1', xMm: 4, yMm: 26 })]);
  await page.getByTestId('attribute-panel').getByText('Barcode1').first().waitFor();
  // One that is filled in when it is printed.
  await page.locator('.ed-source input[type=checkbox]').first().check();
  await putElements(page, [createTestElement('text', { name: 'Text1', xMm: 4, yMm: 4 })]);
  await page.getByTestId('attribute-panel').getByText('Text1').first().waitFor();
  await untilIdle(page);
  await chooseSpreadsheet(page, join(folder, 'rows.csv'));
}

async function chooseSpreadsheet(page: Page, path: string): Promise<void> {
  const panel = page.getByTestId('attribute-panel');
  await panel.getByTestId('source-kind').click();
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').nth(1).click();
  await chooseFile(page, panel.getByTestId('choose-spreadsheet'), path);
  await panel.getByTestId('data-column').click();
  await page.locator('.ant-select-dropdown:visible').getByText('name', { exact: true }).click();
  await panel.getByTestId('data-column').getByText('name', { exact: true }).waitFor();
  await untilIdle(page);
}
