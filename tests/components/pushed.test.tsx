import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PushSection } from '#app/editor/panels/PushSection.tsx';
import { TextStyleSections } from '#app/editor/panels/TextStyleSections.tsx';
import { useEditorState } from '#app/editor/session/editor-session.tsx';
import { fixedText } from '#model/elements/base/content.ts';
import { COMPONENT_HANDS } from '#tests/support/component-hand.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { mountInEditor, TestCanvas } from '#tests/support/mounted-editor.tsx';

/** The panels of a label's text and of the element below it. */
function Panels() {
  const elements = useEditorState((s) => s.template.elements);
  const [text, below] = elements;
  return (
    <>
      {text?.type === 'text' ? <TextStyleSections element={text} /> : null}
      {below === undefined ? null : <PushSection elements={[below]} />}
      <TestCanvas />
    </>
  );
}

const TEXT = createTestElement('text', {
  name: 'Ingredients',
  sources: [fixedText('Water, wheat flour, sugar, butter, eggs, salt, yeast and a little cinnamon')],
  fontFamily: 'Roboto',
  xMm: 5,
  yMm: 5,
  widthMm: 30,
  heightMm: 6,
  autoWrap: true,
  fit: 'shrink',
});
const BOX = createTestElement('rectangle', { name: 'Box', xMm: 5, yMm: 15, widthMm: 20, heightMm: 10 });

describe.each(COMPONENT_HANDS)('with the $name', (hand) => {
  test('a text grows downward and moves what is below it', async () => {
    const { inFile, session } = await mountInEditor(<Panels />, [TEXT, BOX], {
      settings: { widthMm: 60, heightMm: 60 },
    });
    const { editor } = session;
    const moved = page.getByTestId('pushed-by');
    const boxTop = () => editor.state().bounds.get(BOX.id)?.y ?? 0;
    editor.select([TEXT.id]);
    await expect.element(page.getByText('When texts above grow')).not.toBeInTheDocument();
    await hand.choose(page.getByRole('combobox', { name: 'Fit to box' }), 'Grow downward');
    expect(inFile('GrowDown', 'TextFit', 'PushedDown')).toEqual({ GrowDown: 'true' });
    await expect.poll(() => editor.state().bounds.get(TEXT.id)?.height).toBeGreaterThan(15);
    expect(boxTop()).toBe(15);

    await hand.press(page.getByRole('button', { name: 'Move them down' }));
    expect(inFile('PushedDown')).toEqual({ PushedDown: 'true' });
    await expect.poll(boxTop).toBeGreaterThan(24);
    await expect.element(page.getByTestId('push-below')).not.toBeInTheDocument();
    await expect.poll(() => moved.element().textContent).toMatch(/^Moved down by \d+\.\d{3} mm on this label\.$/);
    // The place in the file stays as drawn.
    expect(editor.state().template.elements[1]).toMatchObject({ xMm: 5, yMm: 15 });

    const moves = page.getByRole('checkbox', { name: 'Move down' });
    await expect.element(moves).toBeChecked();
    editor.select([BOX.id]);
    await hand.press(moves);
    await expect.poll(boxTop).toBe(15);
    await expect.element(moved).not.toBeInTheDocument();
    const staying = page.getByTestId('push-below');
    await expect.poll(() => staying.element().textContent).toMatch(/^Elements below that stay in place: 1 /);
    expect(inFile('PushedDown')).toEqual({});
    editor.undo();
    await expect.poll(boxTop).toBeGreaterThan(24);
  });
});

test('a turned text says that it moves nothing', async () => {
  await mountInEditor(<Panels />, [{ ...TEXT, fit: 'grow', rotation: 90 }, BOX]);
  await expect.element(page.getByText("Rotated or vertical text doesn't move other elements.")).toBeVisible();
  await expect.element(page.getByTestId('push-below')).not.toBeInTheDocument();
});
