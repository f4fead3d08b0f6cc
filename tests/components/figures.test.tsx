import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CommandPalette } from '#app/editor/commands/CommandPalette.tsx';
import { ElementToolbar } from '#app/editor/frame/ElementToolbar.tsx';
import { AttributePanel } from '#app/editor/panels/AttributePanel.tsx';
import { FIGURES } from '#model/elements/shapes/figure-element.ts';
import { mountInEditor, TestCanvas, type MountedEditor } from '#tests/support/mounted-editor.tsx';

const canvas = (): Element => page.getByTestId('canvas-overlay').element();

function mountCanvas(): Promise<MountedEditor> {
  return mountInEditor(
    <div style={{ display: 'flex' }}>
      <ElementToolbar />
      <TestCanvas />
      <AttributePanel />
    </div>,
    [],
  );
}

test('a figure is drawn with the pointer, becomes a polygon in its panel, and is undone in two steps', async () => {
  const { session, inFile } = await mountCanvas();
  await userEvent.click(page.getByRole('button', { name: 'Add: Shape' }));
  await userEvent.dragAndDrop(canvas(), canvas(), {
    sourcePosition: { x: 150, y: 150 },
    targetPosition: { x: 260, y: 200 },
  });
  expect(inFile('Type', 'Figure')).toEqual({ Type: 'Figure', Figure: 'Star' });
  const [drawn] = session.editor.state().template.elements;
  expect(drawn?.name).toBe('Shape1');
  expect((drawn?.widthMm ?? 0) / (drawn?.heightMm ?? 1)).toBeCloseTo(110 / 50, 1);
  await userEvent.click(page.getByRole('radio', { name: 'Polygon' }));
  expect(inFile('Figure')).toEqual({ Figure: 'Polygon' });
  session.editor.undo();
  expect(inFile('Figure')).toEqual({ Figure: 'Star' });
  session.editor.undo();
  expect(session.editor.state().template.elements).toEqual([]);
});

test('a figure is placed and changed with the keyboard alone', async () => {
  const { session, inFile } = await mountCanvas();
  (page.getByTestId('palette-figure').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  expect(session.editor.state().selection).toHaveLength(1);
  (page.getByRole('radio', { name: 'Star' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(inFile('Figure')).toEqual({ Figure: 'Polygon' });
});

test('the command palette adds each form by its name', async () => {
  const { session } = await mountInEditor(<CommandPalette onClose={() => undefined} />, []);
  for (const name of ['Star', 'Polygon', 'Arrow', 'Bracket']) {
    await userEvent.fill(page.getByRole('combobox'), name);
    await userEvent.click(page.getByRole('option', { name: `Add: ${name}` }));
  }
  const { elements } = session.editor.state().template;
  expect(elements.map((element) => 'figure' in element && element.figure)).toEqual(FIGURES);
});
