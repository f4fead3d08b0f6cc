import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { StatusBar } from '#app/editor/frame/StatusBar.tsx';
import { createTestElement } from '#tests/support/create-elements.ts';
import { mountInEditor } from '#tests/support/mounted-editor.tsx';

test('the zoom field accepts percents from 5 to 500 and steps by one, and shows the zoom set by a menu or a fit', async () => {
  const { session } = await mountInEditor(<StatusBar />, [createTestElement('rectangle')]);
  const { editor } = session;
  const zoom = (): number => editor.state().viewport.zoom;
  const field = page.getByRole('spinbutton', { name: 'Zoom' });
  await userEvent.fill(field, '137');
  await expect.poll(zoom).toBe(1.37);
  await userEvent.keyboard('{ArrowUp}');
  await expect.poll(zoom).toBe(1.38);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.poll(zoom).toBe(1.36);
  await userEvent.fill(field, '501');
  await userEvent.tab();
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  expect(zoom()).toBe(1.36);
  await userEvent.fill(field, '5');
  await expect.poll(zoom).toBe(0.05);
  // The field keeps text that is being typed.
  await userEvent.tab();
  editor.zoomAt(2.5);
  await expect.element(field).toHaveValue('250');
  await userEvent.click(page.getByTestId('zoom'));
  await userEvent.click(page.getByRole('menuitem', { name: '75%' }));
  await expect.element(field).toHaveValue('75');
  await expect.element(page.getByTestId('zoom')).toHaveTextContent('75%');
});
