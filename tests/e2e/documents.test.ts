import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { decodePng } from '#print-assistant/png/png-decode.ts';
import { writePdf, type WrittenPage } from '#tests/document/support/written-pdf.ts';
import { createDocx, paragraph } from '#tests/server/office-files.ts';
import { chooseDocuments, dotsOf, openDocuments, PT, shownDots } from '#tests/support/documents-page.ts';
import { keepPictures, type OpenedParts } from '#tests/support/open-editor.ts';
import { jobsOf, pagesOf } from '#tests/support/print-dialog.ts';

/** A page of 40 x 30 mm with this number of bars, so that each page has dots of its own. */
function createPage(bars: number): WrittenPage {
  const content = Array.from({ length: bars }, (_, i) => `${8 + i * 9} 10 4 60 re f`).join(' ');
  return { widthPt: 40 * PT, heightPt: 30 * PT, content };
}

/** An A4 sheet with four framed labels of 90 x 120 mm. */
function createSheet(): WrittenPage {
  const labels = [0, 1, 2, 3].map((i) => {
    const [x, y] = [(10 + (i % 2) * 100) * PT, (16 + Math.floor(i / 2) * 138) * PT];
    const lines = Array.from({ length: 6 + i }, (_, line) => `${x + 20} ${y + 30 + line * 24} ${120} 8 re f`).join(' ');
    return `2 w ${x} ${y} ${90 * PT} ${120 * PT} re S ${lines}`;
  });
  return { widthPt: 210 * PT, heightPt: 297 * PT, content: labels.join(' ') };
}

describe('documents on labels', () => {
  let opened: OpenedParts;
  let page: Page;
  const directory = (): string => opened.parts.pagesDirectory;

  beforeAll(async () => {
    opened = await openDocuments();
    ({ page } = opened);
    await writeFile(join(opened.folder, 'three.pdf'), writePdf([1, 2, 3].map(createPage)));
    await writeFile(join(opened.folder, 'sheet.pdf'), writePdf([createSheet()]));
    await writeFile(join(opened.folder, 'note.txt'), 'Fragile\nzerbrechlich\n易碎');
    await writeFile(join(opened.folder, 'broken.pdf'), '%PDF-1.7\nnothing else');
    await writeFile(join(opened.folder, 'strange.bp'), 'XYZ');
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);

  const choose = (button: Locator, ...names: readonly string[]): Promise<void> =>
    chooseDocuments(opened, () => button.click(), ...names);
  const asPrinted = (): Promise<readonly string[]> => shownDots(page);
  async function printAll(): Promise<readonly string[]> {
    const before = await jobsOf(directory());
    await page.getByRole('dialog').getByRole('button', { name: 'Print', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Back to the settings' }).waitFor();
    const pages = await pagesOf(directory(), before);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    return pages;
  }
  const printButton = (count: number): Locator => page.getByRole('button', { name: `Print ${count} label` });

  test('pages of a PDF are selected by a range and print exactly the displayed dots', async () => {
    await choose(page.getByRole('button', { name: 'Choose files' }), 'three.pdf', 'broken.pdf', 'strange.bp');
    await page.getByRole('option', { name: 'Page 3 of 3' }).waitFor();
    await page.getByText('The document is damaged and cannot be opened.').waitFor();
    await page.getByText('This one is none of them.').waitFor();
    await page.getByRole('button', { name: 'Dismiss “broken.pdf”' }).click();
    await page.getByRole('button', { name: 'Dismiss “strange.bp”' }).press('Enter');

    const range = page.getByRole('textbox', { name: 'Pages' });
    await range.fill('1-3,9');
    await page.getByText('There is no page 9: the last page is 3.').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Print 0 labels' }).isDisabled()).toBe(true);
    await range.fill('3,1');
    await page.getByRole('option', { name: 'Page 2 of 3, not printed' }).waitFor();
    await page.getByText('Swap black and white').click();
    await page.getByRole('radio', { name: 'Middle, center' }).press('ArrowLeft');

    await page.getByText('As printed').click();
    await page.getByText('Label 2 of 2').waitFor();
    const second = await asPrinted();
    await page.getByRole('button', { name: 'Previous label' }).click();
    await page.getByText('Label 1 of 2').waitFor();
    await expect.poll(asPrinted).not.toEqual(second);
    const first = await asPrinted();

    await printButton(2).click();
    const printed = await Promise.all(
      (await printAll()).map(async (path) => dotsOf(expectOk(await decodePng(await readFile(path))), 0)),
    );
    expect(printed).toHaveLength(2);
    expect(printed).toEqual([first, second]);
    expect(first.join('')).toMatch(/#\.*#/);
    await page.getByText('Swap black and white').click();
  });

  test('custom boxes are drawn, cut, merged and moved, saved under a name and recognized again', async () => {
    await choose(page.getByRole('button', { name: 'Add files' }), 'sheet.pdf');
    await page.getByRole('button', { name: 'sheet.pdf 1 page' }).click();
    await page.getByText('Page', { exact: true }).click();
    await page.getByRole('radio', { name: 'Custom crop' }).check();
    const paper = page.locator('.doc-stage .doc-paper');
    await page.locator('.doc-stage canvas').waitFor();
    const area = await paper.boundingBox();
    if (area === null) throw new Error('The page is not shown');
    const at = (x: number, y: number): [number, number] => [area.x + area.width * x, area.y + area.height * y];
    await page.mouse.move(...at(0.04, 0.05));
    await page.mouse.down();
    await page.mouse.move(...at(0.5, 0.3), { steps: 3 });
    await page.mouse.move(...at(0.96, 0.47), { steps: 3 });
    await page.mouse.up();
    const boxes = page.getByRole('listbox', { name: 'Labels on this page' }).getByRole('option');
    await expect.poll(() => boxes.count()).toBe(1);
    await page.getByRole('button', { name: 'Halve' }).click();
    await expect.poll(() => boxes.count()).toBe(2);
    await boxes.nth(1).press('Alt+ArrowDown');
    await boxes.nth(0).press('Control+a');
    await expect.poll(() => page.getByRole('option', { selected: true, name: /^Label/ }).count()).toBe(2);
    await boxes.nth(0).press('Enter');
    await boxes.nth(1).press('Space');
    await page.getByRole('button', { name: 'Merge' }).click();
    await expect.poll(() => boxes.count()).toBe(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => boxes.count()).toBe(2);

    await page.getByRole('textbox', { name: 'Name, e.g. of the carrier' }).fill('Swift Parcels');
    await page.getByRole('button', { name: 'Keep' }).click();
    await page.getByText('This sheet is known: Swift Parcels.').waitFor();
    await boxes.nth(0).press('Enter');
    await boxes.nth(0).press('Delete');
    await expect.poll(() => boxes.count()).toBe(1);
    await page.getByRole('button', { name: 'Use its boxes' }).click();
    await expect.poll(() => boxes.count()).toBe(2);
  });

  test('the labels of a sheet are found, corrected by an edge, and printed in reading order', async () => {
    await page.getByRole('button', { name: 'Remove “three.pdf”' }).click();
    await page.getByRole('radio', { name: 'Smart label split' }).check();
    const boxes = page.getByRole('listbox', { name: 'Labels on this page' }).getByRole('option');
    await expect.poll(() => boxes.count()).toBe(4);
    await boxes.nth(0).press('Enter');
    const width = page.getByTestId('box-width').locator('input').or(page.locator('input[data-testid="box-width"]'));
    const before = Number(await width.inputValue());
    const edge = await page.locator('.doc-box[data-lone="true"] [data-handle="1,0"]').boundingBox();
    if (edge === null) throw new Error('The box has no edge to drag');
    await page.mouse.move(edge.x + edge.width / 2, edge.y + edge.height / 3);
    await page.mouse.down();
    await page.mouse.move(edge.x + edge.width / 2 - 30, edge.y + edge.height / 3, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => Number(await width.inputValue())).toBeLessThan(before - 2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await printButton(4).click();
    expect(await printAll()).toHaveLength(4);
  });

  test('dropped text is added to the others, and cropped to its content', async () => {
    const transfer = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File(['Fragile\n易碎'], 'note.txt', { type: 'text/plain' }));
      return data;
    });
    for (const type of ['dragenter', 'dragover', 'drop'])
      await page.getByTestId('documents').dispatchEvent(type, { dataTransfer: transfer });
    await page.getByRole('button', { name: 'note.txt 1 page' }).click();
    await page.getByRole('radio', { name: 'Auto crop' }).check();
    const box = page.getByRole('listbox', { name: 'Labels on this page' }).getByRole('option');
    await expect.poll(() => box.count()).toBe(1);
    await printButton(5).waitFor();
  });

  test('an encrypted PDF asks for its password until it is right, and an office file is converted', async () => {
    const path = (name: string): string => join(opened.folder, name);
    execFileSync('qpdf', ['--encrypt', 'open sesame', 'owner', '256', '--', path('three.pdf'), path('secret.pdf')]);
    await writeFile(path('letter.docx'), createDocx(paragraph('Dear label')));
    await choose(page.getByRole('button', { name: 'Add files' }), 'secret.pdf', 'letter.docx');
    const dialog = page.getByRole('dialog', { name: '“secret.pdf” is encrypted' });
    await dialog.getByLabel('Password', { exact: true }).fill('open barley');
    await page.keyboard.press('Enter');
    await dialog.getByText('This is not the password of the document.').waitFor();
    await dialog.getByLabel('Password', { exact: true }).fill('open sesame');
    await dialog.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('button', { name: 'secret.pdf 3 pages' }).waitFor();
    await page.getByRole('button', { name: 'letter.docx 1 page' }).waitFor();
  });
});
