import { expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { AttributePanel } from '#app/editor/panels/AttributePanel.tsx';
import { createTestElement } from '#tests/support/create-elements.ts';
import { column } from '#tests/support/formulas.ts';
import { mountInEditor } from '#tests/support/mounted-editor.tsx';
import { drag, pressAt, release } from '#tests/support/pointer-drag.ts';

const field = (name: string): Locator => page.getByTestId(`field-${name}`);

async function typeInto(input: Locator, text: string): Promise<void> {
  await userEvent.click(input);
  await userEvent.keyboard(`{Control>}a{/Control}${text}{Enter}`);
}

test('number fields are scrubbed by their labels in one undo step; Esc reverts, a click edits', async () => {
  const { session } = await mountInEditor(<AttributePanel />, [createTestElement('rectangle', { xMm: 10, yMm: 10 })]);
  const mark = (): Element =>
    document.querySelector('.ant-input-prefix:has(~ [data-testid="field-x"])') ?? expect.fail();
  expect(getComputedStyle(mark()).cursor).toBe('ew-resize');
  await drag(mark(), 40, 0);
  await expect.element(field('x')).toHaveValue('12.000');
  await drag(mark(), -20, 0);
  await expect.element(field('x')).toHaveValue('11.000');
  session.editor.undo();
  await expect.element(field('x')).toHaveValue('12.000');

  await pressAt(mark(), 60, 0);
  await expect.element(field('x')).toHaveValue('15.000');
  await userEvent.keyboard('{Escape}');
  await release();
  await expect.element(field('x')).toHaveValue('12.000');
  await userEvent.click(mark());
  await expect.element(field('x')).toHaveFocus();

  // Also by the label of a row, ten times as far with Shift.
  await userEvent.keyboard('{Shift>}');
  const row = [...document.querySelectorAll('.ed-row-label')].find((one) => one.textContent.includes('Line width'));
  await drag(row ?? expect.fail('no label'), 20, 0);
  await userEvent.keyboard('{/Shift}');
  await expect.element(page.getByLabelText('Line width')).toHaveValue('10.0');
});

test('number fields accept sums and units, and report what they reject', async () => {
  const { file } = await mountInEditor(<AttributePanel />, [createTestElement('ellipse')]);
  await typeInto(field('width'), '2in + 1');
  await typeInto(field('height'), '30/2');
  expect(file()).toMatch(/<Object [^>]*Width="51.8" Height="15"/);
  await typeInto(field('height'), '1');
  await expect.element(page.getByRole('alert').filter({ hasText: 'From 5.291' })).toBeVisible();
});

test('several bound texts get the same possible values at once', async () => {
  const bound = { sources: [column('name')] };
  const { file } = await mountInEditor(<AttributePanel />, [
    createTestElement('text', { ...bound, maxValueLength: 8 }),
    createTestElement('text', bound),
  ]);
  const longest = page.getByLabelText('Longest value');
  await expect.element(longest).toHaveAttribute('placeholder', 'Mixed');
  await typeInto(longest, '12');
  expect(file().match(/MaxValueLength="12"/g)).toHaveLength(2);
});

test('fields of several elements show mixed values, and set all at once', async () => {
  const { file, session } = await mountInEditor(<AttributePanel />, [
    createTestElement('rectangle', { penWidthMm: 2 }),
    createTestElement('line'),
  ]);
  const pen = page.getByLabelText('Line width');
  await expect.element(pen).toHaveAttribute('placeholder', 'Mixed');
  await typeInto(pen, '1.5');
  expect(file().match(/PenWidth="1.5"/g)).toHaveLength(2);
  session.editor.undo();
  expect(file()).toContain('PenWidth="2"');
  expect(file()).not.toContain('PenWidth="1.5"');
});
