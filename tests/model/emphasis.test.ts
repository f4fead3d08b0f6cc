import { describe, expect, test } from 'vitest';
import { fixedText, type ColumnSource, type DataSource } from '#model/elements/base/content.ts';
import { contentOf, noElements } from '#model/data/content.ts';
import { fieldKey, type DataRecord } from '#model/data/record.ts';
import { elementTexts } from '#model/page/element-texts.ts';
import { createTestElement, TEST_TIME } from '#tests/support/create-elements.ts';
import { emboldened, joinRuns, plainText } from '#model/elements/base/styled-text.ts';
import { emphasizedRanges, MAX_EMPHASIZED_LENGTH } from '#model/elements/text/emphasis.ts';
import { ALLERGEN_WORDS } from '#app/editor/panels/allergen-words.ts';

const found = (text: string, list: string): readonly string[] =>
  emphasizedRanges(text, list).map(({ start, end }) => text.slice(start, end));

const LISTED: ColumnSource = {
  type: 'column',
  connection: 'sha256:00',
  fileName: 'food.csv',
  sheet: '',
  column: 'Allergens',
  firstValue: 'egg',
  text: '',
};

function formula(text: string): DataSource {
  return {
    type: 'expression',
    formula: text,
    operands: [{ name: 'Allergens', source: LISTED }],
    lastValue: '',
    text: '',
  };
}

/** The bold parts of a text of these sources; undefined where it has one style. */
function boldOf(sources: readonly DataSource[], values: DataRecord['values']): readonly string[] | undefined {
  const texts = elementTexts(
    createTestElement('text', { sources }),
    { row: 0, values },
    noElements({ now: TEST_TIME }),
  );
  return texts.runs?.flatMap(({ text, style }) => (style?.bold === true ? [text] : []));
}

describe('a formula that emphasizes words', () => {
  const milk = { [fieldKey(LISTED)]: 'milk*, wheat' };

  test('makes the words of a column bold in its own text, row by row', () => {
    const sources = [fixedText('milk: '), formula('{emphasize("Milkpowder, wheat, egg", Allergens)}')];
    expect(boldOf(sources, milk)).toEqual(['Milkpowder', 'wheat']);
    expect(boldOf(sources, { [fieldKey(LISTED)]: '' })).toBeUndefined();
  });

  test('shows the words of the last known list while no data is connected', () => {
    expect(boldOf([formula('{emphasize("milk, egg", Allergens)}')], {})).toEqual(['egg']);
  });

  test.each([
    ['{emphasize("milk", "milk") & emphasize("; wheat", "wheat")}', ['milk', 'wheat']],
    ['{upper(emphasize("milk, egg", "milk"))}', ['MILK']],
    ['{if(1 = 2, emphasize("milk", "milk"), "milk")}', undefined],
    ['{emphasize("milk", "milk")', undefined],
  ])('%s has the bold words %j', (text, words) => {
    expect(boldOf([formula(text)], milk)).toEqual(words);
  });

  test('keeps the style of its source', () => {
    const source = { ...formula('{emphasize("milk", "milk")}'), style: { italic: true } };
    const texts = elementTexts(
      createTestElement('text', { sources: [source] }),
      { row: 0, values: {} },
      noElements({ now: TEST_TIME }),
    );
    expect(joinRuns(texts.runs ?? [])).toEqual({
      text: 'milk',
      spans: [{ start: 0, end: 4, style: { italic: true, bold: true } }],
    });
  });

  test('looks like a text with the same list of bold words', () => {
    const value = 'Zutaten: Weizen, Milch\r\nEi';
    const texts = elementTexts(
      createTestElement('text', { sources: [{ ...formula(`{emphasize(Allergens, "weizen, ei")}`) }] }),
      { row: 0, values: { [fieldKey(LISTED)]: value } },
      noElements({ now: TEST_TIME }),
    );
    const whole = value.replace('\r\n', '\n');
    expect(joinRuns(texts.runs ?? [])).toEqual(emboldened(plainText(whole), emphasizedRanges(whole, 'weizen, ei')));
  });

  test.each([
    ['one list', '{emphasize("x", Allergens & "a")}'],
    ['all lists together', '{emphasize("x", "b") & emphasize("x", Allergens)}'],
  ])('rejects words that are too many: %s', (_name, text) => {
    const values = { [fieldKey(LISTED)]: 'a'.repeat(MAX_EMPHASIZED_LENGTH) };
    const value = contentOf([formula(text)], { row: 0, values }, noElements({ now: TEST_TIME }));
    expect(value).toMatchObject({ ok: false, error: { code: 'data.expressionArgument' } });
    expect(boldOf([formula(text)], values)).toEqual([]);
  });
});

describe('emphasized words', () => {
  test.each([
    ['Wheat flour, MILK, buckwheat, milkshake', 'wheat, milk', ['Wheat', 'MILK']],
    ['milk powder, buttermilk, milkshake', 'milk*', ['milk', 'milkshake']],
    ['Vollmilchpulver, Milch', '*milch*', ['Vollmilchpulver', 'Milch']],
    ['soy sauce, soy', 'soy; soy sauce', ['soy sauce', 'soy']],
    ['soy\n sauce', 'soy sauce', ['soy\n sauce']],
    ['配料：小麦粉、全脂乳粉、鸡蛋', '小麦，乳粉、蛋', ['小麦', '乳粉', '蛋']],
    ['молоко, МОЛОКА', 'молок*', ['молоко', 'МОЛОКА']],
    ['E322 (a+b) [x]', '(a+b), [x]', ['(a+b)', '[x]']],
    ['ble\u0301, bl\u00e9', 'blé', ['ble\u0301', 'bl\u00e9']],
    ['nothing', ' , * , ', []],
    ['a b', '', []],
  ])('in %j from %j are %j', (text, list, words) => {
    expect(found(text, list)).toEqual(words);
  });

  test('are found in time, whatever the list and the text', () => {
    const started = performance.now();
    expect(found('a'.repeat(20_000), '*a*a*b, *a*a*a*a*a*a*a*b, a*c')).toEqual([]);
    found('wheat '.repeat(2_000), Array.from({ length: 600 }, (_, i) => `w${i}*`).join(','));
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test.each(Object.entries(ALLERGEN_WORDS))('of the allergens in %s fit the field', (_language, list) => {
    expect(list.length).toBeLessThan(MAX_EMPHASIZED_LENGTH / 4);
    for (const word of list.split(', ')) expect(found(`x ${word.replaceAll('*', 'n')}, x`, list)).not.toEqual([]);
  });

  test('are bold in addition to the style of their run', () => {
    const text = joinRuns([{ text: 'skimmed mi', style: { italic: true } }, { text: 'lk powder' }]);
    expect(emboldened(text, emphasizedRanges(text.text, 'milk'))).toEqual({
      text: 'skimmed milk powder',
      spans: [
        { start: 0, end: 8, style: { italic: true } },
        { start: 8, end: 10, style: { italic: true, bold: true } },
        { start: 10, end: 12, style: { bold: true } },
      ],
    });
    expect(emboldened(plainText('x'), [])).toEqual(plainText('x'));
  });
});
