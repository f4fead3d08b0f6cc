import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withPoppler } from '#tests/export/poppler.ts';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { openEditor, type OpenedPage } from '#tests/support/open-editor.ts';

/** Exports from the editor, each read by an independent program. */
describe('export', () => {
  let opened: OpenedPage;
  let page: Page;
  let driver: EditorDriver;
  let folder: string;

  beforeAll(async () => {
    opened = await openEditor('export', {}, { name: 'Names' });
    ({ page, driver, folder } = opened);
    await writeFile(join(folder, 'rows.csv'), 'name\nAnna 安娜\nBoris\nCleo\n');
    await driver.place('text', 5, 4);
    await driver.bind(join(folder, 'rows.csv'), 'Sheet1', 'name');
    await driver.place('qrcode', 40, 20);
  });
  afterAll(() => opened?.close());

  async function exported(format: string, allRows: boolean): Promise<Buffer> {
    await page.getByTestId('export').click();
    await page.getByRole('menuitem', { name: format, exact: true }).click();
    const dialog = page.getByRole('dialog');
    if (allRows) await dialog.getByText(/^All rows/).click();
    const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByTestId('export-start').click()]);
    await dialog.getByTestId('export-over').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.waitFor({ state: 'hidden' });
    return readFile(await download.path());
  }

  test('a PDF of all rows has their texts', async () => {
    await withPoppler(await exported('PDF (shapes and text)', true), async (opened) => {
      const pages = (await opened.text()).split('\f').map((text) => text.trim());
      expect(pages.slice(0, 3)).toEqual(['Anna 安娜', 'Boris', 'Cleo']);
      expect(await opened.symbols(2, 300)).toHaveLength(1);
    });
  });

  test('a PDF of the displayed row has that row', async () => {
    await withPoppler(await exported('PDF (shapes and text)', false), async (opened) => {
      expect((await opened.text()).trim()).toBe('Anna 安娜');
    });
  });

  test('the other formats have their declared type', async () => {
    expect((await exported('SVG', false)).toString()).toContain('<title>安娜</title>');
    expect((await exported('PNG', false)).subarray(1, 4).toString()).toBe('PNG');
    expect((await exported('PDF (exact bitmaps)', false)).subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('all rows are one file of a printer’s language, a page for each', async () => {
    const zpl = (await exported('ZPL II', true)).toString('latin1');
    expect(zpl.match(/\^XA/g)).toHaveLength(3);
    expect(zpl.trimEnd()).toMatch(/\^XZ$/);
    expect((await exported('TSPL', false)).toString('latin1')).toMatch(/^\s*SIZE /);
  });
});
