import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ElementId } from '#model/kernel/ids.ts';
import { fixedText, type DataSource } from '#model/elements/base/content.ts';
import { contentsOf, type LabelElement } from '#model/elements/element.ts';
import { findTexts, replaceTexts, type TextSearch } from '#editor/commands/replace-text.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { createTestTable } from '#tests/support/create-table.ts';
import { createTestEditor } from './create-test-editor.ts';

const search = (text: string, others: Partial<TextSearch> = {}): TextSearch => ({
  text,
  matchCase: false,
  wholeWords: false,
  ...others,
});

function text(name: string, ...sources: readonly DataSource[]): LabelElement {
  return createTestElement('text', { id: name.padEnd(8, '0') as ElementId, name, sources });
}

const typed = (...texts: readonly string[]): readonly DataSource[] => texts.map((one) => fixedText(one));

const textsOf = (elements: readonly LabelElement[]): readonly string[] =>
  elements.flatMap((element) => contentsOf(element).flatMap(({ sources }) => sources.map((source) => source.text)));

test('finds typed texts of all kinds of elements, with their places', () => {
  const code = createTestElement('qrcode', { sources: typed('https://acme.example/a') });
  const elements = [text('one', ...typed('Acme, acme')), code, text('two', ...typed('Other'))];
  expect(findTexts(elements, search('acme')).map(({ id, matches }) => [id, matches])).toEqual([
    [
      'one00000',
      [
        { from: 0, to: 4 },
        { from: 6, to: 10 },
      ],
    ],
    [code.id, [{ from: 8, to: 12 }]],
  ]);
  expect(findTexts(elements, search(''))).toEqual([]);
});

test('replaces in every cell and source as one step, which undo takes back', () => {
  const table = createTestTable([['The best', '']]);
  const editor = createTestEditor([text('one', ...typed('Best before ', 'BEST')), table]);
  const before = editor.state().template;
  expect(editor.run(replaceTexts(search('best'), 'Use')).ok).toBe(true);
  expect(textsOf(editor.state().template.elements)).toEqual(['Use before ', 'Use', 'The Use', '']);
  editor.undo();
  expect(editor.state().template).toEqual(before);
});

test('leaves formulas, columns and the label’s own address as they are', () => {
  const own: DataSource = { ...fixedText('https://acme.example/t/1'), opensLabel: true };
  const formula: DataSource = { type: 'expression', formula: 'acme', text: 'acme', operands: [] } as never;
  const editor = createTestEditor([text('one', own, formula)]);
  const before = editor.state().template;
  editor.run(replaceTexts(search('acme'), 'x'));
  expect(editor.state().template).toBe(before);
  expect(findTexts(before.elements, search('acme'))).toEqual([]);
});

test('matches case and whole words only where asked, in any script', () => {
  const found = (content: string, asked: TextSearch): number =>
    findTexts([text('one', ...typed(content))], asked).flatMap(({ matches }) => matches).length;
  expect(found('Straße STRASSE straße', search('STRAßE'))).toBe(2);
  expect(found('kg Kg', search('kg', { matchCase: true }))).toBe(1);
  expect(found('kg, kgs 5kg kg', search('kg', { wholeWords: true }))).toBe(2);
  expect(found('Вес, ВЕС', search('вес', { wholeWords: true }))).toBe(2);
  expect(found('净含量', search('含'))).toBe(1);
});

test('takes both texts literally, whatever their characters', () => {
  const any = fc.string({ unit: 'grapheme', maxLength: 6 });
  fc.assert(
    fc.property(any, any, any, any, (before, sought, after, replacement) => {
      const content = `${before}${sought}${after}`;
      const editor = createTestEditor([text('one', ...typed(content))]);
      editor.run(replaceTexts(search(sought, { matchCase: true }), replacement));
      const expected = sought === '' ? content : content.replaceAll(sought, () => replacement);
      expect(textsOf(editor.state().template.elements)).toEqual([expected]);
    }),
  );
});
