import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseOption, type EditorDriver } from '#tests/support/editor-driver.ts';
import { keepPictures, openEditor, type OpenedPage } from '#tests/support/open-editor.ts';
import { untilIdle } from '#tests/support/until-idle.ts';

let opened: OpenedPage;
let page: Page;
let driver: EditorDriver;

beforeAll(async () => {
  opened = await openEditor('fields', { viewport: { width: 1280, height: 900 } }, { name: 'GS1' });
  ({ page, driver } = opened);
});
afterAll(() => opened?.close());
keepPictures(() => page);

const row = (place: number): Locator => page.getByTestId('gs1-row').nth(place - 1);
const content = (): Promise<string> => page.getByTestId('content-input').inputValue();
const confirm = (): Locator => page.getByRole('dialog').getByRole('button', { name: 'Confirm' });

test('GS1 data is composed from the keyboard, and invalid data is not applied', async () => {
  await driver.place('qrcode', 10, 10);
  await chooseOption(page, page.getByTestId('symbology'), 'GS1 DataMatrix');
  await page.getByTestId('gs1-edit').press('Enter');
  await row(3).waitFor();

  // A GTIN-13 becomes one of 14 digits.
  const gtin = page.getByLabel('Value of field 1');
  await gtin.fill('4006381333931');
  await expect.poll(() => row(1).getByRole('alert').textContent()).toContain('needs 14 characters; there are 13');
  await expect.poll(() => confirm().isDisabled()).toBe(true);
  await row(1).getByRole('button', { name: 'Check digit' }).press('Enter');
  await expect.poll(() => gtin.inputValue()).toBe('04006381333931');

  await row(2).getByLabel('Choose the date of field 2').fill('2027-02-28');
  await expect.poll(() => page.getByLabel('Value of field 2').inputValue()).toBe('270228');

  // Enter in the last field adds the next one and goes there.
  await page.getByLabel('Value of field 3').press('Enter');
  await page.keyboard.type('S#1');
  await expect.poll(() => row(4).getByRole('alert').textContent()).toContain('“#” at position 2');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('1');
  await row(4).getByRole('button', { name: 'Move field 4 up' }).press('Enter');
  await expect.poll(() => confirm().isEnabled()).toBe(true);
  const result = '(01)04006381333931(17)270228(21)S1(10)ABC123';
  await untilIdle(page);
  await expect.poll(() => page.getByTestId('gs1-result').textContent()).toBe(result);
  await confirm().press('Enter');
  await expect.poll(content).toBe(result);
});

test('an identifier is found by its title, and its required companion is reported', async () => {
  await page.getByTestId('gs1-edit').click();
  await row(1).getByRole('combobox').click();
  await page.keyboard.type('count');
  await page.keyboard.press('Enter');
  await page.getByLabel('Value of field 1').fill('12');
  await page.getByRole('dialog').getByText('(30) also needs (01) / (02).').waitFor();
  await expect.poll(() => confirm().isDisabled()).toBe(true);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => content()).toContain('(01)04006381333931');
});

test('a Digital Link has an address of its own', async () => {
  await chooseOption(page, page.getByTestId('symbology'), 'GS1 Digital Link');
  await page.getByTestId('gs1-edit').click();
  await page.getByLabel('Web address').fill('https://example.com/p/');
  await expect
    .poll(() => page.getByTestId('gs1-result').textContent())
    .toBe('https://example.com/p/01/04006381333931/10/ABC123/21/S1?17=270228');
  await confirm().click();
  await expect.poll(content).toBe('https://example.com/p(01)04006381333931(17)270228(21)S1(10)ABC123');
});
