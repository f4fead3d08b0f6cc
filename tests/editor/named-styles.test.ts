import { describe, expect, test } from 'vitest';
import {
  addNamedStyle,
  applyBrandStyle,
  applyNamedStyle,
  changedBrandStyles,
  linkToBrandStyle,
  removeNamedStyle,
  renameNamedStyle,
  updateFromBrandKit,
  updateNamedStyle,
} from '#editor/commands/named-styles.ts';
import { setShared } from '#editor/commands/shared-fields.ts';
import type { Editor } from '#editor/editor.ts';
import { expectOk } from '#model/kernel/result.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import { MAX_NAMED_STYLES, MAX_STYLE_NAME, parseNamedStyle, type NamedStyle } from '#model/template/named-style.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { contentOf, createTestEditor, elementNamed } from './create-test-editor.ts';

const heading = createTestElement('text', { name: 'heading', fontSize: 30, bold: true });
const other = createTestElement('text', { name: 'other', fontSize: 12, italic: true, align: 'right' });
const third = createTestElement('timeText', { name: 'third', fontSize: 9 });
const line = createTestElement('line', { name: 'line', penWidthMm: 1, dashed: true });
const shape = createTestElement('ellipse', { name: 'shape', penWidthMm: 0.5 });

function select(editor: Editor, ...elements: readonly LabelElement[]): void {
  editor.select(elements.map(({ id }) => id));
}

/** An editor with the style `Title` of the heading, which the second text has, too. */
function titled(): Editor {
  const editor = createTestEditor([heading, other, third, line, shape]);
  select(editor, heading);
  expectOk(editor.run(addNamedStyle('text', ' Title ')));
  select(editor, other);
  expectOk(editor.run(applyNamedStyle('text', 'Title')));
  return editor;
}

describe('named styles', () => {
  test('a style gives its letters to other texts, which keep their alignment', () => {
    const editor = titled();
    expect(elementNamed(editor, 'other')).toMatchObject({
      styleName: 'Title',
      fontSize: 30,
      bold: true,
      italic: false,
      align: 'right',
    });
    editor.undo();
    expect(elementNamed(editor, 'other')).toEqual(other);
  });

  test('a changed style changes its elements, except in what was changed in them, in one step', () => {
    const editor = titled();
    select(editor, other);
    expectOk(editor.run(setShared({ bold: false })));
    select(editor, heading);
    expectOk(editor.run(setShared({ fontSize: 40, bold: true, underline: true })));
    const before = contentOf(editor.state().template);
    expectOk(editor.run(updateNamedStyle('text', 'Title')));
    expect(elementNamed(editor, 'other')).toMatchObject({ fontSize: 40, underline: true, bold: false });
    expect(elementNamed(editor, 'third')).toEqual(third);
    editor.undo();
    expect(contentOf(editor.state().template)).toEqual(before);
  });

  test('lines and outlines have styles of their own, which no text and no table has', () => {
    const table = createTestElement('table', { name: 'table' });
    const editor = createTestEditor([line, shape, table, heading]);
    select(editor, line);
    expectOk(editor.run(addNamedStyle('line', 'Title')));
    select(editor, shape, table, heading);
    expectOk(editor.run(applyNamedStyle('line', 'Title')));
    expect(elementNamed(editor, 'shape')).toMatchObject({ penWidthMm: 1, dashed: true, styleName: 'Title' });
    expect(elementNamed(editor, 'table')).toEqual(table);
    expect(elementNamed(editor, 'heading')).toEqual(heading);
  });

  test('renamed it keeps its elements; removed it leaves them their look', () => {
    const editor = titled();
    expectOk(editor.run(renameNamedStyle('text', 'Title', 'Headline')));
    expect(elementNamed(editor, 'other').styleName).toBe('Headline');
    expectOk(editor.run(removeNamedStyle('text', 'Headline')));
    expect(elementNamed(editor, 'other')).toEqual({ ...elementNamed(editor, 'other'), fontSize: 30, bold: true });
    expect('styleName' in elementNamed(editor, 'other')).toBe(false);
    expect('styles' in editor.state().template.label).toBe(false);
  });

  test('no style gets a name that is empty or taken, and a label has a hundred at most', () => {
    const editor = titled();
    expect(editor.run(addNamedStyle('text', 'Title'))).toMatchObject({ error: { code: 'edit.styleTaken' } });
    expect(editor.run(addNamedStyle('text', '  '))).toMatchObject({ error: { code: 'edit.nameEmpty' } });
    expectOk(editor.run(addNamedStyle('text', 'Second')));
    expect(editor.run(renameNamedStyle('text', 'Second', 'Title'))).toMatchObject({
      error: { code: 'edit.styleTaken' },
    });
    for (let i = 2; i < MAX_NAMED_STYLES; i++) expectOk(editor.run(addNamedStyle('text', `Style ${i}`)));
    expect(editor.run(addNamedStyle('text', 'More'))).toMatchObject({ error: { code: 'edit.tooManyStyles' } });
  });

  test('the file keeps the styles and which element has which', () => {
    const editor = titled();
    select(editor, line);
    expectOk(editor.run(addNamedStyle('line', '标题 "1" & <x>')));
    const { template } = editor.state();
    const read = expectOk(readTemplate(writeTemplate(template)));
    expect(read.label.styles).toEqual(template.label.styles);
    expect(read.elements.map(({ styleName }) => styleName)).toEqual(
      template.elements.map(({ styleName }) => styleName),
    );
  });

  test.each([
    '<Style Name="Title" Type="Glow" Radius="3"/>',
    '<Style Name="Title" Type="constructor"/>',
    '<Style Name="Title" Type="Text" FontSize="large"/>',
    '<Style Name="Title" Type="Text" FontSize="20" Shadow="2"/>',
    '<Style Type="Text" FontSize="20"/>',
  ])('a style of a later version is kept in the file: %s', (node) => {
    const xml = writeTemplate(createTestEditor([heading]).state().template);
    const later = xml.replace(/(<FileInfo[^>]*?)\s*\/>/, `$1>${node}</FileInfo>`);
    expect(later).toContain(node);
    const read = expectOk(readTemplate(later));
    expect(read.label.styles).toBeUndefined();
    expect(writeTemplate(read).replaceAll(/\s+/g, ' ')).toContain(node.replaceAll(/\s*\/>/g, ''));
  });
});

/** A style of a brand kit. */
function kitStyle(version: number, look: Readonly<Record<string, string>>, id = 'abcd1234'): NamedStyle {
  const style = parseNamedStyle({ Name: 'Title', Type: 'Text', FontFamily: 'Roboto', ...look });
  if (style === null) throw new Error('the style can’t be read');
  return { ...style, brand: { id, version } };
}

describe('styles of the brand kit', () => {
  test('a label has a copy, which it keeps in its file', () => {
    const editor = createTestEditor([heading, other]);
    select(editor, other);
    expectOk(editor.run(applyBrandStyle(kitStyle(3, { FontSize: '22' }))));
    expect(elementNamed(editor, 'other')).toMatchObject({ styleName: 'Title', fontSize: 22 });
    const { template } = editor.state();
    expect(template.label.styles).toMatchObject([{ name: 'Title', brand: { id: 'abcd1234', version: 3 } }]);
    expect(expectOk(readTemplate(writeTemplate(template))).label.styles).toEqual(template.label.styles);
    editor.undo();
    expect(editor.state().template.label.styles).toBeUndefined();
  });

  test('a copy gets another name where the label has a style of its own by that name, and only one copy is made', () => {
    const editor = titled();
    expectOk(editor.run(applyBrandStyle(kitStyle(1, { FontSize: '22' }))));
    select(editor, heading);
    expectOk(editor.run(applyBrandStyle(kitStyle(1, { FontSize: '22' }))));
    expect(editor.state().template.label.styles?.map(({ name }) => name)).toEqual(['Title', 'Title 2']);
    expect(elementNamed(editor, 'heading')).toMatchObject({ styleName: 'Title 2', fontSize: 22 });
    const long = 'x'.repeat(MAX_STYLE_NAME);
    for (const id of ['abcd1235', 'abcd1236']) expectOk(editor.run(applyBrandStyle(kitStyle(1, { Name: long }, id))));
    expect(editor.state().template.label.styles?.at(-1)?.name).toBe(`${long.slice(0, -2)} 2`);
  });

  test('all changed styles are taken in one step, except in what was changed in an element', () => {
    const editor = createTestEditor([heading, other]);
    select(editor, heading, other);
    expectOk(editor.run(applyBrandStyle(kitStyle(1, { FontSize: '20' }))));
    select(editor, other);
    expectOk(editor.run(setShared({ bold: true })));
    const before = contentOf(editor.state().template);
    const kit = [kitStyle(2, { FontSize: '30', Italic: 'true', Name: 'Headline' })];
    expect(changedBrandStyles(editor.state().template, kit)).toEqual(kit);
    expectOk(editor.run(updateFromBrandKit(kit)));
    expect(elementNamed(editor, 'heading')).toMatchObject({ styleName: 'Headline', fontSize: 30, italic: true });
    expect(elementNamed(editor, 'other')).toMatchObject({ styleName: 'Headline', fontSize: 30, bold: true });
    expect(changedBrandStyles(editor.state().template, kit)).toEqual([]);
    editor.undo();
    expect(contentOf(editor.state().template)).toEqual(before);
  });

  test('a style that was changed in the label alone is not reported, nor one that left the kit', () => {
    const editor = createTestEditor([heading]);
    select(editor, heading);
    const kit = [kitStyle(1, { FontSize: '20' })];
    for (const style of kit) expectOk(editor.run(applyBrandStyle(style)));
    expectOk(editor.run(setShared({ bold: true })));
    expectOk(editor.run(updateNamedStyle('text', 'Title')));
    expect(editor.state().template.label.styles).toMatchObject([{ look: { bold: true }, brand: { version: 1 } }]);
    expect(changedBrandStyles(editor.state().template, kit)).toEqual([]);
    expect(changedBrandStyles(editor.state().template, [])).toEqual([]);
  });

  test('a style of the label that was saved to the kit is a copy from then on', () => {
    const editor = titled();
    expectOk(editor.run(linkToBrandStyle('text', 'Title', { id: 'abcd1234', version: 5 })));
    expect(changedBrandStyles(editor.state().template, [kitStyle(5, {})])).toEqual([]);
    expect(changedBrandStyles(editor.state().template, [kitStyle(6, {})])).toHaveLength(1);
    expectOk(editor.run(linkToBrandStyle('text', 'Missing', { id: 'abcd1234', version: 5 })));
  });
});
