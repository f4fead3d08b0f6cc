import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { keepPictures, openEditor, SCREENSHOTS, type OpenedPage } from '#tests/support/open-editor.ts';

let opened: OpenedPage;
let page: Page;
let driver: EditorDriver;
let folder: string;

beforeAll(async () => {
  opened = await openEditor('overflowing', {}, { name: 'Overflow' });
  ({ page, driver, folder } = opened);
  await writeFile(join(folder, 'rows.csv'), `name\nShort\n${'Far too long for this label '.repeat(6)}\nFits\n`);
  await driver.place('text', 10, 10);
  await driver.bind(join(folder, 'rows.csv'), 'Sheet1', 'name');
});
afterAll(() => opened?.close());
keepPictures(() => page);

test('a row with cut-off text is rejected by name, and printed when the user allows it', async () => {
  const dialog = await driver.openPrint();
  const refused = dialog.getByText(/would be cut off at the edge of the label/).first();
  const allow = dialog.getByRole('checkbox', { name: 'Print labels even if text is cut off' });
  const next = dialog.getByRole('button', { name: 'Next page' });

  // Three rows, one of them rejected: two sheets. The rejected one is reported.
  await dialog.getByRole('button', { name: 'Print', exact: true }).and(page.locator(':enabled')).waitFor();
  await next.click();
  await refused.waitFor();
  await page.screenshot({ path: join(SCREENSHOTS, 'overflow refused.png') });

  // Switched on with the pointer, then off and on again by keyboard.
  await allow.click();
  await expect.poll(() => allow.isChecked()).toBe(true);
  await allow.press('Space');
  await expect.poll(() => allow.isChecked()).toBe(false);
  await allow.press('Space');
  await expect.poll(() => allow.isChecked()).toBe(true);

  await dialog.getByRole('button', { name: 'Print', exact: true }).click();
  await dialog
    .getByText(/3 of 3|Printing is finished/)
    .first()
    .waitFor();
  await page.screenshot({ path: join(SCREENSHOTS, 'overflow allowed.png') });
});
