import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withPoppler } from '#tests/export/poppler.ts';
import { openEditor, type OpenedPage } from '#tests/support/open-editor.ts';

/** Lists and hyphens from the panel to the exported page, which needs the patterns of a language in the render worker. */
describe('paragraphs', () => {
  let opened: OpenedPage;
  let page: Page;

  beforeAll(async () => {
    opened = await openEditor('paragraphs', {}, { name: 'Paragraphs' });
    ({ page } = opened);
    await opened.driver.place('text', 5, 4);
  });
  afterAll(() => opened?.close());

  async function choose(label: string, choice: string): Promise<void> {
    await page.getByRole('combobox', { name: label, exact: true }).click();
    await page.locator('.ant-select-dropdown:visible').getByText(choice, { exact: true }).click();
  }

  async function exportedText(): Promise<string> {
    await page.getByTestId('export').click();
    await page.getByRole('menuitem', { name: 'PDF (shapes and text)', exact: true }).click();
    const dialog = page.getByRole('dialog');
    const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByTestId('export-start').click()]);
    await dialog.getByTestId('export-over').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.waitFor({ state: 'hidden' });
    return withPoppler(await readFile(await download.path()), async (pdf) => (await pdf.text()).trim());
  }

  test('a numbered list is hyphenated in the chosen language', async () => {
    await page.getByTestId('content-input').first().fill('Mindesthaltbarkeitsdatum\nZutaten');
    await page.getByLabel('Wrap lines automatically', { exact: true }).check();
    const width = page.getByLabel('Box width', { exact: true });
    await width.fill('30');
    await width.press('Enter');
    await choose('List', 'Numbers');
    await choose('Hyphenation', 'Deutsch');
    const lines = (await exportedText()).split(/\s*\n\s*/);
    expect(lines[0]).toMatch(/^1\.\s*Mindest/);
    expect(lines[0]?.endsWith('-')).toBe(true);
    expect(lines.at(-1)).toMatch(/^2\.\s*Zutaten$/);
    expect(lines.join('').replaceAll(/[-\s]/g, '')).toBe('1.Mindesthaltbarkeitsdatum2.Zutaten');
  });
});
