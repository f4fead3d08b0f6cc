import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { readTemplate } from '#model/template/file-format.ts';
import type { Template } from '#model/template/template.ts';
import { writePdf } from '#tests/document/support/written-pdf.ts';
import { filePixelHash } from '#tests/support/pixel-hash.ts';
import { chooseDocuments, openDocuments, PT } from '#tests/support/documents-page.ts';
import { keepPictures, type OpenedParts } from '#tests/support/open-editor.ts';
import { jobsOf, pagesOf } from '#tests/support/print-dialog.ts';

/** A frame, a horizontal line, a slanted one that no element of a page can be, and a text. */
const CONTENT = '1 w 4 4 100 70 re S 2 w 10 60 m 90 60 l S 1 w 70 10 m 95 40 l S BT /F1 12 Tf 10 30 Td (Fragile) Tj ET';

describe('a page of a document in the editor', () => {
  let opened: OpenedParts;
  let page: Page;

  beforeAll(async () => {
    opened = await openDocuments();
    ({ page } = opened);
    const pages = [{ widthPt: 40 * PT, heightPt: 30 * PT, content: CONTENT }];
    await writeFile(join(opened.folder, 'parcel.pdf'), writePdf(pages));
    // The guide is shown once in each browser, and not of interest here.
    await page.evaluate(() => localStorage.setItem('firstGuideDone', 'true'));
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);

  async function chooseDocument(): Promise<void> {
    await page.goto(`${opened.address}/pdfPrint`);
    await chooseDocuments(opened, () => page.getByRole('button', { name: 'Choose files' }).click(), 'parcel.pdf');
    await page.getByRole('button', { name: 'Print 1 label' }).waitFor();
  }
  /** Prints from the open dialog: a hash of each page's dots. */
  async function printed(dialog: Locator): Promise<readonly string[]> {
    const directory = opened.parts.pagesDirectory;
    const before = await jobsOf(directory);
    await dialog.getByRole('button', { name: 'Print', exact: true }).click();
    await dialog.getByRole('button', { name: 'Back to the settings' }).waitFor();
    return Promise.all((await pagesOf(directory, before)).map(async (path) => filePixelHash(await readFile(path))));
  }
  async function openedLabel(): Promise<Template> {
    await page.waitForURL('**/editLabel**');
    await page.getByTestId('canvas-overlay').waitFor();
    return expectOk(readTemplate(await opened.driver.download()));
  }

  test('as a picture prints exactly the dots of the page printed directly', async () => {
    await chooseDocument();
    await page.getByRole('button', { name: 'Print 1 label' }).click();
    const direct = await printed(page.getByRole('dialog'));
    expect(direct).toHaveLength(1);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.getByRole('group', { name: 'Open in the editor' }).getByRole('button', { name: 'As a picture' }).click();
    const { label, elements } = await openedLabel();
    expect(label).toMatchObject({ name: 'parcel 1', widthMm: 40, heightMm: 30 });
    expect(elements).toMatchObject([{ type: 'image', locked: true, widthMm: 40, heightMm: 30 }]);
    expect(await printed(await opened.driver.openPrint())).toEqual(direct);
  });

  test('as elements has its text and lines to edit, and the rest as a picture below them', async () => {
    await chooseDocument();
    await page.getByRole('button', { name: 'As elements' }).press('Enter');
    const { elements } = await openedLabel();
    expect(elements).toMatchObject([
      { type: 'image', locked: true },
      { type: 'rectangle', filled: false },
      { type: 'line', direction: 'horizontal' },
      { type: 'text', sources: [{ type: 'fixed', text: 'Fragile' }], fontFamily: 'Roboto' },
    ]);
    expect(await printed(await opened.driver.openPrint())).toHaveLength(1);
  });
});
