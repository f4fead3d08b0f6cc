import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { handsOn } from '#tests/support/hands.ts';
import { buildOds, odsCell, odsRow, odsTable, odsText } from '#tests/support/ods-builder.ts';
import { keepPictures, openEditor, SCREENSHOTS, type OpenedPage } from '#tests/support/open-editor.ts';

let opened: OpenedPage;
let page: Page;
let driver: EditorDriver;

beforeAll(async () => {
  opened = await openEditor('accountant', { viewport: { width: 1024, height: 768 } }, { name: 'Prices' });
  ({ page, driver } = opened);
});
afterAll(() => opened?.close());
keepPictures(() => page);

test('a column of an .ods prints the shown values of the file, or the stored ones by choice', async () => {
  const price = odsCell('office:value-type="currency" office:currency="EUR" office:value="19.905"', '19,91 €');
  const path = join(opened.folder, 'prices.ods');
  await writeFile(path, buildOds(odsTable(odsRow(odsText('Name'), odsText('Price')) + odsRow(odsText('Tea'), price))));
  await driver.place('text', 10, 10);
  await driver.bind(path, 'Data', 'Price');
  expect(await driver.download()).toContain('FirstValue="19,91 €"');

  const choice = page.getByTestId('attribute-panel').getByLabel('Use raw values');
  for (const hand of handsOn(page)) {
    await hand.press(choice);
    await choice.and(page.locator(':checked')).waitFor();
    const stored = await driver.download();
    expect(stored, hand.name).toContain('FirstValue="19.905"');
    expect(stored, hand.name).toContain('AsStored=');
    await page.screenshot({ path: join(SCREENSHOTS, 'raw values for this column.png') });
    await hand.press(choice);
    await choice.and(page.locator(':not(:checked)')).waitFor();
    const shown = await driver.download();
    expect(shown, hand.name).toContain('FirstValue="19,91 €"');
    expect(shown, hand.name).not.toContain('AsStored=');
  }
});
