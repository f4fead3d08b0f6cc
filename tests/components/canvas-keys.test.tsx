import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '#app/editor/frame/frame.css';
import { ToolStrip } from '#app/editor/frame/ToolStrip.tsx';
import { AttributePanel } from '#app/editor/panels/AttributePanel.tsx';
import { Spoken } from '#app/editor/spoken/Spoken.tsx';
import { EditorCard } from '#app/account/settings/EditorCard.tsx';
import { writeStored } from '#app/state/browser-storage.ts';
import { savePreference } from '#app/state/editor-preferences.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { mountInEditor, TestCanvas, type MountedEditor } from '#tests/support/mounted-editor.tsx';

const canvas = page.getByTestId('canvas-overlay');

afterEach(() => savePreference('singleKeys', true));

function focus(control: Element): void {
  (control as HTMLElement).focus();
  expect(document.activeElement).toBe(control);
}

async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) await userEvent.keyboard(key);
}

const RECTANGLE = createTestElement('rectangle', { xMm: 10, yMm: 10, widthMm: 20, heightMm: 10 });

async function mountStrip(): Promise<MountedEditor> {
  const mounted = await mountInEditor(
    <>
      <ToolStrip />
      <TestCanvas />
      <AttributePanel />
      <EditorCard />
    </>,
    [RECTANGLE],
  );
  await expect.element(page.getByTestId('action-rotate')).toBeVisible();
  return mounted;
}

test('arrow keys, Delete and single keys change the label on the canvas only, and not on a button or a switch', async () => {
  const { session, file } = await mountStrip();
  const before = file();
  const { editor } = session;
  const controls = [
    page.getByTestId('action-rotate'),
    page.getByRole('switch', { name: 'Grid' }),
    page.getByTestId('attribute-panel').getByRole('button').first(),
  ];
  for (const control of controls) {
    focus(control.element());
    await press('t', '{Shift>}r{/Shift}', '{ArrowUp}', '{ArrowDown}', '{Delete}', '{Backspace}');
    expect(editor.state().armed).toBeNull();
  }
  expect(file()).toBe(before);
  // With Ctrl they work everywhere.
  focus(controls[0]?.element() ?? expect.fail());
  await press('{Control>}l{/Control}');
  expect(editor.state().template.elements[0]?.locked).toBe(true);
  await press('{Control>}l{/Control}');

  focus(canvas.element());
  await press('t');
  expect(editor.state().armed).toBe('text');
  await press('{Escape}', '{Delete}');
  expect(editor.state().template.elements).toEqual([]);
});

test('the switch in Settings disables keys that write a character, and keeps arrow keys and Delete', async () => {
  const { session } = await mountStrip();
  const { editor } = session;
  await userEvent.click(page.getByRole('switch', { name: 'Single-key shortcuts' }));
  focus(canvas.element());
  await press('t', '{Shift>}r{/Shift}');
  expect(editor.state().armed).toBeNull();
  expect(editor.state().template.elements).toEqual([RECTANGLE]);
  await press('{ArrowRight}');
  expect(editor.state().template.elements[0]?.xMm).toBeGreaterThan(10);
  await press('{Delete}');
  expect(editor.state().template.elements).toEqual([]);
});

test('several elements are selected by Tab and Shift+Space or Ctrl+Space, are visible and named, and move together', async () => {
  const ellipse = createTestElement('ellipse', { name: 'Ellipse1', xMm: 40, yMm: 10, widthMm: 20, heightMm: 10 });
  const below = createTestElement('rectangle', { name: 'Rectangle2', xMm: 10, yMm: 40, widthMm: 20, heightMm: 10 });
  const { session } = await mountInEditor(
    <TestCanvas>
      <Spoken />
    </TestCanvas>,
    [RECTANGLE, ellipse, below],
  );
  const { editor } = session;
  const named = (): string =>
    document.getElementById(canvas.element().getAttribute('aria-activedescendant') ?? '')?.ariaLabel ?? '';
  editor.select([]);
  await expect.element(canvas).toBeInTheDocument();
  focus(canvas.element());
  await press('{Tab}', '{Shift>} {/Shift}', '{Tab}');
  await expect.element(page.getByTestId('focused-element')).toBeInTheDocument();
  await expect.poll(named).toContain('Ellipse1');
  await press('{Tab}', '{Control>} {/Control}');
  expect(editor.state().selection).toEqual([RECTANGLE.id, below.id]);
  await press('{Control>}{ArrowRight}{/Control}', '{ArrowDown}', '{Shift>}{ArrowDown}{/Shift}');
  // 1 mm to the right; 1 and 10 units of 1/3.78 mm down.
  expect(editor.state().template.elements.map(({ xMm, yMm }) => [xMm, yMm])).toEqual([
    [11, 12.911],
    [40, 10],
    [11, 42.911],
  ]);
  // Enter selects only the focused element.
  await press('{Enter}');
  expect(editor.state().selection).toEqual([below.id]);
  expect(editor.state().focused).toBeNull();
});

test('Ctrl and an arrow key move by 1/16 inch when the unit is inches', async () => {
  writeStored('MeasureUnit', 'inch');
  const { session } = await mountStrip().finally(() => writeStored('MeasureUnit', null));
  focus(canvas.element());
  await press('{Control>}{ArrowLeft}{/Control}');
  expect(session.editor.state().template.elements[0]?.xMm).toBe(8.412);
});
