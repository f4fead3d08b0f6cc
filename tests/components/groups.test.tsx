import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { isHidden } from '#editor/commands/layers.ts';
import { AttributePanel } from '#app/editor/panels/AttributePanel.tsx';
import '#app/editor/side/side.css';
import { LayersPanel } from '#app/editor/side/LayersPanel.tsx';
import { createTestElement } from '#tests/support/create-elements.ts';
import { mountInEditor, type MountedEditor } from '#tests/support/mounted-editor.tsx';

/** Two rectangles in a group, and one outside of it. */
async function mountGroup(): Promise<MountedEditor> {
  const mounted = await mountInEditor(
    <div style={{ display: 'flex', width: 900, height: 700 }}>
      <div style={{ display: 'flex', flexDirection: 'column', width: 400, height: 600 }}>
        <LayersPanel />
      </div>
      <AttributePanel />
    </div>,
    [
      createTestElement('rectangle', { name: 'Alone', xMm: 2, yMm: 2 }),
      createTestElement('rectangle', { name: 'One', group: 'g1', xMm: 10, yMm: 10, widthMm: 20, heightMm: 10 }),
      createTestElement('ellipse', { name: 'Two', group: 'g1', xMm: 40, yMm: 30, widthMm: 10, heightMm: 10 }),
    ],
  );
  mounted.session.editor.select([]);
  return mounted;
}
const head = page.getByTestId('layer-group');
const names = (mounted: MountedEditor): readonly string[] => {
  const { template, selection } = mounted.session.editor.state();
  return template.elements.filter(({ id }) => selection.includes(id)).map(({ name }) => name);
};

test('the header row of a group selects, collapses, locks and hides all its elements', async () => {
  const mounted = await mountGroup();
  const { editor } = mounted.session;
  const lines = (): number => document.querySelectorAll('[data-testid=layer]').length;
  await expect.element(head).toHaveTextContent('Group of 2 elements');
  await userEvent.click(head);
  expect(names(mounted)).toEqual(['One', 'Two']);
  await userEvent.click(head.getByTestId('layer-fold'));
  await expect.poll(lines).toBe(1);
  await userEvent.click(head.getByTestId('layer-lock'));
  expect(editor.state().template.elements.map(({ locked }) => locked)).toEqual([false, true, true]);
  await userEvent.click(head.getByTestId('layer-lock'));
  expect(editor.state().template.elements.map(({ locked }) => locked)).toEqual([false, false, false]);
  await userEvent.click(head.getByTestId('layer-eye'));
  expect(editor.state().template.elements.map(isHidden)).toEqual([false, true, true]);
  await userEvent.click(head.getByTestId('layer-fold'));
  await expect.poll(lines).toBe(3);
});

test('keys move to the header row of a group, collapse it and expand it', async () => {
  const mounted = await mountGroup();
  const list = page.getByTestId('layers-list');
  const isOpen = (): string | null | undefined =>
    head.element().querySelector('[role=gridcell]')?.getAttribute('aria-expanded');
  await userEvent.click(head);
  (list.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.poll(isOpen).toBe('false');
  await userEvent.keyboard('{Enter}');
  await expect.poll(isOpen).toBe('true');
  await userEvent.keyboard('{ArrowDown}');
  expect(names(mounted)).toEqual(['Two']);
});

test('Delete in the list deletes the selection, and the list keeps the focus', async () => {
  const mounted = await mountGroup();
  const list = page.getByTestId('layers-list').element() as HTMLElement;
  await userEvent.click(head);
  list.focus();
  await userEvent.keyboard('{Delete}');
  await expect.poll(() => mounted.session.editor.state().template.elements.map(({ name }) => name)).toEqual(['Alone']);
  expect(document.activeElement).toBe(list);
});

test('a selected group has a panel with its position, its size and Ungroup', async () => {
  const mounted = await mountGroup();
  const { editor } = mounted.session;
  await userEvent.click(head);
  const panel = page.getByTestId('attribute-panel');
  await expect.element(panel.getByRole('heading', { name: 'Group of 2 elements' })).toBeVisible();
  const width = panel.getByRole('spinbutton', { name: 'Width' });
  await expect.element(width).toHaveValue('40.000');
  await userEvent.fill(page.getByTestId('field-x'), '15');
  await userEvent.keyboard('{Enter}');
  expect(editor.state().template.elements.map(({ xMm }) => xMm)).toEqual([2, 15, 45]);
  await userEvent.click(page.getByTestId('panel-ungroup'));
  expect(editor.state().template.elements.every(({ group }) => group === undefined)).toBe(true);
  await expect.element(panel.getByRole('heading', { name: '2 elements', exact: true })).toBeVisible();
});
