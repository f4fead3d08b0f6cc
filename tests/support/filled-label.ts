import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { chooseFile } from './editor-driver.ts';
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
  const at = async (x: number, y: number): Promise<void> => {
    for (const [id, value] of [
      ['field-x', x],
      ['field-y', y],
    ] as const) {
      const inner = page.getByTestId(id).locator('input');
      const input = (await inner.count()) > 0 ? inner : page.getByTestId(id);
      await input.fill(String(value));
      await input.press('Enter');
    }
    await untilIdle(page);
  };
  const places = {
    rectangle: [1, 1],
    line: [4, 50],
    table: [4, 56],
    barcode: [4, 26],
    qrcode: [70, 4],
    timeText: [4, 14],
  };
  for (const [type, [x = 0, y = 0]] of Object.entries(places)) {
    await page.getByTestId(`palette-${type}`).dblclick();
    await at(x, y);
    // One that is filled in when it is printed.
    if (type === 'barcode') await page.locator('.ed-source input[type=checkbox]').first().check();
  }
  await page.getByTestId('palette-text').dblclick();
  await at(4, 4);
  await chooseSpreadsheet(page, join(folder, 'rows.csv'));
}

async function chooseSpreadsheet(page: Page, path: string): Promise<void> {
  const panel = page.getByTestId('attribute-panel');
  await panel.locator('.ed-source .ed-choice-item').nth(1).click();
  await chooseFile(page, panel.getByTestId('choose-spreadsheet'), path);
  await panel.getByTestId('data-column').click();
  await page.locator('.ant-select-dropdown:visible').getByText('name', { exact: true }).click();
  await panel.getByTestId('data-column').getByText('name', { exact: true }).waitFor();
  await untilIdle(page);
}
