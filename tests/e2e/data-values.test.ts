import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chooseFile, type EditorDriver } from '#tests/support/editor-driver.ts';
import { handsOn, type Hand } from '#tests/support/hands.ts';
import { keepPictures, openEditor, type OpenedPage } from '#tests/support/open-editor.ts';
import { drawnOf, SEED } from '#tests/support/seed.ts';
import { buildXlsx } from '#tests/support/xlsx-builder.ts';

let opened: OpenedPage;
let page: Page;
let driver: EditorDriver;
let workbook: string;

beforeAll(async () => {
  opened = await openEditor('values');
  ({ page, driver } = opened);
  workbook = join(opened.folder, 'prices.xlsx');
  const rows = [
    ['price', 'day', 'text'],
    [{ number: '1234.565', format: '#,##0.0" kg"' }, { number: '45306.4375', format: 'd.m.yy' }, '1,234'],
    [{ number: '0.125', format: '0%' }, { number: '45307', format: 'd.m.yy' }, '05/01/2024'],
  ] as const;
  await writeFile(workbook, buildXlsx([{ name: 'Prices', rows }]));
});
afterAll(() => opened?.close());
keepPictures(() => page);

const panel = (): Locator => page.getByTestId('attribute-panel');
const kinds = (): Locator => panel().getByTestId('source-kind');
const formatted = (): Locator => panel().getByTestId('formatted-value');
const shown = async (text: string): Promise<void> => formatted().getByText(text, { exact: true }).waitFor();

async function empty(): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByTestId('canvas-overlay').click({ position: { x: 8, y: 8 } });
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
}

const NAMES = drawnOf('data-values', ['pointer', 'keyboard'] as const);
describe.each(NAMES)(`with the %s (seed ${SEED})`, (name) => {
  let hand: Hand;
  beforeAll(async () => {
    hand = handsOn(page).find((one) => one.name === name) ?? expect.fail(name);
    await empty();
  });

  test('a column becomes money, a number, a percentage, a date and a time', async () => {
    await driver.place('text', 10, 10);
    await hand.choose(kinds(), 'Spreadsheet');
    const choose = panel().getByTestId('choose-spreadsheet');
    if ((await panel().getByTestId('data-column').count()) === 0) await chooseFile(page, choose, workbook);
    const type = panel().getByTestId('data-type');
    await type.waitFor();
    await hand.choose(panel().getByTestId('data-column'), 'price');
    await hand.choose(type, 'Currency');
    await shown('￥1234.565');
    await expect.poll(() => panel().getByTestId('before-after').innerText()).toContain('1,234.6 kg');
    await hand.type(panel().getByRole('combobox', { name: 'Symbol' }), 'R$');
    await hand.choose(panel().getByTestId('data-precision'), '2');
    await shown('R$1234.57');
    await hand.choose(type, 'Percent');
    await shown('123456.50%');
    await hand.press(panel().getByLabel('Leave out zeros at the end'));
    await shown('123456.5%');
    await hand.choose(type, 'Number');
    await shown('1234.57');

    await hand.choose(panel().getByTestId('data-column'), 'text');
    await hand.choose(type, 'Number');
    await panel().getByRole('alert').getByText('1234 or 1.234').waitFor();
    await hand.choose(panel().getByTestId('data-comma'), '1.234');
    await shown('1.234');

    await hand.choose(panel().getByTestId('data-column'), 'day');
    await hand.choose(type, 'Date');
    await shown('2024/01/15');
    await hand.type(panel().getByRole('combobox', { name: 'Date format' }), 'd MMM yyyy');
    await shown('15 Jan 2024');
    await hand.choose(panel().getByTestId('data-date-order'), '5 January');
    await hand.choose(type, 'Time');
    await hand.type(panel().getByRole('combobox', { name: 'Time format' }), 'HH:mm');
    await shown('10:30');
    const file = await driver.download();
    for (const attribute of ['DataType="5"', 'DateFormat="d MMM yyyy"', 'TimeFormat="HH:mm"', 'DateOrder="0"']) {
      expect(file).toContain(attribute);
    }
    await empty();
  });

  test('a sequence that ends is reported in the panel and before the run', async () => {
    await driver.place('text', 10, 10);
    await hand.choose(kinds(), 'Sequence');
    await hand.type(panel().getByTestId('sequence-initial'), '08');
    await panel().getByTestId('sequence-length').getByText('Enough for 92 labels: the last value is 99.').waitFor();
    const dialog = await driver.openPrint();
    const labels = dialog.getByLabel('Labels (running numbers)');
    await labels.fill('93');
    await dialog.getByRole('alert').getByText('ends at 99').waitFor();
    await expect.poll(() => dialog.getByRole('button', { name: 'Print', exact: true }).isDisabled()).toBe(true);
    await labels.fill('92');
    await dialog.getByTestId('print-limit').getByText('ends at 99').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  test('a sequence continues from run to run, from the value that is set', async () => {
    const count = panel().getByLabel('Continue counting after this run');
    await hand.type(panel().getByTestId('sequence-initial'), '0001');
    await hand.press(count);
    if (name === NAMES[0]) {
      await panel().getByTestId('counter-unsaved').waitFor();
      const refused = await driver.openPrint();
      await refused.getByTestId('counter-problem').waitFor();
      await expect.poll(() => refused.getByRole('button', { name: 'Print', exact: true }).isDisabled()).toBe(true);
      await page.keyboard.press('Escape');
      await refused.waitFor({ state: 'hidden' });
      await driver.save();
    }
    const next = panel().getByTestId('counter-next');
    await expect.poll(() => next.inputValue()).toBe('0001');
    await hand.type(next, '0042');
    await hand.press(panel().getByTestId('counter-set'));
    const confirm = page.getByRole('dialog').filter({ hasText: 'Continue with 0042?' });
    await confirm.waitFor();
    await hand.press(confirm.getByRole('button', { name: 'Set' }));
    await page.getByText('The next label gets 0042.').waitFor();

    const dialog = await driver.openPrint();
    await dialog.getByLabel('Labels (running numbers)').fill('3');
    const print = dialog.getByRole('button', { name: 'Print', exact: true });
    await expect.poll(() => print.isEnabled()).toBe(true);
    await hand.press(print);
    await dialog.getByText('Printing is finished').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.waitFor({ state: 'hidden' });
    // The panel requests the next value when the element is selected again.
    await page.getByTestId('canvas-overlay').click({ position: { x: 8, y: 8 } });
    await page.keyboard.press('Control+a');
    await expect.poll(() => next.inputValue()).toBe('0045');
    // The canvas shows it too: another element that names this one shows so.
    const [, counting = ''] = /<Object [^>]*Name="([^"]*)"/.exec(await driver.download()) ?? [];
    await driver.place('text', 10, 30);
    await hand.choose(kinds(), 'Formula');
    await hand.type(panel().getByTestId('formula-input'), `{[${counting}]}!`);
    await panel().getByTestId('formula-value').getByText('0045!').waitFor();
  });
});
