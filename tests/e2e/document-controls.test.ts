import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSymbolPage } from '#tests/document/support/drawn-symbols.ts';
import { writePdf, type WrittenPage } from '#tests/document/support/written-pdf.ts';
import { createDocx, paragraph } from '#tests/server/office-files.ts';
import { eitherHandName, handsOn, type Hand } from '#tests/support/hands.ts';
import { chooseDocuments, openDocuments, PT, shownSum } from '#tests/support/documents-page.ts';
import { keepPictures, type OpenedParts } from '#tests/support/open-editor.ts';
import { jobsOf, pagesOf } from '#tests/support/print-dialog.ts';
import { untilIdle } from '#tests/support/until-idle.ts';

/** With the message for each. */
const WAYS = {
  direct: 'Whole pagesEach page is a label',
  auto: 'Auto cropOnly the content, without white edges',
  custom: 'Custom cropYour own boxes, kept for next time',
};

/** A page of 60 x 40 mm with bars of its own; grays, so that each conversion to black and white has other dots. */
function createPage(bars: number): WrittenPage {
  const content = Array.from({ length: bars + 2 }, (_, i) => `0.${i + 3} g ${10 + i * 20} 20 14 60 re f`).join(' ');
  return { widthPt: 60 * PT, heightPt: 40 * PT, content };
}

/** Each control of the document screen is used by the pointer or by the keyboard, which the run's seed draws. */
describe.each(eitherHandName('the documents’ controls'))('the controls of documents, with the %s', (name) => {
  let opened: OpenedParts;
  let page: Page;
  let hand: Hand;

  beforeAll(async () => {
    opened = await openDocuments({ viewport: { width: 1280, height: 1000 } });
    ({ page } = opened);
    hand = handsOn(page).find((one) => one.name === name) ?? expect.fail('no hand');
    await writeFile(join(opened.folder, 'three.pdf'), writePdf([1, 2, 3].map(createPage)));
    const qr = { symbology: 'qr', content: 'https://example.com/q/123456', xMm: 42, yMm: 22, moduleMm: 0.5 } as const;
    await writeFile(join(opened.folder, 'letter.docx'), createDocx(paragraph('Dear label')));
    await writeFile(join(opened.folder, 'code.pdf'), writePdf([createSymbolPage(100, 60, [qr])]));
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);

  const choose = (button: string, ...names: readonly string[]): Promise<void> =>
    chooseDocuments(opened, () => hand.press(buttonNamed(button)), ...names);
  const buttonNamed = (text: string): Locator => page.getByRole('button', { name: text, exact: true });
  const field = (id: string): Locator =>
    page
      .getByTestId(id)
      .locator('input')
      .or(page.locator(`input[data-testid="${id}"]`));
  const tick = (text: string): Locator => page.getByRole('checkbox', { name: text });
  const printed = (): Promise<string> => shownSum(page);
  /** Does something that must change the dots of the label. */
  async function seen(act: () => Promise<void>): Promise<void> {
    const before = await printed();
    await act();
    await expect.poll(printed).not.toBe(before);
  }

  test('the start page and the navigation lead to the screen, and the screen back to the start page', async () => {
    await hand.press(page.getByRole('link', { name: 'Back to the start page' }));
    await hand.press(page.getByRole('link', { name: 'Print documents' }));
    await page.waitForURL('**/pdfPrint');
    await hand.press(page.getByRole('link', { name: 'Back to the start page' }));
    await hand.press(page.getByTestId('start-documents'));
    await page.waitForURL('**/pdfPrint');
  });

  test('the pages of a PDF are selected by a range, rotated, and zoomed into', async () => {
    await choose('Choose files', 'three.pdf');
    await page.getByRole('option', { name: 'Page 3 of 3' }).waitFor();
    const range = page.getByRole('textbox', { name: 'Pages' });
    await hand.type(range, '4');
    await page.getByText('There is no page 4: the last page is 3.').waitFor();
    await hand.type(range, '2-3');
    await page.getByText('2 pages are printed').waitFor();
    await hand.type(range, '1-3');
    for (const turn of ['Rotate left', 'Rotate right', ...Array<string>(4).fill('Rotate all right')])
      await hand.press(buttonNamed(turn));
    const zoom = page.getByRole('group', { name: 'Zoom' });
    const now = zoom.locator('.doc-zoom-now');
    await hand.press(now);
    await expect.poll(() => now.textContent()).toBe('100%');
    await hand.press(buttonNamed('Zoom in'));
    const closer = await now.textContent();
    expect(Number.parseInt(closer ?? '', 10)).toBeGreaterThan(100);
    await hand.press(buttonNamed('Zoom out'));
    await expect.poll(() => now.textContent()).toBe('100%');
    await hand.press(now);
    await expect.poll(() => now.textContent()).toBe('Fit');
  });

  test('an upload can be canceled, and a failed one is retried or dismissed', async () => {
    const list = page.getByRole('list', { name: 'Documents' });
    const held = new Promise<void>((resolve) => {
      void page.route('**/upload/office', () => resolve());
    });
    await choose('Add files', 'letter.docx');
    await held;
    await hand.press(buttonNamed('Cancel “letter.docx”'), 'while pending');
    await list.getByText('letter.docx').waitFor({ state: 'detached' });
    await page.unroute('**/upload/office');
    await page.route('**/upload/office', (route) => route.abort());
    await choose('Add files', 'letter.docx');
    await list.getByRole('alert').waitFor();
    const failed = page.waitForEvent('requestfailed');
    await hand.press(buttonNamed('Try “letter.docx” again'));
    await failed;
    await list.getByRole('alert').waitFor();
    await hand.press(buttonNamed('Dismiss “letter.docx”'));
    await list.getByText('letter.docx').waitFor({ state: 'detached' });
    await page.unroute('**/upload/office');
  });

  test('size, position, margins and each conversion to black and white change the dots of the label', async () => {
    await hand.pick(page.getByRole('radiogroup', { name: 'View' }), 'As printed');
    await printed();
    await hand.choose(page.getByTestId('label-size'), 'Custom size');
    await seen(() => hand.type(page.getByLabel('Width', { exact: true }).first(), '80'));
    const fit = page.getByRole('radiogroup', { name: 'Scaling' });
    await seen(() => hand.pick(fit, 'Fill'));
    await seen(() => hand.pick(fit, 'Actual size'));
    await seen(() => hand.type(page.locator('#doc-scale'), '50'));
    await seen(() => hand.pick(page.getByRole('radiogroup', { name: 'Position' }), 'Middle, right'));
    for (const side of ['left', 'right', 'top', 'bottom']) await hand.type(field(`margin-${side}`), '2');
    await seen(() => hand.pick(fit, 'Fit'));
    const mode = page.getByTestId('one-bit');
    await seen(() => hand.choose(mode, 'Dots (Floyd–Steinberg)'));
    await seen(() => hand.choose(mode, 'Dots (Atkinson)'));
    await seen(() => hand.choose(mode, 'Dots (regular pattern)'));
    await seen(() => hand.choose(mode, 'Threshold'));
    await seen(async () => {
      const level = page.getByRole('slider', { name: 'Threshold' });
      await level.focus();
      // To the minimum, at which only nearly black parts are ink.
      await page.keyboard.press('Home');
    });
    await seen(() => hand.press(tick('Swap black and white')));
    await seen(() => hand.press(tick('Swap black and white')));
    await hand.press(tick('Keep thin lines'));
    await expect.poll(() => tick('Keep thin lines').isChecked()).toBe(true);
    const pager = page.getByRole('navigation', { name: 'Labels' });
    await seen(() => hand.press(buttonNamed('Next label')));
    await pager.getByText('Label 2 of 3').waitFor();
    await hand.press(buttonNamed('Previous label'));
    await pager.getByText('Label 1 of 3').waitFor();
  });

  test('several labels on a sheet are printed in copies, as many pages as the dialog says', async () => {
    await hand.press(tick('Several labels on a sheet'));
    await hand.type(field('sheet-rows'), '2');
    await hand.type(field('sheet-columnSpacing'), '3');
    await hand.type(field('sheet-rowSpacing'), '3');
    for (const side of ['Left', 'Right', 'Top', 'Bottom']) await hand.type(field(`sheet-padding${side}`), '4');
    await hand.press(page.getByRole('button', { name: 'Print 3 labels' }));
    const dialog = page.getByRole('dialog');
    await hand.choose(dialog.getByLabel('Minimum barcode grade'), 'At least grade B');
    await hand.type(dialog.getByLabel('Copies', { exact: true }), '2');
    await hand.press(dialog.getByRole('checkbox', { name: /^Collate/ }));
    await dialog.getByText('6 labels').waitFor();
    await dialog.getByText(/2 pages/).waitFor();
    const before = await jobsOf(opened.parts.pagesDirectory);
    await hand.press(dialog.getByRole('button', { name: 'Print', exact: true }));
    await dialog.getByRole('button', { name: 'Back to the settings' }).waitFor();
    expect(await pagesOf(opened.parts.pagesDirectory, before)).toHaveLength(2);
    await hand.press(dialog.getByRole('button', { name: 'Back to the settings' }));
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await hand.press(tick('Several labels on a sheet'));
  });

  test('custom boxes are added, halved, measured, merged, copied, deleted and kept as a preset', async () => {
    await hand.pick(page.getByRole('radiogroup', { name: 'View' }), 'Page');
    await hand.pick(page.getByRole('radiogroup', { name: 'From pages to labels' }), WAYS.custom);
    const boxes = page.getByRole('listbox', { name: 'Labels on this page' }).getByRole('option');
    await hand.press(buttonNamed('Add a box'));
    await expect.poll(() => boxes.count()).toBe(1);
    await hand.press(buttonNamed('Halve'));
    await expect.poll(() => boxes.count()).toBe(2);
    await boxes.nth(0).press('Enter');
    const first = await boxes.nth(0).getAttribute('aria-label');
    await hand.press(buttonNamed('Print later'));
    await hand.press(buttonNamed('Print earlier'));
    await untilIdle(boxes);
    await expect.poll(() => boxes.nth(0).getAttribute('aria-label')).toBe(first);
    await hand.press(buttonNamed('Turn the label'));
    for (const [id, mm] of [
      ['box-x', '6'],
      ['box-y', '7'],
      ['box-width', '15'],
      ['box-height', '16'],
    ] as const)
      await hand.type(field(id), mm);
    await expect.poll(() => boxes.nth(0).getAttribute('aria-label')).toContain('15.0 × 16.0 mm');
    // The first is selected; the second is added to the selection.
    await boxes.nth(1).press('Space');
    await hand.press(buttonNamed('Merge'));
    await expect.poll(() => boxes.count()).toBe(1);
    await hand.press(buttonNamed('Undo'));
    await expect.poll(() => boxes.count()).toBe(2);
    await boxes.nth(0).press('Enter');
    await hand.press(buttonNamed('Copy to all pages'));
    await page.getByRole('button', { name: /^Print 6 labels/ }).waitFor();
    for (const tool of ['Draw a box', 'Cut a box in two', 'Choose and move']) {
      await hand.press(buttonNamed(tool));
      await expect.poll(() => buttonNamed(tool).getAttribute('aria-pressed')).toBe('true');
    }
    await hand.press(buttonNamed('Delete'));
    await expect.poll(() => boxes.count()).toBe(1);
    await hand.press(buttonNamed('Undo'));
    await expect.poll(() => boxes.count()).toBe(2);
    await hand.press(buttonNamed('Redo'));
    await expect.poll(() => boxes.count()).toBe(1);
    await hand.type(page.getByRole('textbox', { name: 'Name, e.g. of the carrier' }), 'Swift');
    await hand.press(buttonNamed('Keep'));
    await hand.press(page.getByRole('button', { name: /^Swift/ }));
    await hand.press(buttonNamed('Delete the preset “Swift”'));
    await page.getByText('None yet.').waitFor();
  });

  test('a changed box is detected again, and all pages can have one crop', async () => {
    await hand.pick(page.getByRole('radiogroup', { name: 'From pages to labels' }), WAYS.auto);
    const boxes = page.getByRole('listbox', { name: 'Labels on this page' }).getByRole('option');
    const width = (): Promise<number> => field('box-width').inputValue().then(Number);
    await expect.poll(() => boxes.count()).toBe(1);
    await boxes.nth(0).press('Enter');
    const found = await width();
    await hand.type(field('box-width'), '30');
    await expect.poll(width).toBe(30);
    await hand.press(buttonNamed('Look again'));
    await expect.poll(() => boxes.count()).toBe(1);
    await boxes.nth(0).press('Enter');
    await expect.poll(width).toBe(found);
    // The page with the most bars determines the width of all.
    await hand.press(tick('One crop for all pages'));
    await expect
      .poll(async () => {
        await boxes.nth(0).press('Enter');
        return width();
      })
      .toBeGreaterThan(found + 5);
    await hand.press(tick('One crop for all pages'));
    await expect
      .poll(async () => {
        await boxes.nth(0).press('Enter');
        return width();
      })
      .toBe(found);
  });

  test('a button makes a code readable that is unreadable at this size', async () => {
    await choose('Add files', 'code.pdf');
    await hand.press(page.getByRole('button', { name: 'code.pdf 1 page' }));
    await hand.press(buttonNamed('Remove “three.pdf”'));
    await hand.pick(page.getByRole('radiogroup', { name: 'From pages to labels' }), WAYS.direct);
    await hand.type(page.getByLabel('Width', { exact: true }).first(), '20');
    await hand.type(page.getByLabel('Height', { exact: true }).first(), '15');
    for (const side of ['left', 'right', 'top', 'bottom']) await hand.type(field(`margin-${side}`), '0');
    await hand.pick(page.getByRole('radiogroup', { name: 'View' }), 'As printed');
    const offers = page.getByRole('group', { name: 'Make the codes readable' });
    await offers.getByRole('button').first().waitFor();
    await hand.press(tick('Regenerate codes on the dot grid'));
    await hand.press(tick('Regenerate codes on the dot grid'));
    await hand.press(tick('Allow unreadable codes'));
    await hand.press(tick('Allow unreadable codes'));
    await offers.getByRole('button').first().waitFor();
    // A fifth as large, its modules are about one dot wide; two dots are the next whole number, and 100 % has no room.
    await offers.getByText('At 100% the codes do not fit on this label.').waitFor();
    await hand.press(offers.getByRole('button', { name: 'Print at 33.8%' }));
    await offers.waitFor({ state: 'detached' });
    await printed();
    await expect.poll(async () => Number(await page.locator('#doc-scale').inputValue())).toBeCloseTo(33.8, 0);
  });

  test('the print history lists the printed document, and no other', async () => {
    await page.getByRole('link', { name: 'Back to the start page' }).click();
    await page.getByRole('link', { name: 'Print history' }).click();
    await page.getByText('three.pdf').first().waitFor();
    await untilIdle(page);
    await expect.poll(() => page.getByText('code.pdf').count()).toBe(0);
  });
});
