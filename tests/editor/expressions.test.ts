import { describe, expect, test } from 'vitest';
import type { ElementId } from '#model/kernel/ids.ts';
import type { Operand } from '#model/elements/base/content.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { expressionOf, insertInFormula, setCondition, SHOWN_WHEN_FILLED } from '#editor/commands/expressions.ts';
import { duplicate } from '#editor/commands/copy-paste.ts';
import { deleteSelected } from '#editor/commands/delete.ts';
import { newExpression, setSource } from '#editor/commands/sources.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { createTestEditor, elementNamed } from './create-test-editor.ts';

function text(name: string, fields: Partial<LabelElement> = {}): LabelElement {
  return createTestElement('text', { id: name.padEnd(8, '0') as ElementId, name, ...(fields as object) });
}

function reference(to: LabelElement, name: string = to.name): Operand {
  return { name, source: { type: 'reference', element: to.id, text: '' } };
}

const A = text('A');
const B = text('B');

describe('a typed formula', () => {
  test('gets a meaning for each name, and keeps meanings while it cannot be parsed', () => {
    const offered = [reference(A), reference(B)];
    const first = expressionOf('{A}{C}', 'text', [], offered);
    expect(first.operands).toEqual([reference(A)]);
    expect(expressionOf('{A', 'text', first.operands, offered).operands).toEqual([reference(A)]);
    expect(expressionOf('{B}', 'text', first.operands, offered).operands).toEqual([reference(B)]);
    // Another element of that name does not take over.
    expect(expressionOf('{A}!', 'text', first.operands, [reference(B, 'A')]).operands).toEqual([reference(A)]);
  });

  test.each([
    ['', 'text', 0, 'Name', '{Name}', 6],
    ['a {x} b', 'text', 4, 'Name', 'a {xName} b', 8],
    ['a {{ b', 'text', 5, 'Name', 'a {{ {Name}b', 11],
    ['a', 'text', 1, 'upper()', 'a{upper()}', 8],
    ['', 'formula', 0, 'upper()', 'upper()', 6],
    ['1 + ', 'formula', 4, 'today()', '1 + today()', 11],
  ] as const)('%j takes a piece', (before, form, at, piece, after, caret) => {
    expect(insertInFormula(before, form, [at, at], piece)).toEqual({ text: after, caret });
  });

  test('replaces the selection', () => {
    expect(insertInFormula('{old}', 'text', [1, 4], 'new')).toEqual({ text: '{new}', caret: 4 });
  });
});

describe('a source that becomes an expression', () => {
  test('keeps the typed text, and cannot form a cycle', () => {
    expect(newExpression('a{b}')).toMatchObject({ formula: 'a{{b}}', text: 'a{b}', lastValue: 'a{b}' });
    const editor = createTestEditor([A, B]);
    const slot = (element: LabelElement): { id: ElementId; content: number } => ({ id: element.id, content: 0 });
    const to = (element: LabelElement): ReturnType<typeof newExpression> => ({
      ...newExpression(''),
      formula: `{${element.name}}`,
      operands: [reference(element)],
    });
    expect(editor.run(setSource(slot(A), 0, to(B))).ok).toBe(true);
    expect(editor.run(setSource(slot(B), 0, to(A)))).toMatchObject({ error: { code: 'data.referenceCircle' } });
    expect(editor.run(setSource(slot(A), 0, to(A)))).toMatchObject({ error: { code: 'data.referenceCircle' } });
  });
});

describe('a condition', () => {
  test('is set for all selected elements, removed by an empty formula, and undone in one step', () => {
    const editor = createTestEditor([A, B]);
    editor.select([A.id, B.id]);
    editor.run(setCondition(SHOWN_WHEN_FILLED, () => []));
    expect(editor.state().template.elements.map((e) => e.showWhen?.formula)).toEqual([
      SHOWN_WHEN_FILLED,
      SHOWN_WHEN_FILLED,
    ]);
    editor.undo();
    expect(editor.state().template.elements).toEqual([A, B]);
    editor.redo();
    editor.run(setCondition(' ', () => []));
    expect(editor.state().template.elements).toEqual([A, B]);
  });

  test('never forms a cycle', () => {
    const editor = createTestEditor([A, B]);
    editor.select([A.id]);
    expect(editor.run(setCondition('A = "x"', () => [reference(A)]))).toMatchObject({
      error: { code: 'data.referenceCircle' },
    });
    expect(editor.run(setCondition('B = "x"', () => [reference(B)])).ok).toBe(true);
    editor.select([B.id]);
    expect(editor.run(setCondition('A = "x"', () => [reference(A)]))).toMatchObject({
      error: { code: 'data.referenceCircle' },
    });
  });

  test('is copied, with names that mean the copies, and loses a name with its element', () => {
    const editor = createTestEditor([A, { ...B, showWhen: { formula: 'A = "x"', operands: [reference(A)] } }]);
    editor.select([A.id, B.id]);
    editor.run(duplicate());
    const [, , copyOfA, copyOfB] = editor.state().template.elements;
    expect(copyOfB?.showWhen?.operands).toEqual([
      { name: 'A', source: { type: 'reference', element: copyOfA?.id, text: '' } },
    ]);
    editor.select([A.id]);
    editor.run(deleteSelected());
    expect(elementNamed(editor, 'B').showWhen).toEqual({ formula: 'A = "x"', operands: [] });
  });
});
