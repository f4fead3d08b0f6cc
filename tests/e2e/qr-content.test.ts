import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseOption, type EditorDriver } from '#tests/support/editor-driver.ts';
import { keepPictures, openEditor, type OpenedPage } from '#tests/support/open-editor.ts';

let opened: OpenedPage;
let page: Page;
let driver: EditorDriver;

beforeAll(async () => {
  opened = await openEditor('contents', { viewport: { width: 1280, height: 720 } }, { name: 'Contents' });
  ({ page, driver } = opened);
});
afterAll(() => opened?.close());
keepPictures(() => page);

const content = (): Promise<string> => page.getByTestId('content-input').inputValue();
const result = (): Promise<string | null> => page.getByTestId('qrcontent-result').textContent();
const kind = () => page.getByRole('combobox', { name: 'What it is for' });

test('a Wi-Fi network is composed from the keyboard, and returns to the form', async () => {
  await driver.place('qrcode', 10, 10);
  await page.getByTestId('qrcontent-edit').press('Enter');
  await kind().press('ArrowDown');
  await page.getByRole('option', { name: 'Wi-Fi network' }).waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const name = page.getByLabel('Network name (SSID)');
  await name.fill('Guests; "5G"');
  await page.getByLabel('Password').fill('short');
  // Enter reports the error and goes there.
  await name.press('Enter');
  await page.getByRole('alert').getByText('8 to 63').waitFor();
  await expect.poll(() => page.getByLabel('Password').evaluate((field) => field === document.activeElement)).toBe(true);
  await page.getByLabel('Password').fill('long enough');
  await expect.poll(() => result()).toBe('WIFI:T:WPA;S:Guests\\; \\"5G\\";P:long enough;;');
  await page.keyboard.press('Enter');
  await expect.poll(content).toBe('WIFI:T:WPA;S:Guests\\; \\"5G\\";P:long enough;;');
  await page.getByTestId('qrcontent-edit').press('Enter');
  await expect.poll(() => name.inputValue()).toBe('Guests; "5G"');
});

test('by pointer: a web address without its scheme is not applied', async () => {
  await chooseOption(page, kind(), 'Web address');
  await page.getByTestId('qrcontent-fields').getByLabel('Web address').fill('example.com');
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('alert').getByText('http:// or https://').waitFor();
  await page.getByTestId('qrcontent-fields').getByLabel('Web address').fill('https://example.com/a');
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect.poll(content).toBe('https://example.com/a');
});
