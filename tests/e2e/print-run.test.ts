import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestElement } from '#tests/support/create-elements.ts';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { keepPictures, openParts, type OpenedParts } from '#tests/support/open-editor.ts';
import { jobsOf, pagesOf, readCounts, readPages } from '#tests/support/print-dialog.ts';
import { filePixelHash, pixelHash } from '#tests/support/pixel-hash.ts';
import type { ProductParts, Program } from '#tests/support/product.ts';
import { putElements } from '#tests/support/put-elements.ts';
import { slowPrinter, type SlowPrinter } from '#tests/support/slow-printer.ts';
import { createSerialRows, createSerialWorkbook, type SerialRow } from '#tests/support/serial-labels.ts';
import { untilIdle } from '#tests/support/until-idle.ts';

/** More than a run sends ahead of its answers, which is 128 pages. */
const ROWS = createSerialRows(144);
/** Number of answered pages before a run is disturbed. */
const ANSWERED = 5;
/** The first, two on a sheet, one at a sheet's end, and the last. */
const SHEET_ROWS = createSerialRows(20, [2, 5, 6, 13, 21]);

/** Disturbed runs, and the part of them that is printed. */
describe('a print run', () => {
  let opened: OpenedParts;
  let parts: ProductParts;
  let assistant: Program;
  let page: Page;
  let driver: EditorDriver;
  let printer: SlowPrinter;
  let folder: string;
  /** The jobs of earlier tests. */
  let earlier: readonly string[] = [];

  beforeAll(async () => {
    opened = await openParts();
    ({ page, driver, folder, parts } = opened);
    assistant = await parts.startAssistant();
    printer = await slowPrinter(page, parts.assistantPort);
    await driver.register('emil', 'correct horse battery');
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);

  afterEach(async () => {
    earlier = await jobsOf(parts.pagesDirectory);
  });

  async function bindSerials(rows: readonly SerialRow[]): Promise<void> {
    const path = join(folder, `${rows.length}.xlsx`);
    await writeFile(path, createSerialWorkbook(rows));
    await putElements(page, [createTestElement('barcode', { xMm: 5, yMm: 4 })]);
    await driver.bind(path, 'serials', 'code');
    await expect.poll(() => page.getByTestId('row-label').textContent()).toContain(`of ${rows.length}`);
  }

  async function startPrinting(): Promise<Locator> {
    const dialog = await driver.openPrint();
    await dialog.getByRole('button', { name: 'Print', exact: true }).click();
    return dialog;
  }

  async function untilPages(count: number): Promise<void> {
    await expect
      .poll(async () => (await pagesOf(parts.pagesDirectory, earlier)).length, { interval: 10 })
      .toBeGreaterThanOrEqual(count);
  }

  /** Pages in transit when a run is paused still arrive: the count once they have. */
  async function settledCount(dialog: Locator): Promise<number> {
    await expect.poll(() => printer.underWay()).toBe(0);
    const { length } = await pagesOf(parts.pagesDirectory, earlier);
    await expect.poll(async () => (await readCounts(dialog))['Sent']).toBe(length);
    return length;
  }

  async function close(dialog: Locator): Promise<void> {
    await dialog.locator('.print-side').getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'hidden' });
  }

  /** The parts of the request, which must sum up to the whole. */
  function sumOf(counts: Readonly<Record<string, number>>): number {
    return ['Sent', 'Rejected', 'Unconfirmed', 'Not printed'].reduce((sum, name) => sum + (counts[name] ?? 0), 0);
  }

  test('a double click on Print starts one run, and its dialog stays', async () => {
    await driver.createLabel('Twice');
    await putElements(page, [createTestElement('text', { xMm: 5, yMm: 4 })]);
    const dialog = await driver.openPrint();
    await dialog.getByRole('button', { name: 'Print', exact: true }).dblclick();
    await dialog.getByText('Printing is finished').waitFor();
    expect(await jobsOf(parts.pagesDirectory, 'Twice')).toHaveLength(1);
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await dialog.waitFor({ state: 'hidden' });
  });

  test('prints every page once although the assistant is killed in the middle', async () => {
    await driver.createLabel('Serials', { Width: 60, Height: 25 });
    await bindSerials(ROWS);
    await driver.save();
    printer.keepBusy(ANSWERED);
    const dialog = await startPrinting();
    // Answers come for groups of pages: the pages of the first one are there before it is answered.
    await expect.poll(async () => (await readCounts(dialog))['Sent']).toBe(ANSWERED);
    await assistant.kill();
    const held = dialog.locator('.print-held');
    await held.waitFor();
    await expect
      .poll(() => held.textContent())
      .toMatch(
        // The phase depends on whether a page was in transit.
        /(connection to the print assistant was lost|install and start the print assistant).*confirmed in the printer.s queue.*No label is sent twice/,
      );
    const counts = await readCounts(dialog);
    expect(counts['Sent']).toBeGreaterThan(0);
    expect(counts['Sent']).toBeLessThan(ROWS.length);
    // Resuming without the assistant is tried, and the dialog reports the failure.
    await dialog.getByRole('button', { name: 'Reconnect and continue' }).click();
    await untilIdle(page);
    await held.getByText('Please install and start the print assistant').waitFor();
    assistant = await parts.startAssistant();
    printer.goOn();
    await dialog.getByRole('button', { name: 'Reconnect and continue' }).click();
    await dialog.getByText('Printing is finished').waitFor();
    const report = await readCounts(dialog);
    expect(report).toMatchObject({ Requested: ROWS.length, Verified: ROWS.length, Rejected: 0 });
    expect(sumOf(report)).toBe(ROWS.length);
    const pages = await pagesOf(parts.pagesDirectory, earlier);
    expect(pages).toHaveLength(ROWS.length);
    expect(await readPages(pages)).toEqual(ROWS.map((row) => [row.code]));
    // A page of unknown status is named, whether it was printed or not.
    expect(report['Unconfirmed'] ?? 0).toBeLessThanOrEqual(1);
    await close(dialog);
  });

  test('sends nothing while it is paused, and then continues', async () => {
    printer.keepBusy(ANSWERED);
    const dialog = await startPrinting();
    await untilPages(ANSWERED);
    await untilIdle(page);
    await expect.poll(() => movingParts(dialog)).toEqual([]);
    await dialog.getByRole('button', { name: 'Pause' }).click();
    await dialog.getByText('Paused').waitFor();
    printer.goOn();
    const before = await settledCount(dialog);
    expect(before).toBeLessThan(ROWS.length);
    await untilIdle(page);
    expect((await readCounts(dialog))['Sent']).toBe(before);
    expect(await pagesOf(parts.pagesDirectory, earlier)).toHaveLength(before);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByText('Printing is finished').waitFor();
    expect(await readCounts(dialog)).toMatchObject({ Requested: ROWS.length, Sent: ROWS.length });
    expect(await pagesOf(parts.pagesDirectory, earlier)).toHaveLength(ROWS.length);
    await close(dialog);
  });

  test('ends when it is canceled, and its report counts the printed pages', async () => {
    printer.keepBusy(ANSWERED);
    const dialog = await startPrinting();
    await untilPages(ANSWERED);
    await dialog.getByRole('button', { name: 'Cancel printing' }).click();
    await dialog.getByText('Printing was canceled').waitFor();
    printer.goOn();
    const report = await readCounts(dialog);
    expect(report['Sent']).toBeGreaterThanOrEqual(ANSWERED);
    expect(report['Sent']).toBeLessThan(ROWS.length);
    expect(report['Unconfirmed']).toBeUndefined();
    expect(sumOf(report)).toBe(ROWS.length);
    expect(await pagesOf(parts.pagesDirectory, earlier)).toHaveLength(report['Sent'] ?? 0);
    await untilIdle(page);
    expect(await pagesOf(parts.pagesDirectory, earlier)).toHaveLength(report['Sent'] ?? 0);
    await close(dialog);
  });

  test('over sheets of labels leaves no gap for a rejected row, and prints as previewed', async () => {
    const numbers = { Width: 60, Height: 25, Columns: 2, Rows: 3, 'Column spacing': 3, 'Row spacing': 2 };
    await driver.createLabel('Sheets', numbers);
    await bindSerials(SHEET_ROWS);
    const dialog = await driver.openPrint();
    const printed = SHEET_ROWS.filter((row) => !row.refused);
    const sheets = Math.ceil(printed.length / 6);
    const previews: string[] = [];
    const named: string[] = [];
    for (let i = 1; i <= sheets; i++) {
      const picture = dialog.getByRole('img', { name: `Page ${i} as it will print` });
      await picture.waitFor();
      previews.push(await pixelHash(picture));
      named.push(...(await dialog.getByText(/^Row \d+ will not be printed$/).allTextContents()));
      const next = dialog.getByRole('button', { name: 'Next page' });
      if (i < sheets) await next.click();
      else await expect.poll(() => next.isDisabled()).toBe(true);
    }
    expect(named).toEqual(SHEET_ROWS.filter((row) => row.refused).map(({ row }) => `Row ${row} will not be printed`));
    await dialog.getByRole('button', { name: 'Print', exact: true }).click();
    await dialog.getByText('Printing is finished').waitFor();
    expect(await readCounts(dialog)).toMatchObject({ Requested: 20, Sent: printed.length, Rejected: 5 });
    const pages = await pagesOf(parts.pagesDirectory, earlier);
    expect(pages).toHaveLength(sheets);
    expect(await Promise.all(pages.map(async (path) => filePixelHash(await readFile(path))))).toEqual(previews);
    const read = (await readPages(pages)).map((codes) => codes.toSorted());
    expect(read).toEqual(
      Array.from({ length: sheets }, (_, i) => printed.slice(i * 6, i * 6 + 6).map((row) => row.code)),
    );
  });
});

/** Redraws per frame during a run, which would cost as much as making the labels. */
function movingParts(dialog: Locator): Promise<readonly string[]> {
  return dialog.locator('.print-side').evaluate((side) =>
    [...side.querySelectorAll('*')].flatMap((element) =>
      ['', '::before', '::after'].flatMap((pseudo) => {
        const { animationName, transitionDuration } = getComputedStyle(element, pseudo);
        const moves = animationName !== 'none' || transitionDuration.split(', ').some((time) => parseFloat(time) > 0);
        return moves ? [`${element.className}${pseudo} ${animationName} ${transitionDuration}`] : [];
      }),
    ),
  );
}
