import { describe, expect, test } from 'vitest';
import { optionsOf } from '#model/symbology/catalog/options.ts';
import { encodeSymbol } from '#model/symbology/encode.ts';
import { LINEAR_SYMBOLOGIES, MATRIX_SYMBOLOGIES, type Symbology, type SymbolOptions } from '#model/symbology/types.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import { createTestElement, createTestTemplate } from '../../support/create-elements.ts';

/** Content of a symbol, or its problem's code and readings. */
function encoded(symbology: Symbology, content: string, options: SymbolOptions = {}): string {
  const result = encodeSymbol(symbology, content, options);
  if (result.ok) return result.value.content;
  const { code, params = {} } = result.error;
  return code === 'symbol.oneDigitShort' ? `${params['padded']} or ${params['completed']}` : code;
}

/** A short number that is valid with a leading zero, that full number, and the number with another check digit appended. */
const AMBIGUOUS: readonly (readonly [Symbology, string, string, string])[] = [
  ['ean13', '614141000036', '0614141000036', '6141410000366'],
  ['ean8', '2012346', '02012346', '20123468'],
  ['upca', '12345678905', '012345678905', '123456789050'],
  ['upce', '1234565', '01234565', '12345656'],
  ['itf14', '4006381333931', '04006381333931', '40063813339314'],
  ['ean14', '4006381333931', '04006381333931', '40063813339314'],
  ['sscc18', '95011015300000010', '095011015300000010', '950110153000000106'],
  ['databar', '4006381333931', '04006381333931', '40063813339314'],
  ['databar-truncated', '4006381333931', '04006381333931', '40063813339314'],
  ['databar-limited', '1234567890128', '01234567890128', '12345678901286'],
  ['databar-stacked', '4006381333931', '04006381333931', '40063813339314'],
  ['databar-stacked-omni', '4006381333931', '04006381333931', '40063813339314'],
  ['pzn', '3041347', '03041347', '30413478'],
  ['code32', '12345676', '012345676', '123456764'],
  ['isbn', '306406152', '0306406152', '3064061526'],
  ['issn', '3785955', '03785955', '37859552'],
];

const ALL: readonly Symbology[] = [...LINEAR_SYMBOLOGIES, ...MATRIX_SYMBOLOGIES];
const choicesOf = (symbology: Symbology): readonly string[] =>
  optionsOf(symbology).find(({ name }) => name === 'wrongLength')?.choices ?? [];

/** A symbol's content without the characters that the symbology adds around the number. */
function bare(content: string): string {
  return content.replace(/^(\(0[01]\)|-|A)/, '');
}

test('every symbology that completes numbers of a fixed length has the option', () => {
  const having = ALL.filter((symbology) => choicesOf(symbology).length > 0);
  expect(new Set(having)).toEqual(new Set(AMBIGUOUS.map(([symbology]) => symbology)));
});

describe.each(AMBIGUOUS)('%s of %s', (symbology, short, padded, completed) => {
  const isBook = symbology === 'isbn' || symbology === 'issn';
  const whole = isBook ? encoded(symbology, padded) : padded;
  const other = isBook ? encoded(symbology, completed) : completed;

  test('is rejected with both readings, which are full numbers', () => {
    expect(encoded(symbology, short)).toBe(`${padded} or ${completed}`);
    expect(bare(encoded(symbology, padded))).toBe(whole);
    expect(bare(encoded(symbology, completed))).toBe(other);
  });

  test("is read with the designer's option", () => {
    expect(bare(encoded(symbology, short, { wrongLength: 'pad' }))).toBe(whole);
    expect(bare(encoded(symbology, short, { wrongLength: 'checkDigit' }))).toBe(other);
    expect(encoded(symbology, short, { wrongLength: 'cut' })).toBe(`${padded} or ${completed}`);
  });
});

test('a short number that no zero completes gets its check digit, unless zeros are selected', () => {
  expect(encoded('ean13', '590123412345')).toBe('5901234123457');
  expect(encoded('ean13', '590123412345', { wrongLength: 'checkDigit' })).toBe('5901234123457');
  expect(encoded('ean13', '590123412345', { wrongLength: 'pad' })).toBe('symbol.checkDigit');
});

test('pads and cuts other lengths only on request, and verifies the check digit', () => {
  expect(encoded('ean13', '96385074')).toBe('symbol.length');
  expect(encoded('ean13', '96385074', { wrongLength: 'pad' })).toBe('0000096385074');
  expect(encoded('ean13', '96385075', { wrongLength: 'pad' })).toBe('symbol.checkDigit');
  expect(encoded('ean13', '590123412345799')).toBe('symbol.length');
  expect(encoded('ean13', '590123412345799', { wrongLength: 'cut' })).toBe('5901234123457');
  expect(encoded('ean13', '590123412345899', { wrongLength: 'cut' })).toBe('symbol.checkDigit');
  expect(encoded('ean13', '590123412345799', { wrongLength: 'pad' })).toBe('symbol.length');
  expect(encoded('ean13', '96385074', { wrongLength: 'cut' })).toBe('symbol.length');
  expect(encoded('ean13', '614141000036 12', { wrongLength: 'pad' })).toBe('0614141000036 12');
  expect(encoded('issn', '311175X', { wrongLength: 'pad' })).toBe(encoded('issn', '0311-175X'));
  expect(encoded('ean14', '(01)4006381333931', { wrongLength: 'pad' })).toBe('(01)04006381333931');
});

test("a number with a hyphen at the position of an ISSN's lacks no zero", () => {
  expect(encoded('issn', '3785-955')).toBe(encoded('issn', '3785-9552'));
});

test('the option is kept in the file with the others, and the default is not written', () => {
  const element = createTestElement('barcode', { symbology: 'itf14', options: { wrongLength: 'pad', wideRatio: '3' } });
  const file = writeTemplate(createTestTemplate([element]));
  expect(file).toContain('SymbolOptions="wideRatio=3;wrongLength=pad"');
  expect(readTemplate(file)).toMatchObject({ value: { elements: [{ options: element.options }] } });
  const plain = writeTemplate(createTestTemplate([createTestElement('barcode', { symbology: 'itf14' })]));
  expect(plain).not.toContain('SymbolOptions');
});
