import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { handsOn } from '#tests/support/hands.ts';
import { keepPictures, openEditor, type OpenedPage } from '#tests/support/open-editor.ts';
import { drawnOf, SEED } from '#tests/support/seed.ts';
import { buildXlsx } from '#tests/support/xlsx-builder.ts';

let opened: OpenedPage;
let page: Page;
let driver: EditorDriver;

beforeAll(async () => {
  opened = await openEditor('renamer', { viewport: { width: 1280, height: 900 } }, { name: 'Renamed' });
  ({ page, driver } = opened);
});
afterAll(() => opened?.close());
keepPictures(() => page);

/** The same goods under other headings, as a text, as a page and as a workbook. */
const WRITERS: Readonly<Record<string, (rows: readonly string[][]) => string | Uint8Array>> = {
  csv: (rows) => rows.map((row) => row.join(';')).join('\n'),
  xls: (rows) => `<table>${rows.map((row) => `<tr><td>${row.join('<td>')}</tr>`).join('')}</table>`,
  xlsx: (rows) => buildXlsx([{ name: 'Sheet1', rows }]),
};

async function replaceBy(name: string, bytes: string | Uint8Array, press: () => Promise<void>): Promise<void> {
  const path = join(opened.folder, name);
  await writeFile(path, bytes);
  const chooser = page.waitForEvent('filechooser');
  await press();
  await (await chooser).setFiles(path);
}

test(`a column with another heading in a newer file is mapped in a dialog (seed ${SEED})`, async () => {
  const path = join(opened.folder, 'goods.csv');
  await writeFile(path, 'Code;Name\n001;Tea\n');
  await driver.place('text', 10, 10);
  await driver.bind(path, 'Sheet1', 'Name');
  let heading = 'Name';
  for (const [kind, write] of drawnOf('renamed columns', Object.entries(WRITERS))) {
    for (const hand of drawnOf(`renamed columns ${kind}`, handsOn(page))) {
      const next = `Goods ${kind} ${hand.name}`;
      const rows = [
        ['Code', next],
        ['001', `${kind} by ${hand.name}`],
      ];
      await replaceBy(`goods ${hand.name}.${kind}`, write(rows), () => hand.press(page.getByTestId('table-replace')));
      await hand.press(page.locator('.ant-modal-confirm .ant-btn-primary'));
      await page.getByText(`A column of the label is not in this file: ${heading}`).waitFor();
      await hand.press(page.getByTestId('map-columns'));
      const dialog = page.getByRole('dialog', { name: 'Match columns' });
      await hand.choose(dialog.getByTestId('gone-0'), next);
      await hand.press(dialog.getByRole('button', { name: 'Use these columns' }));
      await dialog.waitFor({ state: 'hidden' });
      await expect.poll(() => driver.download()).toContain(`FirstValue="${kind} by ${hand.name}"`);
      heading = next;
    }
  }
});
