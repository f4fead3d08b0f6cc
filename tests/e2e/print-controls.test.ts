import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createPng } from '#tests/print/create-image-files.ts';
import { chooseFile, type EditorDriver } from '#tests/support/editor-driver.ts';
import { handNames, handsOn, type Hand } from '#tests/support/hands.ts';
import { openProduct, SCREENSHOTS, type OpenedProduct } from '#tests/support/open-editor.ts';
import { readCounts } from '#tests/support/print-dialog.ts';
import { slowPrinter, type SlowPrinter } from '#tests/support/slow-printer.ts';
import { slowWorkers, type SlowWorkers } from '#tests/support/slow-workers.ts';
import { createSerialRows, createSerialWorkbook } from '#tests/support/serial-labels.ts';
import { untilIdle } from '#tests/support/until-idle.ts';

const ROWS = createSerialRows(600);

let opened: OpenedProduct;
let page: Page;
let driver: EditorDriver;
let printer: SlowPrinter;
let workers: SlowWorkers;
let folder: string;

beforeAll(async () => {
  // No device answers there; it is listed all the same.
  opened = await openProduct({ ASSISTANT_PRINTERS: '{"Warehouse": "ipp://127.0.0.1:9/ipp/print"}' });
  ({ page, driver, folder } = opened);
  await writeFile(join(folder, 'rows.xlsx'), createSerialWorkbook(ROWS));
  await writeFile(
    join(folder, 'edge.png'),
    createPng(40, 20, (x) => (x < 37 ? [255, 255, 255, 255] : [0, 0, 0, 255])),
  );
  workers = await slowWorkers(page);
  printer = await slowPrinter(page, opened.product.assistantPort);
  await driver.register('printer', 'correct horse 42');
  await driver.createLabel('Serials', { Width: 60, Height: 25 });
  await driver.place('barcode', 5, 4);
  await driver.bind(join(folder, 'rows.xlsx'), 'serials', 'code');
  await page
    .getByTestId('row-label')
    .filter({ hasText: `of ${ROWS.length}` })
    .waitFor();
});
afterAll(() => opened?.close());

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  await page.screenshot({ path: join(SCREENSHOTS, `${task.name}.png`) });
  // The next test finds a printer and workers that answer, and no dialog of this one.
  printer.goOn();
  await workers.goOn();
  for (let i = 0; i < 3; i++) await page.keyboard.press('Escape');
});

/** The dialog opens with the rows that were selected for the sheet before. */
async function takeAllRows(hand: Hand, dialog: Locator): Promise<void> {
  await hand.pick(dialog.getByRole('radiogroup').filter({ hasText: 'Chosen rows' }), 'All 600 rows');
}

test('the table stays where the keys moved, however late its rows arrive', async () => {
  const grid = page.getByTestId('table-grid');
  const activeRow = async (): Promise<string | undefined> =>
    (await grid.getAttribute('aria-activedescendant'))?.split('-').at(-2);
  await grid.focus();
  await page.keyboard.press('Control+Home');
  await expect.poll(activeRow).toBe('0');
  await workers.keepBusy();
  // The first of these asks for the position of its row, the second one for a row that is not there yet.
  for (const key of ['ArrowDown', 'Control+End', 'Control+Home', 'ArrowDown', 'ArrowDown'])
    await page.keyboard.press(key);
  await expect.poll(() => activeRow()).toBe('2');
  await workers.goOn();
  await page.getByTestId('table-row').filter({ hasText: /^4$/ }).waitFor();
  await expect.poll(() => activeRow()).toBe('2');
  await page.keyboard.press('Control+Home');
});

test('nothing moves in the print dialog when printers and rows arrive late', async () => {
  printer.keepSilent();
  await workers.keepBusy();
  await page.getByTestId('print').click();
  const dialog = page.getByRole('dialog');
  const places = async (): Promise<readonly (readonly [string, number | undefined])[]> => {
    const controls = ['Copies', 'Copies per row', 'Resolution', 'Minimum barcode grade']
      .map((words) => [words, dialog.getByText(words, { exact: true })] as const)
      .concat([['Print', dialog.getByRole('button', { name: 'Print', exact: true })]]);
    return Promise.all(controls.map(async ([words, control]) => [words, (await control.boundingBox())?.y] as const));
  };
  await dialog.getByText('Looking for printers').waitFor();
  const before = await places();
  await workers.goOn();
  await dialog.getByText('600 labels').first().waitFor();
  expect(await places()).toEqual(before);
  printer.goOn();
  await dialog.getByRole('button', { name: 'Print', exact: true }).and(page.locator(':enabled')).waitFor();
  expect(await places()).toEqual(before);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
});

describe.each(handNames('print-controls'))('with the %s', (name) => {
  let hand: Hand;
  beforeAll(() => {
    hand = handsOn(page).find((one) => one.name === name) ?? expect.fail(name);
  });

  test(`rows, resolution, start, cancellation and closing of an export (${name})`, async () => {
    await page.getByTestId('export').click();
    await page.getByRole('menuitem', { name: 'PDF (exact bitmaps)', exact: true }).click();
    const dialog = page.getByRole('dialog');
    const start = dialog.getByTestId('export-start');
    await start.and(page.locator(':enabled')).waitFor();
    const list = dialog.locator('.ant-select');
    await hand.choose(list, '203 dpi');
    await expect.poll(() => list.innerText()).toBe('203 dpi');
    const rows = dialog.getByRole('radiogroup', { name: 'Rows' });
    await hand.pick(rows, 'All rows (600)');
    await workers.keepBusy();
    await hand.press(start, 'while pending');
    await dialog.getByRole('progressbar').waitFor();
    await hand.press(dialog.getByTestId('export-cancel'));
    await dialog.getByRole('progressbar').waitFor({ state: 'detached' });
    await workers.goOn();
    await untilIdle(dialog);
    await expect.poll(() => dialog.getByTestId('export-over').count()).toBe(0);

    await hand.choose(list, '600 dpi');
    await hand.pick(rows, 'This row (2)');
    const [download] = await Promise.all([page.waitForEvent('download'), hand.press(start)]);
    await dialog.getByTestId('export-over').waitFor();
    const file = await readFile(await download.path(), 'latin1');
    expect(file.match(/\/Type ?\/Page\b/g)).toHaveLength(1);
    // 60 mm at 600 dpi.
    expect(file).toContain('/Width 1417');
    await hand.press(dialog.locator('.ant-modal-footer').getByRole('button', { name: 'Close' }));
    await dialog.waitFor({ state: 'hidden' });
  });

  test(`the choices before printing (${name})`, async () => {
    await page.getByTestId('action-labelSettings').click();
    const settings = page.getByRole('dialog', { name: 'Label settings' });
    await chooseFile(page, settings.getByRole('button', { name: /Upload|Add another/ }), join(folder, 'edge.png'));
    await settings.getByRole('img', { name: 'Background' }).waitFor();
    await settings.getByRole('button', { name: 'Apply' }).click();
    await settings.waitFor({ state: 'detached' });

    await hand.press(page.getByTestId('print'));
    const dialog = page.locator('.print-modal');
    const summary = dialog.locator('.print-summary');
    const picture = dialog.locator('.print-page img');
    const width = (): Promise<number> => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth);
    const source = async (): Promise<string | null> => {
      await dialog.locator('.print-page[data-stale=false]').waitFor();
      return picture.getAttribute('src');
    };
    const button = (label: string): Locator => dialog.getByRole('button', { name: label, exact: true });
    await takeAllRows(hand, dialog);
    await expect.poll(() => summary.textContent()).toBe('600 labels on 600 pages');

    const printers = dialog.locator('.print-printer-row .ant-select');
    await hand.press(button('Look for printers again'));
    await hand.choose(printers, 'Warehouse');
    await expect.poll(() => printers.innerText()).toContain('Warehouse');
    await hand.choose(printers, 'Folder (files)');
    await expect.poll(() => printers.innerText()).toContain('Folder');

    await picture.waitFor();
    const resolutions = dialog.locator('.print-settings .ant-segmented');
    for (const [dpi, dots] of [
      ['203 dpi', 480],
      ['600 dpi', 1417],
      ['300 dpi', 709],
    ] as const) {
      await hand.pick(resolutions, dpi);
      await expect.poll(width).toBe(dots);
    }
    const grades = dialog
      .locator('.print-settings .ant-select')
      .filter({ has: page.getByLabel('Minimum barcode grade') });
    await hand.choose(grades, 'Grade A');
    await expect.poll(() => grades.innerText()).toBe('Grade A');
    await hand.choose(grades, 'Any grade, if readable');
    await expect.poll(() => grades.innerText()).toBe('Any grade, if readable');

    await hand.type(dialog.getByLabel('Copies', { exact: true }), '2');
    await expect.poll(() => summary.textContent()).toContain('1,200 labels');
    await hand.stepUp(dialog.getByLabel('Copies', { exact: true }));
    await expect.poll(() => summary.textContent()).toContain('1,800 labels');
    // An invalid number is not taken for another one: it prints nothing.
    const start = dialog.locator('.print-side-end').getByRole('button', { name: 'Print', exact: true });
    await hand.type(dialog.getByLabel('Copies', { exact: true }), '99999');
    await dialog.getByText(/From 1 to 9.?999/).waitFor();
    await expect.poll(async () => [await start.isEnabled(), await summary.textContent()]).toEqual([false, '']);
    await hand.type(dialog.getByLabel('Copies', { exact: true }), '1');
    await start.and(page.locator(':enabled')).waitFor();
    const overflow = dialog.getByRole('checkbox', { name: /even if text is cut off/ });
    await hand.press(overflow);
    await expect.poll(() => overflow.isChecked()).toBe(true);

    const rows = dialog.getByRole('radiogroup').filter({ hasText: 'Chosen rows' });
    await hand.pick(rows, 'From … to');
    await hand.type(dialog.getByLabel('From row'), '10');
    await hand.type(dialog.getByLabel('To row'), '12');
    await expect.poll(() => summary.textContent()).toBe('3 labels on 3 pages');
    await hand.pick(rows, 'Chosen rows');
    await hand.type(dialog.getByRole('textbox', { name: 'Chosen rows' }), '4, 7-9');
    await expect.poll(() => summary.textContent()).toBe('4 labels on 4 pages');

    const prints = dialog.getByRole('checkbox', { name: 'Print the background' });
    const printed = await prints.isChecked();
    const before = await source();
    await hand.press(prints);
    await untilIdle(prints);
    await expect.poll(() => prints.isChecked()).toBe(!printed);
    await expect.poll(source).not.toBe(before);
    if (!printed) await hand.press(prints);

    const number = dialog.getByLabel('Go to page');
    const at = (shown: string): Promise<void> => expect.poll(() => number.inputValue()).toBe(shown);
    for (const [label, shown] of [
      ['Next page', '2'],
      ['Last page', '4'],
      ['Previous page', '3'],
      ['First page', '1'],
    ] as const) {
      await hand.press(button(label));
      await at(shown);
    }
    await hand.type(number, '3');
    await dialog.getByText('Row 8', { exact: true }).waitFor();
    await hand.stepUp(number);
    await dialog.getByText('Row 9', { exact: true }).waitFor();
    const zoom = dialog.locator('.print-pager .ant-segmented');
    await hand.pick(zoom, '100 %');
    await dialog.locator('.print-page-frame[data-zoom=actual]').waitFor();
    await hand.pick(zoom, 'Fit');
    await dialog.locator('.print-page-frame[data-zoom=fit]').waitFor();
    await page.screenshot({ path: join(SCREENSHOTS, `print dialog with ${name}.png`) });
    await hand.press(dialog.getByRole('button', { name: 'Close' }));
    await dialog.waitFor({ state: 'hidden' });
  });

  test(`the actions during and after printing (${name})`, async () => {
    await hand.press(page.getByTestId('print'));
    const dialog = page.locator('.print-modal');
    const button = (label: string): Locator => dialog.getByRole('button', { name: label, exact: true });
    const print = button('Print');
    await takeAllRows(hand, dialog);
    await print.and(page.locator(':enabled')).waitFor();
    printer.keepBusy();
    await hand.press(print);
    await hand.press(button('Pause'));
    await dialog.getByText('Paused').waitFor();
    await hand.press(button('Continue'));
    await button('Pause').waitFor();

    await hand.press(button('Cancel printing'));
    await dialog.getByText('Printing was canceled').waitFor();
    expect((await readCounts(dialog))['Not printed']).toBeGreaterThan(0);
    for (const [label, head] of [
      ['Save as CSV', /Row/],
      ['Save as PDF', /^%PDF/],
    ] as const) {
      const [download] = await Promise.all([page.waitForEvent('download'), hand.press(button(label))]);
      expect((await readFile(await download.path(), 'latin1')).slice(0, 2000)).toMatch(head);
    }
    await page.screenshot({ path: join(SCREENSHOTS, `print report with ${name}.png`) });

    await hand.press(button('Back to the settings'));
    await print.and(page.locator(':enabled')).waitFor();
    await hand.press(print);
    await button('Cancel printing').waitFor();
    // The run continues without the dialog, and is in the list at the top.
    await hand.press(dialog.locator('.ant-modal-close').first());
    await dialog.waitFor({ state: 'hidden' });
    await hand.press(page.getByTestId('run-tray'));
    // The latest is above the canceled one, which stays until it is removed.
    const runs = page.getByRole('region', { name: 'Print runs' }).getByRole('listitem', { name: 'Serials' });
    const run = runs.first();
    const press = (label: string): Promise<void> => hand.press(run.getByRole('button', { name: label, exact: true }));
    await press('Pause');
    await run.getByText('Paused').waitFor();
    // The continuing run moves no button under the pointer at any time.
    const cancel = run.getByRole('button', { name: 'Cancel printing', exact: true });
    const place = await cancel.boundingBox();
    await press('Continue');
    await run.getByRole('button', { name: 'Pause', exact: true }).waitFor();
    await untilIdle(cancel);
    await expect.poll(() => cancel.boundingBox()).toEqual(place);
    await press('Cancel printing');
    await run.getByText('Printing was canceled').waitFor();
    const sums = await readCounts(run);
    expect((sums['Confirmed'] ?? 0) + (sums['Unconfirmed'] ?? 0) + (sums['Remaining'] ?? 0)).toBe(600);
    await press('Open report');
    const report = page.getByRole('dialog').filter({ hasText: 'Printing was canceled' });
    await report.getByRole('button', { name: 'Save as CSV' }).waitFor();
    await hand.press(report.getByRole('button', { name: 'Close' }));
    await report.waitFor({ state: 'hidden' });
    await hand.press(page.getByTestId('run-tray'));
    await run.getByRole('button', { name: /^Print the remaining [\d,]+…$/ }).waitFor();
    for (const left of [1, 0]) {
      await press('Dismiss');
      await expect.poll(() => runs.count()).toBe(left);
    }
    // With the last run the list is removed.
    await page.getByTestId('run-tray').waitFor({ state: 'detached' });

    printer.goOn();
    await hand.press(page.getByTestId('print'));
    const rows = dialog.getByRole('radiogroup').filter({ hasText: 'Chosen rows' });
    await rows.getByText('Chosen rows').click();
    await dialog.getByRole('textbox', { name: 'Chosen rows' }).fill('2');
    await print.and(page.locator(':enabled')).click();
    await dialog.getByText('Printing is finished').waitFor();
    await hand.press(dialog.locator('.print-side-end').getByRole('button', { name: 'Close' }));
    await dialog.waitFor({ state: 'hidden' });
  });
});
