import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { openEditor, SCREENSHOTS, type OpenedPage } from '#tests/support/open-editor.ts';
import { untilIdle } from '#tests/support/until-idle.ts';

let opened: OpenedPage;
let page: Page;
let driver: EditorDriver;

beforeAll(async () => {
  opened = await openEditor('numbers');
  ({ page, driver } = opened);
});
afterAll(() => opened?.close());

/** Types into a field as a user does, and leaves it. */
async function typeInto(field: Locator, text: string, leave = 'Tab'): Promise<void> {
  await field.focus();
  await field.press('Control+a');
  if (text === '') await field.press('Delete');
  else await field.pressSequentially(text);
  await field.press(leave);
}

describe('the fields of the panel', () => {
  let x: Locator;
  beforeAll(async () => {
    await driver.place('rectangle', 10, 10);
    x = page.getByTestId('field-x');
  });

  test.each([
    ['10+5', '15.000'],
    ['50*2+10', '110.000'],
    ['1in', '25.400'],
    ['2 cm', '20.000'],
    ['72pt + 1', '26.400'],
    ['12,5', '12.500'],
    ['(3+4)*2', '14.000'],
  ])('%s is %s mm', async (typed, shown) => {
    await typeInto(x, typed);
    await untilIdle(x);
    await expect.poll(() => x.inputValue()).toBe(shown);
    expect(await driver.download()).toContain(`StartX="${Number(shown)}"`);
  });

  test.each([
    ['ten', '“ten” is not a number'],
    ['10+', '“10+” is not a number'],
    ['9999', 'From -3000.000 to 3000.000'],
    ['2in*3in', 'Unexpected “in”'],
    ['1/0', 'divided by 0'],
  ])('%s stays as typed, and the field reports the error', async (typed, words) => {
    await typeInto(x, '7');
    await typeInto(x, typed);
    await untilIdle(x);
    await expect.poll(() => x.inputValue()).toBe(typed);
    await expect.poll(() => x.getAttribute('aria-invalid')).toBe('true');
    const fault = page.getByRole('alert').filter({ hasText: words });
    await fault.waitFor();
    await expect.poll(() => x.getAttribute('aria-describedby')).toBe(await fault.getAttribute('id'));
    expect(await driver.download()).toContain('StartX="7"');
    if (typed === 'ten') await page.screenshot({ path: join(SCREENSHOTS, 'not a number.png') });
  });

  test('arrow keys step, ten times with Shift; Esc restores the last number', async () => {
    await typeInto(x, '7', 'Enter');
    await x.press('ArrowUp');
    await expect.poll(() => x.inputValue()).toBe('7.100');
    await x.press('Shift+ArrowDown');
    await expect.poll(() => x.inputValue()).toBe('6.100');
    await typeInto(x, '5+', 'Escape');
    await expect.poll(() => x.inputValue()).toBe('6.100');
    await expect.poll(() => x.evaluate((input) => document.activeElement === input)).toBe(true);
    expect(await driver.download()).toContain('StartX="6.1"');
    await x.blur();
    await x.hover();
    await page.locator('.lw-number', { has: x }).locator('.lw-number-up').click();
    await expect.poll(() => x.inputValue()).toBe('6.200');
  });

  test('an emptied field takes the default of the specification; one without a default its last number', async () => {
    const pen = page.getByTestId('attribute-panel').getByLabel('Line width');
    await typeInto(pen, '2');
    expect(await driver.download()).toContain('PenWidth="2"');
    await typeInto(pen, '');
    await expect.poll(() => pen.inputValue()).toBe('0.3');
    expect(await driver.download()).toContain('PenWidth="0.3"');
    await typeInto(x, '82.5');
    await x.focus();
    await x.press('End');
    for (let i = 0; i < '82.500'.length; i++) await x.press('Backspace');
    await untilIdle(x);
    await expect.poll(() => x.inputValue()).toBe('');
    await x.press('Tab');
    await expect.poll(() => x.inputValue()).toBe('82.500');
  });
});

test('the label dialog parses the same, and does not confirm invalid numbers', async () => {
  await page.getByTestId('action-labelSettings').click();
  const dialog = page.getByRole('dialog');
  const width = dialog.getByLabel('Width', { exact: true });
  const confirm = dialog.getByRole('button', { name: /Apply|Save|OK|Confirm|Change/ }).last();
  await typeInto(width, '4in');
  await expect.poll(() => width.inputValue()).toBe('101.6');
  await typeInto(width, '4inn');
  await dialog.getByRole('alert').filter({ hasText: '“4inn” is not a number' }).waitFor();
  await expect.poll(() => confirm.isDisabled()).toBe(true);
  await typeInto(width, '500');
  await dialog.getByRole('alert').filter({ hasText: '400' }).waitFor();
  await typeInto(width, '');
  await expect.poll(() => width.inputValue()).toBe('100');
  await dialog.getByRole('button', { name: 'Several labels on a sheet' }).click();
  await typeInto(dialog.getByLabel('Columns', { exact: true }), '1+1');
  await page.screenshot({ path: join(SCREENSHOTS, 'sums in the label dialog.png') });
  // Esc in a field with a text that is no number is for the field, not for the dialog.
  await typeInto(width, '77+', 'Escape');
  await expect.poll(() => width.inputValue()).toBe('100');
  await confirm.click();
  await dialog.waitFor({ state: 'detached' });
  expect(await driver.download()).toContain('Columns="2"');
});

test('the print dialog parses the same too', async () => {
  const dialog = await driver.openPrint();
  const copies = dialog.getByLabel('Copies', { exact: true });
  await typeInto(copies, '2*3');
  await expect.poll(() => copies.inputValue()).toBe('6');
  await typeInto(copies, '2.5');
  await dialog.getByRole('alert').filter({ hasText: 'Enter a whole number' }).waitFor();
  await typeInto(copies, '');
  await expect.poll(() => copies.inputValue()).toBe('1');
  await page.keyboard.press('Escape');
});
