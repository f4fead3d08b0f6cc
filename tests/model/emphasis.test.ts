import { describe, expect, test } from 'vitest';
import { emboldened, joinRuns, plainText } from '#model/elements/base/styled-text.ts';
import { emphasizedRanges, MAX_EMPHASIZED_LENGTH } from '#model/elements/text/emphasis.ts';
import { ALLERGEN_WORDS } from '#app/editor/panels/allergen-words.ts';

const found = (text: string, list: string): readonly string[] =>
  emphasizedRanges(text, list).map(({ start, end }) => text.slice(start, end));

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
