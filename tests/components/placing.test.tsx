import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { setText } from '#editor/commands/content.ts';
import { AttributePanel } from '#app/editor/panels/AttributePanel.tsx';
import { ElementToolbar } from '#app/editor/frame/ElementToolbar.tsx';
import { COMPONENT_HANDS, untilPageIdle } from '#tests/support/component-hand.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { mountInEditor, TestCanvas, type MountedEditor } from '#tests/support/mounted-editor.tsx';

/** Specification 2, section 5: the placed element, and the effect of the next keys. */
const canvas = (): Element => page.getByTestId('canvas-overlay').element();
const middle = { position: { x: 200, y: 180 } };

const WAYS: Readonly<Record<string, () => Promise<void>>> = {
  async 'a click on the palette and one on the canvas'() {
    await userEvent.click(page.getByTestId('palette-text'));
    await userEvent.click(canvas(), middle);
  },
  async 'a double-click on the palette'() {
    await userEvent.dblClick(page.getByTestId('palette-text'));
  },
  async 'a drag from the palette'() {
    await userEvent.dragAndDrop(page.getByTestId('palette-text'), page.getByTestId('canvas-overlay'), {
      targetPosition: middle.position,
    });
  },
  async 'a box that is drawn'() {
    await userEvent.click(page.getByTestId('palette-text'));
    await userEvent.dragAndDrop(canvas(), canvas(), {
      sourcePosition: { x: 150, y: 150 },
      targetPosition: { x: 260, y: 200 },
    });
  },
  async 'Enter on the palette'() {
    (page.getByTestId('palette-text').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
  },
  async 'T and a click'() {
    (canvas() as HTMLElement).focus();
    await userEvent.keyboard('t');
    await userEvent.click(canvas(), middle);
  },
  async 'T and Enter'() {
    (canvas() as HTMLElement).focus();
    await userEvent.keyboard('t{Enter}');
  },
};

function mountCanvas(): Promise<MountedEditor> {
  return mountInEditor(
    <div style={{ display: 'flex' }}>
      <ElementToolbar />
      <TestCanvas />
    </div>,
    [],
  );
}

describe('a text that was placed', () => {
  test.each(Object.keys(WAYS))('by %s is typed over, and letters are no tools until Esc', async (way) => {
    const { session, inFile } = await mountCanvas();
    await WAYS[way]?.();
    const field = page.getByTestId('text-input');
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard('Olive oil extra virgin');
    expect(inFile('NormalText')).toEqual({ NormalText: 'Olive oil extra virgin' });
    expect(session.editor.state().armed).toBeNull();
    expect(session.editor.state().template.elements).toHaveLength(1);
    await userEvent.keyboard('{Escape}');
    await expect.element(field).not.toBeInTheDocument();
    await expect.element(page.getByTestId('canvas-overlay')).toHaveFocus();
    await userEvent.keyboard('r');
    expect(session.editor.state().armed).toBe('rectangle');
  });
});

describe('Ctrl+B, Ctrl+I and Ctrl+U', () => {
  test('change the text being typed, and typing continues', async () => {
    const { inFile } = await mountCanvas();
    await WAYS['T and Enter']?.();
    await expect.element(page.getByTestId('text-input')).toHaveFocus();
    await userEvent.keyboard(
      '{Control>}b{/Control}Tea{Control>}i{/Control}{Control>}u{/Control}{Control>}b{/Control}s',
    );
    await expect.element(page.getByTestId('text-input')).toHaveFocus();
    expect(inFile('NormalText', 'Bold', 'Italic', 'UnderLine')).toEqual({
      NormalText: 'Teas',
      Bold: 'false',
      Italic: 'true',
      UnderLine: 'true',
    });
  });

  test('change the selected texts, and report a missing selection', async () => {
    const { session } = await mountInEditor(<TestCanvas />, [
      createTestElement('text', { bold: true }),
      createTestElement('timeText'),
      createTestElement('rectangle'),
    ]);
    (canvas() as HTMLElement).focus();
    await userEvent.keyboard('{Control>}b{/Control}');
    const { elements } = session.editor.state().template;
    expect(elements.map((element) => ('bold' in element ? element.bold : null))).toEqual([true, true, null]);
    session.editor.select(elements.slice(2).map(({ id }) => id));
    await userEvent.keyboard('{Control>}u{/Control}');
    await expect.element(page.getByText('Select a text first.')).toBeVisible();
  });
});

test('the scroll bars of a long label move the view, and are visible while not all of it is', async () => {
  const { session } = await mountInEditor(<TestCanvas />, [], { settings: { heightMm: 3000 } });
  const { editor } = session;
  await expect.element(page.getByTestId('canvas-overlay')).toBeVisible();
  editor.fit();
  const bar = page.getByTestId('scroll-y');
  await expect.element(bar).not.toBeInTheDocument();
  editor.zoomAt(1);
  await expect.element(bar).toBeVisible();
  const top = (): number => editor.state().viewport.originYPx;
  // A press below the thumb scrolls by most of a screen.
  const before = top();
  await userEvent.click(bar, { position: { x: 6, y: bar.element().getBoundingClientRect().height - 4 } });
  expect(top()).toBeCloseTo(before - 0.9 * editor.state().viewport.heightPx, 0);
  // The thumb dragged to the top shows the label's start.
  const thumb = bar.element().querySelector('i') ?? expect.fail('no thumb');
  await userEvent.dragAndDrop(thumb, bar, { targetPosition: { x: 6, y: 1 } });
  expect(top()).toBeGreaterThan(-20);
});

describe('a new code', () => {
  /** The grade that its size and the label allow, at 300 dpi. */
  async function gradeOf({ session }: MountedEditor): Promise<string | undefined> {
    const { elements, label } = session.editor.state().template;
    const [element] = elements;
    if (element?.type !== 'barcode' && element?.type !== 'qrcode') return undefined;
    const [source] = element.sources;
    const size = await session.render.symbolSize(element, source?.text ?? '', 300, label);
    if (!size.ok) return size.error.code;
    return size.value.choices.find(({ moduleDots }) => moduleDots === size.value.moduleDots)?.grade;
  }

  test.each([
    ['b', { widthMm: 60, heightMm: 25 }],
    ['b', { widthMm: 100, heightMm: 80 }],
    ['q', { widthMm: 30, heightMm: 20 }],
  ] as const)('by the key %s on %j is as large as grade B asks for, and one step of undo', async (key, settings) => {
    const mounted = await mountInEditor(<TestCanvas />, [], { settings });
    (canvas() as HTMLElement).focus();
    await userEvent.keyboard(`${key}{Enter}`);
    await expect.poll(() => gradeOf(mounted)).toMatch(/^[AB]$/);
    const { editor } = mounted.session;
    await untilPageIdle();
    editor.undo();
    expect(editor.state().template.elements).toEqual([]);
  });

  test('of another symbology keeps that grade while it has its sample content, and its size once it has more', async () => {
    const code = createTestElement('barcode', { xMm: 20, yMm: 12, widthMm: 20, heightMm: 10 });
    const mounted = await mountInEditor(<AttributePanel />, [code], { settings: { widthMm: 60, heightMm: 40 } });
    const { editor } = mounted.session;
    const [pointer] = COMPONENT_HANDS;
    await pointer?.choose(page.getByTestId('symbology'), 'EAN-13');
    await expect.poll(() => gradeOf(mounted)).toMatch(/^[AB]$/);
    await untilPageIdle();
    expect(editor.state().template.elements[0]?.widthMm).toBeGreaterThan(20);
    editor.undo();
    expect(editor.state().template.elements).toEqual([code]);
    editor.run(setText({ id: code.id, content: 0 }, '400638133393'));
    await pointer?.choose(page.getByTestId('symbology'), 'EAN-13');
    await untilPageIdle();
    expect(editor.state().template.elements).toMatchObject([{ symbology: 'ean13', widthMm: 20 }]);
  });
});
