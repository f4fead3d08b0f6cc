import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { drawnHands, handsOn, type Hand } from '#tests/support/hands.ts';
import { keepPictures, openParts, SCREENSHOTS, type OpenedParts } from '#tests/support/open-editor.ts';
import { jobsOf, pagesOf, readCounts, readPages } from '#tests/support/print-dialog.ts';
import type { ProductParts } from '#tests/support/product.ts';
import { drawnOf, SEED } from '#tests/support/seed.ts';
import { slowPrinter, type SlowPrinter } from '#tests/support/slow-printer.ts';
import { createSerialRows, makeSerialLabel } from '#tests/support/serial-labels.ts';
import { untilIdle } from '#tests/support/until-idle.ts';
import { setWindowSize } from '#tests/support/window-size.ts';

const ROWS = createSerialRows(40, [12]);
const COPIES = 2;

/** What comes out when these rows are printed whole, from the n-th label of them on. */
function codesFrom(firstRow: number, lastRow: number, firstCopy = 1): readonly (readonly string[])[] {
  const labels = ROWS.filter(({ row, refused }) => !refused && row >= firstRow && row <= lastRow).flatMap(({ code }) =>
    Array.from({ length: COPIES }, () => [code]),
  );
  return labels.slice(firstCopy - 1);
}

/** A paper jam: labels of an earlier run are printed once more. */
describe('labels of an earlier run', () => {
  let opened: OpenedParts;
  let parts: ProductParts;
  let page: Page;
  let driver: EditorDriver;
  let printer: SlowPrinter;
  let hands: readonly Hand[];
  /** The jobs whose pages have been looked at. */
  let earlier: readonly string[] = [];

  beforeAll(async () => {
    opened = await openParts();
    ({ page, driver, parts } = opened);
    hands = handsOn(page);
    await parts.startAssistant();
    printer = await slowPrinter(page, parts.assistantPort);
    page.on('dialog', (dialog) => void dialog.accept());
    await driver.register('jana', 'correct horse battery');
    await makeSerialLabel(driver, 'Serials', opened.folder, ROWS);
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);
  afterEach(async () => {
    earlier = await jobsOf(parts.pagesDirectory);
  });

  const tray = (): Locator => page.getByTestId('run-tray');
  const runs = (): Locator => page.getByRole('region', { name: 'Print runs' }).getByRole('listitem');
  const dialog = (): Locator => page.getByRole('dialog').filter({ visible: true }).last();
  /** Where labels are asked for that are to be printed again. */
  const form = (): Locator => page.locator('.reprint-modal').filter({ visible: true });
  const picture = (name: string): Promise<unknown> => page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });

  /** A run whose dialog is closed, so that the list has it. It stops after so many pages, until the printer goes on. */
  async function print(pages: number): Promise<void> {
    printer.keepBusy(pages);
    const printing = await driver.openPrint();
    await printing.getByLabel('Copies').fill(String(COPIES));
    await printing.getByRole('button', { name: 'Print', exact: true }).and(page.locator(':enabled')).click();
    await expect
      .poll(async () => (await pagesOf(parts.pagesDirectory, earlier)).length)
      .toBeGreaterThanOrEqual(pages * COPIES);
    await printing.getByRole('button', { name: 'Close' }).first().click();
    await printing.waitFor({ state: 'hidden' });
  }
  async function openList(): Promise<void> {
    if (!(await runs().first().isVisible())) await tray().click();
    await runs().first().waitFor();
  }
  async function openAgain(hand: Hand, place: Locator): Promise<void> {
    await hand.press(place.getByRole('button', { name: 'Print labels again…' }));
    await form().getByRole('button', { name: 'Cancel' }).waitFor();
  }
  /** Waits for the newest run and gives what it printed, page by page. */
  async function printed(): Promise<readonly (readonly string[])[]> {
    await dialog().waitFor({ state: 'hidden' });
    await openList();
    await runs().first().getByText('Printing is finished').waitFor();
    const pages = await readPages(await pagesOf(parts.pagesDirectory, earlier));
    earlier = await jobsOf(parts.pagesDirectory);
    return pages;
  }
  async function clearList(): Promise<void> {
    await openList();
    while ((await runs().count()) > 0)
      await runs().first().getByRole('button', { name: 'Remove from the list' }).click();
    await tray().waitFor({ state: 'detached' });
  }

  test('are printed from the last good one on, which is named by its number', async () => {
    await print(30);
    printer.goOn();
    await openList();
    await runs().first().getByText('Printing is finished').waitFor();
    earlier = await jobsOf(parts.pagesDirectory);
    for (const hand of drawnHands(page)) {
      await openList();
      await openAgain(hand, runs().last());
      await dialog().getByText('78 of 80 labels came out.').waitFor();
      await expect
        .poll(() =>
          dialog()
            .getByRole('button', { name: /^Print/ })
            .isDisabled(),
        )
        .toBe(true);
      // Label 21 is the first copy of row 13: row 12 was refused.
      await hand.type(form().getByRole('spinbutton', { name: 'Number of the last good label' }), '21');
      await dialog().getByText('Last good label: label 21 · row 13 · copy 1 of 2 · LW-00013').waitFor();
      await picture(`reprint by number, ${hand.name}`);
      await hand.press(dialog().getByRole('button', { name: 'Print 57 labels' }));
      expect(await printed()).toEqual(codesFrom(13, 41, 2));
    }
    // The new run names the old one.
    await runs().first().getByRole('button', { name: 'Open report' }).click();
    await dialog().getByText('Prints labels of the run of').waitFor();
    expect(await readCounts(dialog())).toMatchObject({ 'Asked for': 57, Sent: 57 });
    await picture('reprint report');
    await dialog().getByRole('button', { name: 'Close' }).click();
  });

  test('are printed from the last good one on, which is named by its row', async () => {
    for (const hand of drawnHands(page)) {
      await openList();
      await openAgain(hand, runs().last());
      await hand.pick(form().getByRole('radiogroup', { name: 'Which is the last good' }), 'By row');
      const row = form().getByRole('spinbutton', { name: 'Row of the last good label' });
      // A row that was refused never came out.
      await hand.type(row, '12');
      await dialog().getByText('No label that this run printed is like that.').waitFor();
      await hand.type(row, '39');
      await dialog().getByText('row 39 · copy 2 of 2').waitFor();
      await hand.type(form().getByRole('spinbutton', { name: 'Copy, 1 to 2' }), '1');
      await dialog().getByText('row 39 · copy 1 of 2').waitFor();
      await hand.press(dialog().getByRole('button', { name: 'Print 5 labels' }));
      expect(await printed()).toEqual(codesFrom(39, 41, 2));
    }
  });

  test('are printed from the last good one on, which is scanned', async () => {
    for (const hand of drawnHands(page)) {
      await openList();
      await openAgain(hand, runs().last());
      await hand.pick(form().getByRole('radiogroup', { name: 'Which is the last good' }), 'By what is on it');
      const field = dialog().getByRole('searchbox', { name: 'Scan or type what is on it' });
      await expect.poll(() => field.evaluate((node) => node === document.activeElement)).toBe(true);
      await page.keyboard.type('LW-99999');
      await hand.press(dialog().getByRole('button', { name: 'Find' }));
      await dialog().getByText('No label that this run printed is like that.').waitFor();
      // As a wedge scanner types it, with the code's kind in front, in the place of what stands there.
      await field.focus();
      await page.keyboard.press('Control+a');
      await page.keyboard.type(']C0LW-00040\n');
      await dialog().getByText('row 40 · copy 2 of 2 · LW-00040').waitFor();
      await page.keyboard.type('LW-00041\n');
      await dialog().getByText('Nothing is left behind it.').waitFor();
      await page.keyboard.type('LW-00040\n');
      await dialog().getByText('row 40 · copy 2 of 2 · LW-00040').waitFor();
      await picture(`reprint by scan, ${hand.name}`);
      await hand.press(dialog().getByRole('button', { name: 'Print 2 labels' }));
      expect(await printed()).toEqual(codesFrom(41, 41));
    }
  });

  test('are chosen by their rows', async () => {
    for (const hand of drawnHands(page)) {
      await openList();
      await openAgain(hand, runs().last());
      await hand.pick(form().getByRole('radiogroup', { name: 'What is printed' }), 'Some rows');
      const field = form().getByRole('textbox', { name: 'Rows' });
      await hand.type(field, '2-');
      await dialog().getByRole('alert').waitFor();
      await expect.poll(() => form().getByRole('button', { name: 'Print these rows' }).isDisabled()).toBe(true);
      await hand.type(field, '2-4, 39');
      await dialog().getByText('4 rows').waitFor();
      await picture(`reprint rows, ${hand.name}`);
      await hand.press(form().getByRole('button', { name: 'Print these rows' }));
      expect(await printed()).toEqual([...codesFrom(2, 4), ...codesFrom(39, 39)]);
      // Nothing is printed by a dialog that is closed again.
      await openAgain(hand, runs().last());
      await hand.press(dialog().getByRole('button', { name: 'Cancel' }));
      await dialog().waitFor({ state: 'hidden' });
    }
    await clearList();
  });

  test('of a run that is paused end it first, and of one that was interrupted', async () => {
    const [mouse, keys] = hands as [Hand, Hand];
    await print(20);
    await openList();
    await mouse.press(runs().first().getByRole('button', { name: 'Pause' }));
    await runs().first().getByText('Paused').waitFor();
    // What comes of the labels on their way moves no button from under the pointer.
    const again = runs().first().getByRole('button', { name: 'Print labels again…' });
    const place = await again.boundingBox();
    printer.goOn();
    await runs()
      .first()
      .getByText(/On their way\s*0/)
      .waitFor();
    await untilIdle(again);
    await expect.poll(() => again.boundingBox()).toEqual(place);
    await openAgain(mouse, runs().first());
    await dialog().getByText('This run is ended first').waitFor();
    earlier = await jobsOf(parts.pagesDirectory);
    await mouse.type(form().getByRole('spinbutton', { name: 'Number of the last good label' }), '0');
    await dialog().getByText('None is good: everything is printed again.').waitFor();
    await picture('reprint of a paused run');
    await mouse.press(dialog().getByRole('button', { name: 'Print 80 labels' }));
    expect(await printed()).toEqual(codesFrom(2, 41));
    await expect.poll(() => runs().last().innerText()).toContain('Printing was cancelled');
    await clearList();

    await print(20);
    await page.reload();
    printer.goOn();
    await openList();
    await runs().getByText('Interrupted').waitFor();
    earlier = await jobsOf(parts.pagesDirectory);
    await openAgain(keys, runs().first());
    await keys.type(form().getByRole('spinbutton', { name: 'Number of the last good label' }), '20');
    await dialog().getByText('Last good label: label 20 · row 11 · copy 2 of 2 · LW-00011').waitFor();
    await keys.press(dialog().getByRole('button', { name: 'Print 60 labels' }));
    expect(await printed()).toEqual(codesFrom(12, 41));
    await expect.poll(() => runs().last().innerText()).toContain('Printing was cancelled');
    await clearList();
  });

  /** In the print dialog that has been filled for these rows: prints, and gives what came out. */
  async function printFilled(hand: Hand, labels: string): Promise<readonly (readonly string[])[]> {
    await dialog().getByText(labels).waitFor();
    earlier = await jobsOf(parts.pagesDirectory);
    const print = dialog().getByRole('button', { name: 'Print', exact: true });
    await expect.poll(() => print.isEnabled()).toBe(true);
    await hand.press(print);
    await dialog().getByText('Printing is finished').waitFor();
    return readPages(await pagesOf(parts.pagesDirectory, earlier));
  }

  test('that were refused are printed once their data are mended', async () => {
    const [mouse, keys] = hands as [Hand, Hand];
    await print(30);
    printer.goOn();
    await openList();
    await runs().first().getByText('Printing is finished').waitFor();
    // From the report of the list of runs, by the keyboard.
    await keys.press(runs().first().getByRole('button', { name: 'Open report' }));
    await openAgain(keys, dialog());
    await keys.pick(form().getByRole('radiogroup', { name: 'What is printed' }), 'The refused rows');
    await form().getByText('Refused: rows 12').waitFor();
    await picture('reprint refused rows');
    await keys.press(form().getByRole('button', { name: 'Open the label with these rows' }));
    await dialog().getByText('with the same choices').waitFor();
    await dialog().getByText('2 labels on').waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    // The data are mended; the dialog still has the rows, and the run that it repeats.
    await page.getByTestId('table-search').fill('编号');
    // Before that, the row stands elsewhere: the second half of the double click would miss it.
    await page.getByTestId('table-count').filter({ hasText: '1 of 40 rows' }).waitFor();
    await page.getByTestId('data-table').getByRole('gridcell', { name: '编号 12' }).first().dblclick();
    await page.getByTestId('cell-input').fill('LW-01212');
    await page.getByTestId('cell-input').press('Enter');
    await page.getByTestId('table-edits').getByText('1 cell changed here').waitFor();
    await driver.openPrint();
    await dialog().getByText('with the same choices').waitFor();
    await picture('reprint refused rows, mended');
    expect(await printFilled(mouse, '2 labels on')).toEqual([['LW-01212'], ['LW-01212']]);
    await dialog().getByText('Prints labels of the run of').waitFor();

    // From the report of the print dialog: what was printed now is printed again, and the dialog follows that run.
    earlier = await jobsOf(parts.pagesDirectory);
    await openAgain(mouse, dialog());
    await mouse.type(form().getByRole('spinbutton', { name: 'Number of the last good label' }), '1');
    await mouse.press(form().getByRole('button', { name: 'Print 1 label' }));
    await dialog().getByText('Printing is finished').waitFor();
    await expect.poll(() => dialog().locator('.print-report').innerText()).toMatch(/Asked for\s+1\b/);
    expect(await readPages(await pagesOf(parts.pagesDirectory, earlier))).toEqual([['LW-01212']]);

    // A print of its own names no other run.
    await openAgain(mouse, dialog());
    await mouse.pick(form().getByRole('radiogroup', { name: 'What is printed' }), 'Some rows');
    await mouse.type(form().getByRole('textbox', { name: 'Rows' }), '12');
    await mouse.press(form().getByRole('button', { name: 'Open the label with these rows' }));
    await dialog().getByText('with the same choices').waitFor();
    await mouse.press(dialog().getByRole('button', { name: 'Print as a run of its own' }));
    await dialog().getByText('with the same choices').waitFor({ state: 'detached' });
    await printFilled(mouse, 'labels on');
    await untilIdle(dialog());
    await expect.poll(() => dialog().getByText('Prints labels of the run of').count()).toBe(0);
    await dialog().getByRole('button', { name: 'Close' }).last().click();
    await dialog().waitFor({ state: 'hidden' });
  });

  test('are printed again from the print history, where the new run names the old one', async () => {
    const records = page.locator('.history-table tbody tr.ant-table-row');
    for (const hand of drawnHands(page)) {
      await page.goto(`${opened.address}/printRecords`);
      // The oldest run of all, with its 80 labels.
      await hand.press(records.last().getByRole('button', { name: 'Serials' }));
      await openAgain(hand, dialog());
      await hand.pick(form().getByRole('radiogroup', { name: 'What is printed' }), 'Some rows');
      await hand.type(form().getByRole('textbox', { name: 'Rows' }), '41');
      earlier = await jobsOf(parts.pagesDirectory);
      await hand.press(form().getByRole('button', { name: 'Print these rows' }));
      expect(await printed()).toEqual(codesFrom(41, 41));
      await clearList();
      await page.reload();
      await hand.press(records.first().getByRole('button', { name: 'Serials' }));
      await dialog().getByText('Prints labels of the run of').waitFor();
      await expect
        .poll(() => dialog().locator('.history-facts').innerText())
        .toMatch(/Prints again\s+Nov|Prints again\s+\w+ \d/);
      await picture(`reprint in the history, ${hand.name}`);
      // As the label and its data are now.
      await openAgain(hand, dialog());
      await hand.pick(form().getByRole('radiogroup', { name: 'What is printed' }), 'Some rows');
      await hand.type(form().getByRole('textbox', { name: 'Rows' }), '41');
      await hand.press(form().getByRole('button', { name: 'Open the label with these rows' }));
      await page.waitForURL('**/editLabel**');
      expect(await printFilled(hand, '2 labels on')).toEqual(codesFrom(41, 41));
      await dialog().getByText('Prints labels of the run of').waitFor();
      await dialog().getByRole('button', { name: 'Close' }).last().click();
      await dialog().waitFor({ state: 'hidden' });
    }
  });

  test('are not there any more in another browser, which says so and opens the label', async () => {
    await page.evaluate(async () => {
      for (const { name = '' } of await indexedDB.databases()) {
        const database = await new Promise<IDBDatabase>((resolve) => {
          const opening = indexedDB.open(name);
          opening.addEventListener('success', () => resolve(opening.result));
        });
        if (database.objectStoreNames.contains('endedRuns')) {
          await new Promise((resolve) => {
            const clearing = database.transaction('endedRuns', 'readwrite').objectStore('endedRuns').clear();
            clearing.addEventListener('success', resolve);
          });
        }
        database.close();
      }
    });
    for (const hand of drawnHands(page)) {
      await page.goto(`${opened.address}/printRecords`);
      const records = page.locator('.history-table tbody tr.ant-table-row');
      await hand.press(records.last().getByRole('button', { name: 'Serials' }));
      await openAgain(hand, dialog());
      await form().getByText('This browser does not have what this run printed any more').waitFor();
      await picture(`reprint elsewhere, ${hand.name}`);
      await hand.type(form().getByRole('textbox', { name: 'Rows' }), '41');
      await hand.press(form().getByRole('button', { name: 'Open the label with these rows' }));
      await page.waitForURL('**/editLabel**');
      await dialog().getByText('2 labels on').waitFor();
      await page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'hidden' });
    }
  });

  test.each(
    drawnOf('reprint fits', [
      ['en', 1024],
      ['zh', 1024],
      ['en', 1440],
      ['zh', 1440],
    ] as const),
  )(`are asked for in a window that fits in %s at %i (seed ${SEED})`, async (language, width) => {
    await setWindowSize(page, { width, height: width === 1024 ? 768 : 900 });
    await page.evaluate((kept) => localStorage.setItem('language', kept), language);
    await page.goto(`${opened.address}/printRecords`);
    await page.locator('.history-table tbody tr.ant-table-row .history-name').first().click();
    await page.locator('.print-report-tools .anticon-redo').click();
    await page.locator('.reprint-buttons').waitFor();
    const box = await page
      .locator('.reprint-modal .ant-modal-container, .reprint-modal .ant-modal-content')
      .first()
      .boundingBox();
    expect(box === null ? 0 : box.x + box.width).toBeLessThanOrEqual(width);
    await picture(`reprint ${language} ${width}`);
  });
});
