import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseOption, type EditorDriver } from '#tests/support/editor-driver.ts';
import { keepPictures, openEditor, SCREENSHOTS, type OpenedPage } from '#tests/support/open-editor.ts';

let opened: OpenedPage;
let page: Page;
let driver: EditorDriver;

beforeAll(async () => {
  opened = await openEditor('counting', {}, { name: 'Numbers' });
  ({ page, driver } = opened);
});
afterAll(() => opened?.close());
keepPictures(() => page);

test('a running number is set up in the panel, and the copies are its labels', async () => {
  await driver.place('text', 10, 10);
  const panel = page.getByTestId('attribute-panel');
  await chooseOption(page, panel.getByTestId('source-kind'), 'Sequence');
  await panel.getByTestId('sequence-initial').fill('00Z');
  await panel.getByRole('alert').or(panel.getByText('cannot start with')).first().waitFor();
  await chooseOption(page, panel.getByTestId('sequence-type'), 'Digits and letters (0–Z)');
  await page.screenshot({ path: join(SCREENSHOTS, 'sequence.png') });
  const file = await driver.download();
  expect(file).toContain('DataSourceType="2"');
  expect(file).toContain('InitialValue="00Z"');
  expect(file).toContain('SequenceType="3"');

  // The canvas steps through the labels without a spreadsheet.
  const stepper = page.getByRole('group', { name: 'Label shown' });
  const number = stepper.getByRole('spinbutton', { name: 'Label number' });
  await stepper.getByRole('button', { name: 'Next label' }).click();
  await number.and(page.locator('[value="2"]')).waitFor();
  await number.fill('12');
  await number.press('Enter');
  await page.screenshot({ path: join(SCREENSHOTS, 'sequence, label 12.png') });

  const dialog = await driver.openPrint();
  await dialog.getByLabel('Labels (running numbers)').fill('3');
  await dialog.getByText('3 labels').first().waitFor();
  await page.screenshot({ path: join(SCREENSHOTS, 'sequence in print.png') });
  await page.keyboard.press('Escape');
});

test('the cells of a table are selected one by one in their mode', async () => {
  await driver.place('table', 10, 30);
  const panel = page.getByTestId('attribute-panel');
  const toggle = panel.getByRole('button', { name: 'Choose several cells' });
  await toggle.click();
  await expect.poll(() => toggle.getAttribute('aria-pressed')).toBe('true');
  await page.screenshot({ path: join(SCREENSHOTS, 'cells toggle.png') });
});
