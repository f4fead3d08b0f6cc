import { beforeAll, describe, expect, test, vi } from 'vitest';
import { pasteContent } from '#editor/commands/copy-paste.ts';
import { addElement } from '#editor/commands/add.ts';
import { setProperties } from '#editor/commands/properties.ts';
import { setText, withContent } from '#editor/commands/content.ts';
import { resizeBy } from '#tests/support/resize-by.ts';
import { handlesFor } from '#editor/handles.ts';
import { clipboardContent, clipboardText, parseClipboard } from '#editor/clipboard.ts';
import type { Editor } from '#editor/editor.ts';
import { RESIZE_HANDLES } from '#model/elements/base/handle.ts';
import type { ElementDefinitions } from '#model/elements/definitions.ts';
import { ELEMENT_TYPES, type ElementType, type LabelElement } from '#model/elements/element.ts';
import { NO_RECORD } from '#model/data/record.ts';
import { composeLabel } from '#model/page/compose.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import { createTestContext } from '#tests/support/create-elements.ts';
import { click, createTestEditor, drag } from '../editor/create-test-editor.ts';
import type { ToyElement } from './toy.ts';

/** The one line that a new type takes in the model's list: the product's list, and one more. */
vi.mock('#model/elements/definitions.ts', async (original) => {
  const { ELEMENT_DEFINITIONS } = await original<{ readonly ELEMENT_DEFINITIONS: ElementDefinitions }>();
  const { toy } = await import('./toy.ts');
  return { ELEMENT_DEFINITIONS: { ...ELEMENT_DEFINITIONS, toy } };
});

const TYPE = 'toy' as ElementType;

function toysOf(editor: Editor): readonly ToyElement[] {
  return editor.state().template.elements as readonly LabelElement[] as unknown as readonly ToyElement[];
}

describe('an element type that comes as one file and a line in the list', () => {
  let editor: Editor;
  beforeAll(() => {
    editor = createTestEditor([], { widthMm: 100, heightMm: 80 });
  });

  test('is created', () => {
    expect(ELEMENT_TYPES).toContain('toy');
    editor.run(addElement(TYPE, { centreMm: { x: 50, y: 40 }, stem: 'Toy' }));
    expect(toysOf(editor)).toMatchObject([{ type: 'toy', name: 'Toy1', xMm: 35, yMm: 35, share: 1 }]);
  });

  test('is drawn from its content', () => {
    const [toy] = toysOf(editor);
    const [slot] = [{ id: toy?.id ?? failed(), content: 0 }];
    editor.run(setText(slot, 'ab'));
    const { list, problems } = composeLabel(editor.state().template, NO_RECORD, createTestContext());
    expect(problems).toEqual([]);
    expect(list.items[0]?.ops).toEqual([
      { type: 'rect', rect: { x: 0, y: 0, width: 10, height: 10 }, ink: 'black' },
      { type: 'rect', rect: { x: 20, y: 0, width: 10, height: 10 }, ink: 'black' },
    ]);
  });

  test('is selected, moved and resized by the pointer, and undone', () => {
    editor.select([]);
    click(editor, 37, 40);
    expect(editor.state().selection).toEqual([toysOf(editor)[0]?.id]);
    expect(handlesFor(editor.state().template.elements)).toEqual(RESIZE_HANDLES);
    drag(editor, [37, 40], [30, 31], { control: true });
    expect(toysOf(editor)[0]).toMatchObject({ xMm: 28, yMm: 26 });
    editor.run(resizeBy('se', 10, 5));
    expect(toysOf(editor)[0]).toMatchObject({ xMm: 28, yMm: 26, widthMm: 40, heightMm: 15 });
    editor.undo();
    expect(toysOf(editor)[0]).toMatchObject({ widthMm: 30, heightMm: 10 });
    editor.redo();
  });

  test('has its own fields', () => {
    editor.run(setProperties(TYPE, { share: 0.5 } as Partial<LabelElement>));
    expect(toysOf(editor)[0]).toMatchObject({ share: 0.5 });
  });

  test('is copied and pasted, also as text', () => {
    editor.copy();
    editor.paste();
    expect(toysOf(editor).map((e) => e.name)).toEqual(['Toy1', 'Toy2']);
    const text = clipboardText(clipboardContent(editor.state().template, editor.state().template.elements));
    const arrived = parseClipboard(text);
    if (!arrived.ok) throw new Error(arrived.error.code);
    editor.run(pasteContent(arrived.value));
    expect(toysOf(editor)).toHaveLength(4);
    expect(toysOf(editor)[3]).toMatchObject({ share: 0.5, sources: [{ type: 'fixed', text: 'ab' }] });
  });

  test('uses a sequence, and survives saving and opening', () => {
    const [toy] = editor.state().template.elements;
    const sequence = { type: 'sequence', kind: 'digits', initial: '007', step: 1, repeat: 1, text: '' } as const;
    const changed = withContent(toy ?? failed(), 0, [sequence]);
    const template = { ...editor.state().template, elements: [changed] };
    const read = readTemplate(writeTemplate(template));
    expect(read.ok && read.value.elements).toEqual([changed]);
    const [item] = composeLabel(template, { row: 2, index: 3, values: {} }, createTestContext()).list.items;
    expect(item?.ops).toHaveLength(3);
  });
});

function failed(): never {
  throw new Error('no toy');
}
