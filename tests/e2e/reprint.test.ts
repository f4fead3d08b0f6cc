import type { Locator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { eitherHand, handsOn, type Hand } from '#tests/support/hands.ts';
import { keepPictures, openShared, type OpenedPage } from '#tests/support/open-editor.ts';
import { jobsOf, pagesOf, readCounts, readPages } from '#tests/support/print-dialog.ts';
import { slowPrinter, type SlowPrinter } from '#tests/support/slow-printer.ts';
import { createSerialRows, makeSerialLabel } from '#tests/support/serial-labels.ts';
import { untilIdle } from '#tests/support/until-idle.ts';

const ROWS = createSerialRows(12, [5]);
const COPIES = 2;
/** No other test has a label of this name: the folder printer is shared. */
const LABEL = 'Reprints';

/** The output of these rows printed completely, from their n-th label on. */
function codesFrom(firstRow: number, lastRow: number, firstCopy = 1): readonly (readonly string[])[] {
  const labels = ROWS.filter(({ row, refused }) => !refused && row >= firstRow && row <= lastRow).flatMap(({ code }) =>
    Array.from({ length: COPIES }, () => [code]),
  );
  return labels.slice(firstCopy - 1);
}

/** A paper jam: labels of an earlier run are printed once more. */
describe('labels of an earlier run', () => {
  let opened: OpenedPage;
  let page: Page;
  let driver: EditorDriver;
  let printer: SlowPrinter;
  let hands: readonly Hand[];
  /** The jobs whose pages have been checked. */
  let earlier: readonly string[] = [];

  beforeAll(async () => {
    opened = await openShared();
    ({ page, driver } = opened);
    hands = handsOn(page);
    printer = await slowPrinter(page, inject('productAssistantPort'));
    page.on('dialog', (dialog) => void dialog.accept());
    await driver.register('jana', 'correct horse battery');
    await makeSerialLabel(driver, LABEL, opened.folder, ROWS);
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);
  afterEach(async () => {
    earlier = await jobsOf(inject('productPages'), LABEL);
  });

  const tray = (): Locator => page.getByTestId('run-tray');
  const runs = (): Locator => page.getByRole('region', { name: 'Print runs' }).getByRole('listitem');
  const dialog = (): Locator => page.getByRole('dialog').filter({ visible: true }).last();
  /** The dialog that reprints labels. */
  const form = (): Locator => page.locator('.reprint-modal').filter({ visible: true });

  /** A run in the list, its dialog closed. It stops after this many pages, until the printer continues. */
  async function print(pages: number): Promise<void> {
    printer.keepBusy(pages);
    const printing = await driver.openPrint();
    await printing.getByLabel('Copies', { exact: true }).fill(String(COPIES));
    await printing.getByRole('button', { name: 'Print', exact: true }).and(page.locator(':enabled')).click();
    await expect
      .poll(async () => (await pagesOf(inject('productPages'), earlier, LABEL)).length)
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
  /** Waits for the newest run and returns its printed pages. */
  async function printed(): Promise<readonly (readonly string[])[]> {
    await dialog().waitFor({ state: 'hidden' });
    await openList();
    await runs().first().getByText('Printing is finished').waitFor();
    const pages = await readPages(await pagesOf(inject('productPages'), earlier, LABEL));
    earlier = await jobsOf(inject('productPages'), LABEL);
    return pages;
  }
  async function clearList(): Promise<void> {
    await openList();
    while ((await runs().count()) > 0) await runs().first().getByRole('button', { name: 'Dismiss' }).click();
    await tray().waitFor({ state: 'detached' });
  }

  test('are printed from the last good one on, which is named by its number, its row or its code', async () => {
    await print(6);
    printer.goOn();
    await openList();
    await runs().first().getByText('Printing is finished').waitFor();
    for (const hand of eitherHand(page)) {
      earlier = await jobsOf(inject('productPages'), LABEL);
      await openList();
      await openAgain(hand, runs().last());
      await dialog().getByText('22 of 24 labels were printed.').waitFor();
      const start = (): Locator => dialog().getByRole('button', { name: /^Print/ });
      await expect.poll(() => start().isDisabled()).toBe(true);
      // Label 7 is the first copy of row 6: row 5 was rejected.
      await hand.type(form().getByRole('spinbutton', { name: 'Number of the last good label' }), '7');
      await dialog().getByText('Last good label: label 7 · row 6 · copy 1 of 2 · LW-00006').waitFor();
      await dialog().getByRole('button', { name: 'Print 15 labels' }).waitFor();

      const ways = form().getByRole('radiogroup', { name: 'Which is the last good' });
      await hand.pick(ways, 'By row');
      const row = form().getByRole('spinbutton', { name: 'Row of the last good label' });
      // A rejected row was never printed.
      await hand.type(row, '5');
      await dialog().getByText('This run printed no such label.').waitFor();
      await hand.type(row, '11');
      await dialog().getByText('row 11 · copy 2 of 2').waitFor();
      await hand.type(form().getByRole('spinbutton', { name: 'Copy, 1 to 2' }), '1');
      await dialog().getByText('row 11 · copy 1 of 2').waitFor();
      await dialog().getByRole('button', { name: 'Print 5 labels' }).waitFor();

      await hand.pick(ways, 'By content');
      const field = dialog().getByRole('searchbox', { name: 'Scan or type its content' });
      await expect.poll(() => field.evaluate((node) => node === document.activeElement)).toBe(true);
      await page.keyboard.type('LW-99999');
      await hand.press(dialog().getByRole('button', { name: 'Find' }));
      await dialog().getByText('This run printed no such label.').waitFor();
      // As a wedge scanner types it, with the code's kind in front, replacing the text.
      await field.focus();
      await page.keyboard.press('Control+a');
      await page.keyboard.type(']C0LW-00012\n');
      await dialog().getByText('row 12 · copy 2 of 2 · LW-00012').waitFor();
      await page.keyboard.type('LW-00013\n');
      await dialog().getByText('No label follows it.').waitFor();
      await page.keyboard.type('LW-00012\n');
      await dialog().getByText('row 12 · copy 2 of 2 · LW-00012').waitFor();
      await dialog().getByRole('button', { name: 'Print 2 labels' }).waitFor();

      await hand.pick(ways, 'By row');
      await hand.type(row, '11');
      await hand.type(form().getByRole('spinbutton', { name: 'Copy, 1 to 2' }), '1');
      await hand.press(dialog().getByRole('button', { name: 'Print 5 labels' }));
      expect(await printed()).toEqual(codesFrom(11, 13, 2));
    }
    // The new run names the old one.
    await runs().first().getByRole('button', { name: 'Open report' }).click();
    await dialog().getByText('Prints labels of the run of').waitFor();
    expect(await readCounts(dialog())).toMatchObject({ Requested: 5, Sent: 5 });
    await dialog().getByRole('button', { name: 'Close' }).click();
  });

  test('are selected by their rows', async () => {
    for (const hand of eitherHand(page)) {
      await openList();
      await openAgain(hand, runs().last());
      await hand.pick(form().getByRole('radiogroup', { name: 'What is printed' }), 'Some rows');
      const field = form().getByRole('textbox', { name: 'Rows' });
      await hand.type(field, '2-');
      await dialog().getByRole('alert').waitFor();
      await expect.poll(() => form().getByRole('button', { name: 'Print these rows' }).isDisabled()).toBe(true);
      await hand.type(field, '2-4, 11');
      await dialog().getByText('4 rows').waitFor();
      await hand.press(form().getByRole('button', { name: 'Print these rows' }));
      expect(await printed()).toEqual([...codesFrom(2, 4), ...codesFrom(11, 11)]);
    }
  });

  test('of a paused or an interrupted run are printed again after that run was ended', async () => {
    const [mouse, keys] = hands as [Hand, Hand];
    await clearList();
    await print(6);
    await openList();
    await mouse.press(runs().first().getByRole('button', { name: 'Pause' }));
    await runs().first().getByText('Paused').waitFor();
    // Answers for labels in transit move no button from under the pointer.
    const again = runs().first().getByRole('button', { name: 'Print labels again…' });
    const place = await again.boundingBox();
    printer.goOn();
    await runs()
      .first()
      .getByText(/Sending\s*0/)
      .waitFor();
    await untilIdle(again);
    await expect.poll(() => again.boundingBox()).toEqual(place);
    await openAgain(mouse, runs().first());
    await dialog().getByText('This run ends first').waitFor();
    earlier = await jobsOf(inject('productPages'), LABEL);
    await mouse.type(form().getByRole('spinbutton', { name: 'Number of the last good label' }), '0');
    await dialog().getByText('None is good: everything is printed again.').waitFor();
    await mouse.press(dialog().getByRole('button', { name: 'Print 24 labels' }));
    expect(await printed()).toEqual(codesFrom(2, 13));
    await expect.poll(() => runs().last().innerText()).toContain('Printing was canceled');
    await clearList();

    await print(6);
    await page.reload();
    printer.goOn();
    await openList();
    await runs().getByText('Interrupted').waitFor();
    earlier = await jobsOf(inject('productPages'), LABEL);
    await openAgain(keys, runs().first());
    await keys.type(form().getByRole('spinbutton', { name: 'Number of the last good label' }), '6');
    await dialog().getByText('Last good label: label 6 · row 4 · copy 2 of 2 · LW-00004').waitFor();
    await keys.press(dialog().getByRole('button', { name: 'Print 18 labels' }));
    expect(await printed()).toEqual(codesFrom(5, 13));
    await expect.poll(() => runs().last().innerText()).toContain('Printing was canceled');
    await clearList();
  });

  /** In the print dialog filled for these rows: prints, and returns the output. */
  async function printFilled(hand: Hand, labels: string): Promise<readonly (readonly string[])[]> {
    await dialog().getByText(labels).waitFor();
    earlier = await jobsOf(inject('productPages'), LABEL);
    const print = dialog().getByRole('button', { name: 'Print', exact: true });
    await expect.poll(() => print.isEnabled()).toBe(true);
    await hand.press(print);
    await dialog().getByText('Printing is finished').waitFor();
    return readPages(await pagesOf(inject('productPages'), earlier, LABEL));
  }

  test('that were rejected are printed once their data are corrected', async () => {
    const [mouse, keys] = hands as [Hand, Hand];
    await print(6);
    printer.goOn();
    await openList();
    await runs().first().getByText('Printing is finished').waitFor();
    // From the report of the list of runs, by the keyboard.
    await keys.press(runs().first().getByRole('button', { name: 'Open report' }));
    await openAgain(keys, dialog());
    await keys.pick(form().getByRole('radiogroup', { name: 'What is printed' }), 'The rejected rows');
    await form().getByText('Rejected: rows 5').waitFor();
    await keys.press(form().getByRole('button', { name: 'Open the label with these rows' }));
    await dialog().getByText('with the same choices').waitFor();
    await dialog().getByText('2 labels on').waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    // The data are corrected; the dialog still has the rows, and the run that it repeats.
    await page.getByTestId('table-search').fill('编号');
    // Before that, the row is elsewhere: the second half of the double click would miss it.
    await page.getByTestId('table-count').filter({ hasText: '1 of 12 rows' }).waitFor();
    await page.getByTestId('data-table').getByRole('gridcell', { name: '编号 5' }).first().dblclick();
    await page.getByTestId('cell-input').fill('LW-00505');
    await page.getByTestId('cell-input').press('Enter');
    await page.getByTestId('table-edits').getByText('1 cell changed here').waitFor();
    await driver.openPrint();
    await dialog().getByText('with the same choices').waitFor();
    expect(await printFilled(mouse, '2 labels on')).toEqual([['LW-00505'], ['LW-00505']]);
    await dialog().getByText('Prints labels of the run of').waitFor();

    // From the report of the print dialog: the current output is printed again, and the dialog follows that run.
    earlier = await jobsOf(inject('productPages'), LABEL);
    await openAgain(mouse, dialog());
    await mouse.type(form().getByRole('spinbutton', { name: 'Number of the last good label' }), '1');
    await mouse.press(form().getByRole('button', { name: 'Print 1 label' }));
    await dialog().getByText('Printing is finished').waitFor();
    await expect.poll(() => dialog().locator('.print-report').innerText()).toMatch(/Requested\s+1\b/);
    expect(await readPages(await pagesOf(inject('productPages'), earlier, LABEL))).toEqual([['LW-00505']]);

    // A separate print names no other run.
    await openAgain(mouse, dialog());
    await mouse.pick(form().getByRole('radiogroup', { name: 'What is printed' }), 'Some rows');
    await mouse.type(form().getByRole('textbox', { name: 'Rows' }), '5');
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
    for (const hand of eitherHand(page)) {
      await page.goto(`${opened.address}/printRecords`);
      // The oldest run of all, with its 24 labels.
      await hand.press(records.last().getByRole('button', { name: LABEL }));
      await openAgain(hand, dialog());
      await hand.pick(form().getByRole('radiogroup', { name: 'What is printed' }), 'Some rows');
      await hand.type(form().getByRole('textbox', { name: 'Rows' }), '13');
      earlier = await jobsOf(inject('productPages'), LABEL);
      await hand.press(form().getByRole('button', { name: 'Print these rows' }));
      expect(await printed()).toEqual(codesFrom(13, 13));
      await clearList();
      await page.getByRole('button', { name: 'Reload' }).click();
      await untilIdle(page);
      await hand.press(records.first().getByRole('button', { name: LABEL }));
      await dialog().getByText('Prints labels of the run of').waitFor();
      await expect
        .poll(() => dialog().locator('.history-facts').innerText())
        .toMatch(/Reprint of\s+Nov|Reprint of\s+\w+ \d/);
    }
  });

  test('are missing in another browser, which says so and opens the label with the rows', async () => {
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
    for (const hand of eitherHand(page)) {
      await page.goto(`${opened.address}/printRecords`);
      const records = page.locator('.history-table tbody tr.ant-table-row');
      await hand.press(records.last().getByRole('button', { name: LABEL }));
      await openAgain(hand, dialog());
      await form().getByText('This browser no longer has what this run printed').waitFor();
      await hand.type(form().getByRole('textbox', { name: 'Rows' }), '13');
      await hand.press(form().getByRole('button', { name: 'Open the label with these rows' }));
      await page.waitForURL('**/editLabel**');
      await dialog().getByText('2 labels on').waitFor();
      await page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'hidden' });
    }
  });
});
