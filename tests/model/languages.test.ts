import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withRecordLanguages } from '#model/data/record-language.ts';
import { fieldKey, NO_RECORD, type DataRecord } from '#model/data/record.ts';
import { hasSequences } from '#model/data/sequence-limit.ts';
import { boundTables } from '#model/data/tables.ts';
import { rebindColumns } from '#model/data/rebind.ts';
import { labelVariables } from '#model/data/variables.ts';
import { fixedText, type ColumnSource, type DataSource } from '#model/elements/base/content.ts';
import { languageTag } from '#model/elements/base/translations.ts';
import { elementIn, translatableTexts } from '#model/elements/translated.ts';
import { expectOk } from '#model/kernel/result.ts';
import { composeLabel } from '#model/page/compose.ts';
import { worseProof, type FitProof } from '#model/page/fit-proof.ts';
import { createRunSizer } from '#model/page/run-sizer.ts';
import { createElementValues, elementLookup } from '#model/data/element-values.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import { languageTags, namedLanguage, type LabelLanguages } from '#model/template/label-languages.ts';
import { inChosenLanguage, onlyLanguage, templateIn, untranslatedTexts } from '#model/template/translated-template.ts';
import type { Template } from '#model/template/template.ts';
import { createTestContext, createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { anyElementOf } from '#tests/support/element-arbitraries.ts';

const COLUMN: ColumnSource = {
  type: 'column',
  connection: 'sha256:00',
  fileName: 'goods.xlsx',
  sheet: 'Goods',
  column: 'Language',
  firstValue: 'en',
  text: '',
};
const LANGUAGES: LabelLanguages = { tags: ['en', 'pt-BR', 'zh'] };
const BY_COLUMN: LabelLanguages = { ...LANGUAGES, column: COLUMN };

function translated(text: string, translations: Readonly<Record<string, string>>): DataSource {
  return { ...fixedText(text), translations };
}

function labelOf(languages: LabelLanguages | null, ...sources: readonly (readonly DataSource[])[]): Template {
  const elements = sources.map((own) => createTestElement('text', { sources: own }));
  return createTestTemplate(elements, languages === null ? {} : { languages });
}

/** The texts of a label as they are painted. */
function shown(template: Template, record: DataRecord = NO_RECORD): readonly string[] {
  const { list } = composeLabel(template, record, createTestContext());
  return list.items.map(({ ops }) => ops.map((op) => (op.type === 'glyphs' ? op.run.text : '')).join(''));
}

const inLanguage = (language: string): DataRecord => ({ ...NO_RECORD, language });
const anyText = anyElementOf('text');

describe('the languages of a label', () => {
  test('tags are canonical, with each language once', () => {
    expect(languageTag(' PT_br ')).toBe('pt-BR');
    expect(languageTag('Portuguese!')).toBeNull();
    expect(languageTag('')).toBeNull();
    expect(languageTags(['en', 'EN', 'zh'])).toEqual(['en', 'zh']);
    expect(languageTags(['en', '??'])).toBeNull();
    expect(languageTags([])).toBeNull();
  });

  test.each([
    ['pt-br', 'pt-BR'],
    ['PT_BR', 'pt-BR'],
    [' Brazilian Portuguese ', 'pt-BR'],
    ['português (Brasil)', 'pt-BR'],
    ['中文', 'zh'],
    ['CHINESE', 'zh'],
    ['китайский', 'zh'],
    ['English', 'en'],
  ])('“%s” names %s', (text, tag) => {
    expect(namedLanguage(LANGUAGES, text)).toEqual({ ok: true, value: tag });
  });

  test('a language that the label lacks is named in a problem, and so is an empty text', () => {
    expect(namedLanguage(LANGUAGES, 'fr')).toMatchObject({
      error: { code: 'language.unknown', params: { value: 'fr' } },
    });
    // Only a part of the tag is another language.
    expect(namedLanguage(LANGUAGES, 'pt')).toMatchObject({ error: { code: 'language.unknown' } });
    expect(namedLanguage(LANGUAGES, ' ')).toMatchObject({ error: { code: 'language.none' } });
  });
});

describe('a text in several languages', () => {
  test('shows the record’s language, and the main one with a warning where a translation is missing', () => {
    const template = labelOf(LANGUAGES, [translated('Weight', { zh: '重量' })], [fixedText('12')]);
    expect(shown(template)).toEqual(['Weight', '12']);
    expect(shown(template, inLanguage('zh'))).toEqual(['重量', '12']);
    expect(shown(template, inLanguage('pt-BR'))).toEqual(['Weight', '12']);
    const warnings = (language: string): readonly unknown[] =>
      composeLabel(template, inLanguage(language), createTestContext()).warnings.map(({ problem }) => problem);
    expect(warnings('pt-BR')).toEqual([{ code: 'language.missing', params: { language: 'pt-BR', count: 1 } }]);
    expect(warnings('zh')).toEqual([]);
  });

  test('an empty translation shows nothing', () => {
    const template = labelOf(LANGUAGES, [translated('Net ', { zh: '' }), translated('weight', { zh: '重量' })]);
    expect(shown(template, inLanguage('zh'))).toEqual(['重量']);
  });

  test('has fixed parts between its columns, formulas, a prefix and a suffix in the language', () => {
    const name: ColumnSource = { ...COLUMN, column: 'Name' };
    const formula: DataSource = {
      type: 'expression',
      formula: '{Name} of ',
      operands: [{ name: 'Name', source: name }],
      lastValue: '',
      text: '',
      translations: { zh: '的{Name} ' },
    };
    const element = createTestElement('text', {
      sources: [translated('Made: ', { zh: '产地：' }), formula, name],
      prefix: '<',
      suffix: '>',
      prefixTranslations: { zh: '《' },
      suffixTranslations: { zh: '》' },
    });
    const template = createTestTemplate([element], { languages: LANGUAGES });
    const record = { ...NO_RECORD, values: { [fieldKey(name)]: 'Tea' } };
    expect(shown(template, record)).toEqual(['<Made: Tea of Tea>']);
    expect(shown(template, { ...record, language: 'zh' })).toEqual(['《产地：的Tea Tea》']);
  });

  test('is hyphenated as in that language', () => {
    const element = createTestElement('text', {
      sources: [translated('Weight', { 'pt-BR': 'Peso', zh: '重量' })],
      hyphenation: 'en',
    });
    const hyphenation = (tag: string): unknown => (elementIn(element, tag) as typeof element).hyphenation;
    // There are no rules for Chinese, and the text that French lacks is English.
    expect([hyphenation('pt-BR'), hyphenation('zh'), hyphenation('fr')]).toEqual(['pt', 'none', 'en']);
    const never = { ...element, hyphenation: 'none' } as const;
    expect(elementIn(never, 'pt-BR')).toMatchObject({ hyphenation: 'none' });
  });

  test('other elements show its value in the language', () => {
    const word = createTestElement('text', { sources: [translated('Weight', { zh: '重量' })] });
    const code = createTestElement('text', { sources: [{ type: 'reference', element: word.id, text: '' }] });
    const template = createTestTemplate([word, { ...code, id: 'OTHER001' as typeof code.id }], {
      languages: LANGUAGES,
    });
    expect(shown(template, inLanguage('zh'))).toEqual(['重量', '重量']);
  });

  test('a text that is filled in, and the label’s own address, are the same in all languages', () => {
    const translations = { zh: '别的' };
    const blank = { ...fixedText('Lot'), translations, blank: { label: '', required: false, maxLength: null } };
    const address = { ...fixedText('https://a/t/1'), translations, opensLabel: true as const };
    expect(shown(labelOf(LANGUAGES, [blank], [address]), inLanguage('zh'))).toEqual(['Lot', 'https://a/t/1']);
  });

  test('a label in its main language composes like one without languages, whatever its texts', () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 4 }), (elements) => {
        const plain = createTestTemplate(elements, {});
        const several = createTestTemplate(elements, { languages: LANGUAGES });
        const own = composeLabel(several, NO_RECORD, createTestContext());
        expect(own).toEqual(composeLabel(plain, NO_RECORD, createTestContext()));
        expect(composeLabel(templateIn(several, 'en'), NO_RECORD, createTestContext())).toEqual(own);
      }),
      { numRuns: 15 },
    );
  });

  test('a language chosen for a run composes like the same language of each record', () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 4 }), (elements) => {
        const several = createTestTemplate(elements, { languages: LANGUAGES });
        const { warnings: _own, ...chosen } = composeLabel(templateIn(several, 'zh'), NO_RECORD, createTestContext());
        const { warnings: _each, ...row } = composeLabel(several, inLanguage('zh'), createTestContext());
        expect(chosen).toEqual(row);
      }),
      { numRuns: 15 },
    );
  });

  test('an element without translations is the same object in every language', () => {
    const element = createTestElement('text', { sources: [fixedText('12')] });
    expect(elementIn(element, 'zh')).toBe(element);
    const other = createTestElement('text', { sources: [translated('a', { zh: 'b' })] });
    expect(elementIn(other, 'zh')).toBe(elementIn(other, 'zh'));
    expect(elementIn(other, undefined)).toBe(other);
  });

  test('a prefix counts for the common size of all rows in each language', () => {
    const element = createTestElement('text', {
      sources: [fixedText('1')],
      fit: 'shrink',
      fitRun: true,
      prefixTranslations: { zh: 'long long long ' },
      autoWrap: false,
    } as never);
    const template = createTestTemplate([element], { languages: LANGUAGES });
    const sizer = createRunSizer(template, true);
    const fresh = (record: DataRecord): number => {
      const values = createElementValues(elementLookup(template.elements), record, createTestContext());
      const texts = sizer.unmeasured(record, values);
      sizer.keep(sizer.needed(texts, createTestContext()));
      return texts.length;
    };
    const first = fresh(NO_RECORD);
    expect([fresh(NO_RECORD), fresh(inLanguage('zh')), fresh(inLanguage('zh'))]).toEqual([0, first, 0]);
  });
});

describe('the column that chooses the language', () => {
  const record = (value: string): DataRecord => ({ row: 2, values: { [fieldKey(COLUMN)]: value } });

  test('gives each row its language, and a row without one a problem', () => {
    const rows = ['en', 'zh', 'Brazilian Portuguese', 'fr', ''].map(record);
    const named = withRecordLanguages(rows, BY_COLUMN);
    expect(named.map(({ language }) => language)).toEqual([undefined, 'zh', 'pt-BR', undefined, undefined]);
    expect(named.map(({ fault }) => fault?.code)).toEqual([
      undefined,
      undefined,
      undefined,
      'language.unknown',
      'language.none',
    ]);
    expect(named[3]?.fault?.params).toMatchObject({ value: 'fr', column: 'Language' });
  });

  test('reads the cells of a formula as each language uses them, and counts labels if one does', () => {
    const formula: DataSource = {
      type: 'expression',
      formula: '{Price}',
      operands: [{ name: 'Price', source: { ...COLUMN, column: 'Price' } }],
      lastValue: '',
      text: '',
      translations: { zh: '{Price * 2}', 'pt-BR': '{index()}' },
    };
    const template = labelOf(LANGUAGES, [formula]);
    const requested = (of: Template): readonly unknown[] => boundTables(of).flatMap(({ columns }) => columns);
    const own = requested(templateIn(template, 'zh'));
    expect(own).toEqual([{ column: 'Price', form: 'numberOrDate' }]);
    expect(requested(template)).toEqual(['Price', ...own]);
    expect(hasSequences(template)).toBe(true);
    expect(hasSequences(templateIn(template, 'zh'))).toBe(false);
  });

  test('costs other labels nothing: their records are the same objects', () => {
    const rows = [record('zh')];
    expect(withRecordLanguages(rows, LANGUAGES)).toBe(rows);
    expect(withRecordLanguages(rows, undefined)).toBe(rows);
  });

  test('is bound like the columns of elements, and is a variable', () => {
    const template = labelOf(BY_COLUMN, [fixedText('a')]);
    expect(boundTables(template).map(({ columns }) => columns)).toEqual([['Language']]);
    const other = rebindColumns(template, { connection: 'sha256:11', fileName: 'b.xlsx', sheetFor: () => 'B' });
    expect(other.label.languages?.column).toMatchObject({ connection: 'sha256:11', sheet: 'B', column: 'Language' });
    expect(labelVariables(template)).toMatchObject([{ type: 'column', name: 'Language', elements: [] }]);
  });

  test('a language that is chosen for the run needs no column', () => {
    const chosen = expectOk(inChosenLanguage(labelOf(BY_COLUMN, [translated('a', { zh: 'b' })]), '中文'));
    expect(boundTables(chosen.template)).toEqual([]);
    expect(onlyLanguage(chosen.template)).toBe('zh');
    expect(shown(chosen.template)).toEqual(['b']);
  });
});

describe('a language chosen for a run', () => {
  test('counts the texts that it lacks; numbers, names in formulas and codes need no translation', () => {
    const template = labelOf(LANGUAGES, [fixedText('Weight')], [fixedText('12 / 3')], [translated('a', { zh: '' })]);
    expect(untranslatedTexts(template, 'zh').map(({ text }) => text)).toEqual(['Weight']);
    expect(untranslatedTexts(template, 'en')).toEqual([]);
    const qr = createTestElement('qrcode', { sources: [fixedText('https://a')] });
    expect(untranslatedTexts(createTestTemplate([qr], { languages: LANGUAGES }), 'zh')).toEqual([]);
    expect(translatableTexts(qr)).toHaveLength(1);
    expect(expectOk(inChosenLanguage(template, 'zh')).missing).toBe(1);
  });

  test('is a problem where the label lacks it', () => {
    expect(inChosenLanguage(labelOf(LANGUAGES), 'fr')).toMatchObject({ error: { code: 'language.unknown' } });
    expect(inChosenLanguage(labelOf(null), 'en')).toMatchObject({ error: { code: 'language.unknown' } });
    const plain = labelOf(null);
    expect(expectOk(inChosenLanguage(plain, null)).template).toBe(plain);
  });
});

describe('the file of a label in several languages', () => {
  const reread = (template: Template): Template => expectOk(readTemplate(writeTemplate(template)));

  test('has them in attributes that older versions ignore, and reads back equal', () => {
    const template = labelOf(BY_COLUMN, [translated('Weight', { 'pt-BR': 'Peso "a"\nb', zh: '' })]);
    const file = writeTemplate(template);
    expect(file).toContain('Languages="en,pt-BR,zh"');
    expect(file).toContain('NormalText="Weight"');
    expect(file).toContain('NormalText.zh=""');
    expect(reread(template)).toEqual(template);
  });

  test('keeps translations to languages that the label doesn’t list, and lists that it can’t read', () => {
    const other = labelOf(LANGUAGES, [translated('Weight', { fr: 'Poids' })]);
    expect(reread(other)).toEqual(other);
    const file = writeTemplate(labelOf(LANGUAGES, [fixedText('a')])).replace('"en,pt-BR,zh"', '"en,??"');
    const read = expectOk(readTemplate(file));
    expect(read.label.languages).toBeUndefined();
    expect(writeTemplate(read)).toContain('Languages="en,??"');
    const tag = writeTemplate(labelOf(LANGUAGES, [fixedText('a')])).replace(
      'NormalText="a"',
      'NormalText="a" NormalText.x-y_="b"',
    );
    expect(writeTemplate(expectOk(readTemplate(tag)))).toContain('NormalText.x-y_="b"');
  });

  test('keeps a column that it can’t read', () => {
    const file = writeTemplate(labelOf(BY_COLUMN)).replace('sha256:00', 'nowhere');
    const read = expectOk(readTemplate(file));
    expect(read.label.languages).toEqual(LANGUAGES);
    expect(writeTemplate(read)).toContain('nowhere');
  });
});

test('the proof of a text in several languages is that of the worst', () => {
  const subject = {
    elementId: 'A' as never,
    elementName: '',
    alphabet: 'digits',
    characters: '0',
    isExceeded: false,
  } as const;
  const proven = (fitsUpTo: number): FitProof => ({ ...subject, outcome: 'proven', fitsUpTo });
  const fails: FitProof = { ...subject, outcome: 'fails', fitsUpTo: 3, value: '0000', isShortest: true };
  const unknown: FitProof = { ...subject, outcome: 'unknown', doubt: 'script' };
  expect(worseProof(proven(9), proven(5))).toEqual(proven(5));
  expect(worseProof(proven(9), unknown)).toBe(unknown);
  expect(worseProof(fails, unknown)).toBe(fails);
});
