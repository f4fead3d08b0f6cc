import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UNPINNED } from '#model/elements/base/pins.ts';
import { dotsToMm } from '#model/kernel/units.ts';
import { pngSize } from '#model/page/png-image-data.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { createJourney } from '#tests/support/keyboard-journey.ts';
import { keepPictures, openParts, type OpenedParts } from '#tests/support/open-editor.ts';
import { jobsOf, pagesOf } from '#tests/support/print-dialog.ts';
import { putElements } from '#tests/support/put-elements.ts';
import { untilIdle } from '#tests/support/until-idle.ts';

const WORDS = 'Water, wheat flour, sugar, butter, eggs, salt, yeast, vanilla and a little cinnamon.';
/** Each on the label by 1 mm steps above the shortest one of 20 mm. */
const LONG = Array.from({ length: 3 }, () => WORDS).join(' ');

/** The length of labels by their content, from the dialog to the pages of a printer. */
describe('a label as long as its content', () => {
  let opened: OpenedParts;
  let page: Page;
  let driver: EditorDriver;

  beforeAll(async () => {
    opened = await openParts();
    ({ page, driver } = opened);
    await opened.parts.startAssistant();
    await driver.register('lena', 'correct horse battery');
    await driver.createLabel('Lengths', { Width: 60, Height: 60 });
    const footer = { name: 'footer', xMm: 42, yMm: 44, widthMm: 14, heightMm: 14 };
    const text = { fontSize: 14, fit: 'grow', autoWrap: true, xMm: 4, yMm: 3, widthMm: 50, heightMm: 5 } as const;
    await putElements(page, [
      createTestElement('qrcode', { ...footer, pins: { ...UNPINNED, y: 'end' } }),
      createTestElement('barcode', { xMm: 5, yMm: 10, widthMm: 34, heightMm: 10, pushed: true }),
    ]);
    await putElements(page, [createTestElement('text', { ...text, fontFamily: 'Roboto' })]);
    await writeFile(join(opened.folder, 'rows.csv'), `name\nSalt\n"${LONG}"\n`);
    await driver.bind(join(opened.folder, 'rows.csv'), 'Sheet1', 'name');
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);

  const shownSize = (): Promise<string | null> => page.getByTestId('label-size').textContent();
  /** The length that the top bar shows, in mm. */
  const shownLength = async (): Promise<number> => Number(/× ([\d.]+) mm/.exec((await shownSize()) ?? '')?.[1]);

  async function pageLengths(before: readonly string[]): Promise<readonly number[]> {
    const pages = await pagesOf(opened.parts.pagesDirectory, before);
    const sizes = await Promise.all(pages.map(async (path) => pngSize(await readFile(path))));
    return sizes.map(({ heightDots }) => dotsToMm(heightDots, 300));
  }

  test('is set with the pointer, shown for each row, previewed and printed at its own length', async () => {
    await expect.poll(shownSize).toBe('60.000 × 60.000 mm');
    await page.getByRole('button', { name: 'Label settings' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Length follows the content').click();
    await dialog.getByLabel('Longest', { exact: true }).fill('150');
    // Its usual margin is 2 mm.
    await expect.poll(() => dialog.getByLabel('Margin below', { exact: true }).inputValue()).toBe('2');
    await expect.poll(() => dialog.locator('figcaption strong').textContent()).toBe('60 × 20–150 mm');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await dialog.waitFor({ state: 'hidden' });

    await expect.poll(shownLength).toBeLessThan(45);
    const short = await shownLength();
    await page.getByTestId('row-next').click();
    await expect.poll(shownLength).toBeGreaterThan(short + 10);
    const long = await shownLength();

    const print = await driver.openPrint();
    const sized = print.locator('.print-pager-rows');
    await expect.poll(() => sized.textContent()).toMatch(new RegExp(`^Row 3 · 60 × ${long}(\\.\\d)? mm$`));
    const before = await jobsOf(opened.parts.pagesDirectory);
    await print.getByRole('button', { name: 'Print', exact: true }).click();
    await print.getByText('Printing is finished').waitFor();
    const lengths = await pageLengths(before);
    expect(lengths.map((mm) => Math.round(mm))).toEqual([short, long]);
    await print.locator('.print-side').getByRole('button', { name: 'Close' }).click();
    await print.waitFor({ state: 'hidden' });
  });

  test('is not offered to labels that share a sheet, and says why', async () => {
    await page.getByRole('button', { name: 'Label settings' }).first().click();
    const dialog = page.getByRole('dialog');
    const follow = dialog.getByRole('checkbox', { name: 'Length follows the content' });
    await expect.poll(() => follow.isChecked()).toBe(true);
    await dialog.getByRole('button', { name: 'Several labels on a sheet' }).click();
    await dialog.getByLabel('Columns', { exact: true }).fill('2');
    await expect.poll(() => follow.isDisabled()).toBe(true);
    await dialog.getByText('Not available for several labels on a sheet').waitFor();
    await dialog.getByLabel('Columns', { exact: true }).fill('1');
    await expect.poll(() => follow.isChecked()).toBe(true);
    await dialog.getByLabel('Shortest', { exact: true }).fill('200');
    await dialog.getByText('The shortest length is above the longest').waitFor();
    await expect.poll(() => dialog.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
  });

  test('is kept by saving, undone and redone, and changed by keyboard alone', async () => {
    await driver.save();
    const journey = await createJourney(page);
    await page.reload();
    await page.getByTestId('canvas-overlay').waitFor();
    await untilIdle(page);
    await expect.poll(shownLength).toBeLessThan(45);
    const short = await shownLength();

    await journey.goTo('Label settings');
    await journey.press('Enter');
    await journey.isOn('Name');
    await journey.goTo('Shortest');
    await journey.write('70');
    await journey.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expect.poll(shownSize).toBe('60.000 × 70.000 mm');
    await page.getByTestId('action-undo').click();
    await expect.poll(shownLength).toBe(short);
    await page.getByTestId('action-redo').click();
    await expect.poll(shownSize).toBe('60.000 × 70.000 mm');

    await journey.goTo('Label settings', 'Shift+Tab');
    await journey.press('Enter');
    await journey.isOn('Name');
    await journey.goTo('Length follows the content');
    await journey.press('Space');
    await page.getByRole('dialog').getByLabel('Shortest', { exact: true }).waitFor({ state: 'hidden' });
    await journey.press('Enter');
    await expect.poll(shownSize).toBe('60.000 × 60.000 mm');
  });
});
