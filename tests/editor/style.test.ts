import { describe, expect, test } from 'vitest';
import { pasteStyle, toggleTextStyle } from '#editor/commands/style.ts';
import { isTable } from '#model/elements/table/table-element.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import { ELEMENT_TYPES, type LabelElement } from '#model/elements/element.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { createTestEditor, elementNamed } from './create-test-editor.ts';

function styled(from: LabelElement, to: LabelElement): LabelElement {
  const editor = createTestEditor([from, to]);
  editor.select([from.id]);
  editor.copyStyle();
  editor.select([to.id]);
  editor.run(pasteStyle(editor.state().copiedStyle));
  return elementNamed(editor, to.name);
}

describe('the style of an element', () => {
  test('is its appearance, and neither content, position nor name', () => {
    const from = createTestElement('text', { bold: true, fontSize: 30, align: 'right', prefix: 'a', xMm: 3 });
    const to = createTestElement('text', { xMm: 60, yMm: 5 });
    expect(styled(from, to)).toEqual({ ...to, bold: true, fontSize: 30, align: 'right' });
  });

  test('gives other types the attributes that they have too', () => {
    const line = createTestElement('line', { dashed: true, penWidthMm: 2 });
    expect(styled(line, createTestElement('ellipse', { filled: true }))).toMatchObject({
      dashed: true,
      penWidthMm: 2,
      filled: true,
    });
    const text = createTestElement('text', { align: 'justify', fontFamily: 'Some Font' });
    expect(styled(text, createTestElement('barcode', { align: 'center' }))).toMatchObject({
      align: 'center',
      fontFamily: 'Some Font',
    });
    const image = createTestElement('image');
    expect(styled(text, image)).toBe(image);
  });

  test('of a text is that of a table’s cells; only of the selected ones', () => {
    const text = createTestElement('text', { italic: true });
    const table = createTestElement('table');
    const all = styled(text, table);
    expect(isTable(all) && all.cells.map(({ style }) => style.italic)).toEqual([true, true, true, true]);
    const editor = createTestEditor([text, table]);
    editor.select([text.id]);
    editor.copyStyle();
    editor.select([table.id]);
    editor.selectCells({ id: table.id, corners: [{ row: 1, column: 0 }] });
    editor.run(pasteStyle(editor.state().copiedStyle));
    const some = elementNamed(editor, table.name);
    expect(isTable(some) && some.cells.map(({ style }) => style.italic)).toEqual([false, false, true, false]);
  });

  test.each(ELEMENT_TYPES.flatMap((from) => ELEMENT_TYPES.map((to) => [from, to] as const)))(
    'of %s on %s can be saved and opened',
    (from, to) => {
      const element = styled(createTestElement(from), createTestElement(to, { name: 'Target' }));
      const editor = createTestEditor([createTestElement('image'), element]);
      const read = readTemplate(writeTemplate(editor.state().template));
      expect(read.ok && read.value.elements[1]).toEqual(element);
    },
  );

  test('needs a selection, and a copied style', () => {
    const editor = createTestEditor([createTestElement('text')]);
    expect(editor.copyStyle()).toMatchObject({ ok: false, error: { code: 'edit.nothingSelected' } });
    editor.select(editor.state().template.elements.map(({ id }) => id));
    expect(editor.run(pasteStyle(null))).toMatchObject({ ok: false, error: { code: 'edit.noStyle' } });
  });
});

describe('bold, italic and underline', () => {
  test('are turned on when one text lacks them, off when all have them, in one undo step', () => {
    const editor = createTestEditor([
      createTestElement('text', { name: 'a', bold: true }),
      createTestElement('timeText', { name: 'b' }),
      createTestElement('ellipse', { name: 'c' }),
    ]);
    editor.select(editor.state().template.elements.map(({ id }) => id));
    const bold = (): readonly unknown[] =>
      editor.state().template.elements.map((element) => ('bold' in element ? element.bold : null));
    editor.run(toggleTextStyle('bold'));
    expect(bold()).toEqual([true, true, null]);
    editor.run(toggleTextStyle('bold'));
    expect(bold()).toEqual([false, false, null]);
    editor.undo();
    editor.undo();
    expect(bold()).toEqual([true, false, null]);
  });

  test('are those of the selected cells of a table, and need a text', () => {
    const table = createTestElement('table');
    const line = createTestElement('line');
    const editor = createTestEditor([table, line]);
    editor.select([table.id]);
    editor.selectCells({ id: table.id, corners: [{ row: 0, column: 1 }] });
    editor.run(toggleTextStyle('underline'));
    const styled = elementNamed(editor, table.name);
    expect(isTable(styled) && styled.cells.map(({ style }) => style.underline)).toEqual([false, true, false, false]);
    editor.select([line.id]);
    expect(editor.run(toggleTextStyle('bold'))).toMatchObject({ ok: false, error: { code: 'edit.noText' } });
    editor.select([]);
    expect(editor.run(toggleTextStyle('bold'))).toMatchObject({ ok: false, error: { code: 'edit.nothingSelected' } });
  });
});
