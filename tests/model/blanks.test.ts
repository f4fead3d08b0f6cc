import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { fixedText, MAX_BLANK_LENGTH, type BlankRules, type FixedSource } from '#model/elements/base/content.ts';
import {
  blankFault,
  blankKey,
  blankName,
  blanksOf,
  filledTemplate,
  formFault,
  MAX_BLANKS,
  MAX_FILLED_LENGTH,
} from '#model/data/blanks.ts';
import type { TableCell } from '#model/elements/table/table-element.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import { createEditor } from '#editor/create-editor.ts';
import { setSource } from '#editor/commands/sources.ts';
import { copied, pasteContent } from '#editor/commands/copy-paste.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { createTestTable } from '#tests/support/create-table.ts';

const RULES: BlankRules = { label: 'Name', required: true, maxLength: 12 };

function blank(text: string, rules: Partial<BlankRules> = {}): FixedSource {
  return { ...fixedText(text), blank: { ...RULES, ...rules } };
}

describe('fill-in fields', () => {
  test('are in reading order, whatever their order of creation', () => {
    const at = (label: string, xMm: number, yMm: number, heightMm = 5) =>
      createTestElement('text', { sources: [blank('', { label })], xMm, yMm, heightMm });
    const template = createTestTemplate([
      at('last', 5, 30),
      at('right', 50, 3),
      at('left', 5, 4),
      at('tall', 30, 1, 12),
      at('second', 0, 14),
    ]);
    expect(blanksOf(template).map(({ label }) => label)).toEqual(['left', 'tall', 'right', 'second', 'last']);
  });

  test('are found among several sources, in texts, codes and the cells of a table', () => {
    const text = createTestElement('text', { sources: [fixedText('No. '), blank('1', { label: ' ' }), blank('2')] });
    const code = createTestElement('qrcode', { sources: [blank('x')], yMm: 70 });
    const table = createTestTable([['a', 'b']], { yMm: 90 });
    const [first, second] = table.cells as [TableCell, TableCell];
    const cells = [first, { ...second, sources: [fixedText('kg'), blank('8', { label: '' })] }];
    const blanks = blanksOf(createTestTemplate([text, code, { ...table, cells }]));
    expect(blanks.map(({ content, index, text: example, isText }) => [content, index, example, isText])).toEqual([
      [0, 1, '1', true],
      [0, 2, '2', true],
      [0, 0, 'x', false],
      [1, 1, '8', true],
    ]);
    expect(blanks.map(blankName)).toEqual([text.name, 'Name', 'Name', `${table.name} (1,2)`]);
  });

  test('are filled, and nothing else is', () => {
    const text = createTestElement('text', { sources: [fixedText('No. '), blank('1')] });
    const other = createTestElement('barcode');
    const template = createTestTemplate([text, other]);
    const [{ key } = expect.unreachable()] = blanksOf(template);
    const filled = filledTemplate(template, new Map([[key, '42']]));
    expect(filled.elements[0]).toMatchObject({ sources: [fixedText('No. '), { ...fixedText('42'), blank: RULES }] });
    expect(filled.elements[1]).toBe(other);
    const first = blankKey(text.id, 0, 0);
    // Nothing is written to protected or missing fields.
    expect(
      filledTemplate(
        template,
        new Map([
          [first, 'x'],
          [blankKey(other.id, 0, 7), 'x'],
          [blankKey(text.id, 1, 1), 'x'],
        ]),
      ),
    ).toBe(template);
    expect(filledTemplate(template, new Map([[key, '1']]))).toBe(template);
  });
});

describe('in the file', () => {
  test('a fill-in field is a fixed text to programs that do not support it', () => {
    const template = createTestTemplate([createTestElement('text', { sources: [blank('Anna', { required: false })] })]);
    const xml = writeTemplate(template);
    expect(xml).toContain('DataSourceType="0" NormalText="Anna" FillIn="Name" FillInLength="12"');
    expect(expectOk(readTemplate(xml)).elements).toEqual(template.elements);
  });

  test('one without a name stays one, and a text without rules stays a text', () => {
    const sources = [blank('a', { label: '', maxLength: null }), fixedText('b')];
    const template = createTestTemplate([createTestElement('text', { sources })]);
    expect(expectOk(readTemplate(writeTemplate(template))).elements).toEqual(template.elements);
  });

  test.each(['0', '-1', '2.5', 'many', '1001'])('an invalid longest length of %s is reported and kept', (length) => {
    const template = createTestTemplate([createTestElement('text', { sources: [blank('a')] })]);
    const xml = writeTemplate(template).replace('FillInLength="12"', `FillInLength="${length}"`);
    const read = expectOk(readTemplate(xml));
    expect(read.elements[0]).toMatchObject({ sources: [{ type: 'unknown', text: 'a' }] });
    expect(writeTemplate(read)).toContain(`FillInLength="${length}"`);
  });
});

describe('in the editor', () => {
  test('a fill-in field is undone, redone, copied and pasted like any content', () => {
    const text = createTestElement('text', { sources: [fixedText('Anna')] });
    const editor = createEditor({ template: createTestTemplate([text]), random: Math.random });
    const sources = () => editor.state().template.elements.map((one) => (one as typeof text).sources);
    expectOk(editor.run(setSource({ id: text.id, content: 0 }, 0, blank('Anna'))));
    expect(sources()).toEqual([[blank('Anna')]]);
    editor.undo();
    expect(sources()).toEqual([[fixedText('Anna')]]);
    editor.redo();
    expect(sources()).toEqual([[blank('Anna')]]);
    editor.select([text.id]);
    const content = expectOk(copied({ template: editor.state().template, selection: [text.id] }));
    expectOk(editor.run(pasteContent(content)));
    expect(sources()).toEqual([[blank('Anna')], [blank('Anna')]]);
    const keys = blanksOf(editor.state().template).map(({ key }) => key);
    expect(new Set(keys).size).toBe(2);
  });
});

describe('a text for a fill-in field', () => {
  test('is accepted exactly when it is no longer than allowed and not missing when required', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 30 });
    const maxLength = fc.option(fc.integer({ min: 1, max: 30 }));
    fc.assert(
      fc.property(text, fc.boolean(), maxLength, (value, required, most) => {
        const fault = blankFault({ label: '', required, maxLength: most }, value);
        const length = [...value].length;
        if (length === 0) expect(fault?.code).toBe(required ? 'blank.required' : undefined);
        else if (length > (most ?? MAX_BLANK_LENGTH)) {
          expect(fault).toEqual({ code: 'blank.tooLong', params: { length, limit: most } });
        } else expect(fault).toBeNull();
      }),
    );
  });

  test('has a largest length even if none is set', () => {
    const rules = { label: '', required: false, maxLength: null };
    expect(blankFault(rules, 'x'.repeat(MAX_BLANK_LENGTH))).toBeNull();
    expect(blankFault(rules, '\u{1f600}'.repeat(MAX_BLANK_LENGTH))).toBeNull();
    expect(blankFault(rules, 'x'.repeat(MAX_BLANK_LENGTH + 1))?.code).toBe('blank.tooLong');
  });

  test('is counted with all others of the label', () => {
    const sources = Array.from({ length: 6 }, () => blank(''));
    const blanks = blanksOf(createTestTemplate([createTestElement('text', { sources })]));
    const long = new Map(blanks.map(({ key }) => [key, 'x'.repeat(MAX_BLANK_LENGTH)]));
    expect(formFault(blanks, long)).toEqual({
      code: 'blank.tooMuch',
      params: { length: 6000, limit: MAX_FILLED_LENGTH },
    });
    expect(formFault(blanks.slice(1), long)).toBeNull();
    expect(formFault([], new Map())?.code).toBe('blank.none');
    const many = Array.from({ length: MAX_BLANKS + 1 }, () => blank(''));
    expect(
      formFault(blanksOf(createTestTemplate([createTestElement('text', { sources: many })])), new Map())?.code,
    ).toBe('blank.tooMany');
  });
});
