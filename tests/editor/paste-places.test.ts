import { describe, expect, test } from 'vitest';
import { addTable } from '#editor/commands/add-table.ts';
import { elementBox } from '#model/elements/base/box.ts';
import { contentsOf } from '#model/elements/element.ts';
import { isTable, type TableElement } from '#model/elements/table/table-element.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { createTestEditor, elementNamed } from './create-test-editor.ts';

describe('positions of copies', () => {
  const a = createTestElement('rectangle', { name: 'Box1', xMm: 10, yMm: 12, widthMm: 20, heightMm: 10 });
  const b = createTestElement('rectangle', { name: 'Ring1', xMm: 50, yMm: 32, widthMm: 10, heightMm: 10 });

  test('in place: exactly the original position, every time', () => {
    const editor = createTestEditor([a, b]);
    editor.select([a.id, b.id]);
    editor.copy();
    editor.paste(undefined, 'inPlace');
    editor.paste(undefined, 'inPlace');
    for (const name of ['Box2', 'Box3']) expect(elementBox(elementNamed(editor, name))).toEqual(elementBox(a));
    expect(elementBox(elementNamed(editor, 'Ring3'))).toEqual(elementBox(b));
    // The next paste with an offset is still the first one.
    editor.paste();
    expect(elementNamed(editor, 'Box4').xMm).toBeCloseTo(10 + 20 / 3.78, 2);
  });

  test('here: their center is at the point, and they keep their relative positions', () => {
    const editor = createTestEditor([a, b]);
    editor.select([a.id, b.id]);
    editor.copy();
    editor.paste(undefined, { x: 60, y: 50 });
    // The box around both was 10 … 60 and 12 … 42.
    expect(elementNamed(editor, 'Box2')).toMatchObject({ xMm: 35, yMm: 35 });
    expect(elementNamed(editor, 'Ring2')).toMatchObject({ xMm: 75, yMm: 55 });
  });
});

describe('a table of pasted cells', () => {
  function added(texts: readonly (readonly string[])[]): TableElement {
    const editor = createTestEditor();
    const result = editor.run(addTable(texts, { stem: 'Table' }));
    if (!result.ok) throw new Error(result.error.code);
    const [element] = editor.state().template.elements;
    if (element === undefined || !isTable(element)) throw new Error('no table');
    const read = readTemplate(writeTemplate(editor.state().template));
    expect(read.ok && read.value.elements).toEqual([element]);
    return element;
  }

  test('has a cell for each text, short rows filled up', () => {
    const table = added([['a', 'b', 'c'], ['d'], ['e', 'f']]);
    expect(contentsOf(table).map(({ sources }) => sources[0])).toMatchObject(
      ['a', 'b', 'c', 'd', '', '', 'e', 'f', ''].map((text) => ({ type: 'fixed', text })),
    );
  });

  test('is as wide as its texts, and no wider than the label', () => {
    const small = added([['id', 'a longer text']]);
    const [narrow = 0, wide = 0] = small.columnWidthsMm;
    expect(wide).toBeGreaterThan(narrow);
    const many = added(Array.from({ length: 12 }, () => Array.from({ length: 8 }, () => 'some words that are long')));
    expect(many.widthMm).toBeLessThanOrEqual(100);
    expect(many.heightMm).toBeLessThanOrEqual(80);
    const sum = many.columnWidthsMm.reduce((total, width) => total + width, many.penWidthMm);
    expect(many.widthMm).toBeCloseTo(sum, 2);
  });

  test('has at most 200 rows and columns', () => {
    const editor = createTestEditor();
    const rows = Array.from({ length: 201 }, () => ['x']);
    expect(editor.run(addTable(rows))).toMatchObject({ ok: false, error: { code: 'table.tooManyLines' } });
    expect(editor.state().template.elements).toEqual([]);
  });
});
