import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isHidden, moveInOrder, rename, setHidden, setLocked } from '#editor/commands/layers.ts';
import { isShown } from '#model/data/condition.ts';
import { createElementValues, elementLookup } from '#model/data/element-values.ts';
import { NO_RECORD } from '#model/data/record.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import type { Editor } from '#editor/editor.ts';
import { createTestElement, TEST_TIME } from '#tests/support/create-elements.ts';
import { contentOf, createTestEditor } from './create-test-editor.ts';

function createFive(): { readonly editor: Editor; readonly ids: ReturnType<typeof createTestElement>['id'][] } {
  const elements = Array.from({ length: 5 }, (_, i) => createTestElement('rectangle', { name: `R${i}` }));
  return { editor: createTestEditor(elements), ids: elements.map(({ id }) => id) };
}

function names(editor: Editor): string {
  return editor
    .state()
    .template.elements.map(({ name }) => name)
    .join(' ');
}

describe('the order of layers', () => {
  test.each([
    [[0], 5, 'R1 R2 R3 R4 R0'],
    [[4], 0, 'R4 R0 R1 R2 R3'],
    [[0, 3], 2, 'R1 R0 R3 R2 R4'],
    [[1, 2], 2, 'R0 R1 R2 R3 R4'],
  ])('%j before %d', (moved, index, expected) => {
    const { editor, ids } = createFive();
    editor.run(
      moveInOrder(
        moved.flatMap((i) => ids[i] ?? []),
        index,
      ),
    );
    expect(names(editor)).toBe(expected);
  });

  test('a locked element keeps its position', () => {
    const { editor, ids } = createFive();
    editor.run(setLocked(ids.slice(0, 1), true));
    expect(editor.run(moveInOrder(ids.slice(0, 2), 5))).toMatchObject({ ok: false, error: { code: 'edit.locked' } });
    expect(names(editor)).toBe('R0 R1 R2 R3 R4');
  });

  test('any move keeps all elements, and undo restores the order', () => {
    fc.assert(
      fc.property(fc.subarray([0, 1, 2, 3, 4]), fc.nat(5), (moved, index) => {
        const { editor, ids } = createFive();
        editor.run(
          moveInOrder(
            moved.flatMap((i) => ids[i] ?? []),
            index,
          ),
        );
        expect(names(editor).split(' ').sort()).toEqual(['R0', 'R1', 'R2', 'R3', 'R4']);
        editor.undo();
        expect(names(editor)).toBe('R0 R1 R2 R3 R4');
      }),
    );
  });
});

describe('visibility', () => {
  const shownOn = (editor: Editor): boolean => {
    const [element] = editor.state().template.elements;
    if (element === undefined) throw new Error('no element');
    const values = createElementValues(elementLookup([element]), NO_RECORD, { now: TEST_TIME });
    const shown = isShown(element, { values: ['x'], problem: undefined }, NO_RECORD, values);
    if (!shown.ok) throw new Error(shown.error.code);
    return shown.value;
  };

  test.each([
    undefined,
    { formula: 'not isEmpty(value())', operands: [] },
    { formula: '1 = 1 or 2 = 3', operands: [] },
  ])('hides on every label, in the file too, and gives the condition %j back', (showWhen) => {
    const element = createTestElement('text', showWhen === undefined ? {} : { showWhen });
    const editor = createTestEditor([element]);
    const before = contentOf(editor.state().template);
    expect(shownOn(editor)).toBe(true);
    editor.run(setHidden([element.id], true));
    expect(shownOn(editor)).toBe(false);
    const read = readTemplate(writeTemplate(editor.state().template));
    if (!read.ok) throw new Error(read.error.code);
    expect(read.value.elements.map(isHidden)).toEqual([true]);
    const again = createTestEditor(read.value.elements);
    again.run(setHidden([element.id], false));
    expect(again.state().template.elements[0]?.showWhen).toEqual(showWhen);
    editor.run(setHidden([element.id], false));
    expect(contentOf(editor.state().template)).toBe(before);
  });

  test('hiding a hidden element is no step', () => {
    const element = createTestElement('text');
    const editor = createTestEditor([element]);
    editor.run(setHidden([element.id], true));
    editor.run(setHidden([element.id], true));
    expect(editor.history()).toMatchObject({ done: 1 });
  });
});

describe('names', () => {
  test('are trimmed, never empty and never those of another element', () => {
    const { editor, ids } = createFive();
    const [first] = ids;
    if (first === undefined) throw new Error('no element');
    expect(editor.run(rename(first, '  Price '))).toMatchObject({ ok: true });
    expect(names(editor)).toBe('Price R1 R2 R3 R4');
    expect(editor.run(rename(first, ' '))).toMatchObject({ ok: false, error: { code: 'edit.nameEmpty' } });
    expect(editor.run(rename(first, 'R3'))).toMatchObject({ ok: false, error: { code: 'edit.nameTaken' } });
    expect(editor.run(rename(first, 'Price'))).toMatchObject({ ok: true });
    expect(editor.history().done).toBe(1);
  });
});
