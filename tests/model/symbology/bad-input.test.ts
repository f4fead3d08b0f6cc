import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PROBLEM_CODES } from '#model/kernel/problem.ts';
import { symbologyInfo } from '#model/symbology/catalog/catalog.ts';
import { encodeSymbol } from '#model/symbology/encode.ts';
import { optionsOf } from '#model/symbology/catalog/options.ts';
import {
  LINEAR_SYMBOLOGIES,
  MATRIX_SYMBOLOGIES,
  type LinearSymbology,
  type Symbology,
  type SymbolOptions,
} from '#model/symbology/types.ts';

/** The problem's code, with the position if it names one; another text if the content is encoded after all. */
function refusal(symbology: Symbology, content: string, options: SymbolOptions = {}): string {
  const result = encodeSymbol(symbology, content, options);
  if (result.ok) return `encoded ${result.value.content}`;
  expect(PROBLEM_CODES).toContain(result.error.code);
  const position = result.error.params?.['position'];
  return position === undefined ? result.error.code : `${result.error.code} ${position}`;
}

const ASCII_TYPES: readonly LinearSymbology[] = ['code128', 'code39ext', 'telepen'];
const LONG: Readonly<Partial<Record<LinearSymbology, string>>> = {
  'gs1-128': '(01)09501101530003(10)12345678901234567890(21)12345678901234567890',
  'databar-expanded': '(01)09501101530003(10)12345678901234567890(21)12345678901234567890(240)A1234567890B234567890',
};

test.each([
  ['ean13', '4006381333931'],
  ['ean8', '96385074'],
  ['upca', '614141000036'],
  ['upce', '01234565'],
  ['itf14', '04006381333931'],
  ['isbn', '978-3-16-148410-0'],
] as const)('%s accepts a number with blanks and no-break spaces around it', (symbology, number) => {
  const plain = refusal(symbology, number);
  expect(plain).toMatch(/^encoded/);
  for (const padded of [`${number} `, ` ${number}`, `\u00a0${number}\u00a0 `]) {
    expect(refusal(symbology, padded)).toBe(plain);
  }
});

test('names an unsupported space by its number', () => {
  const result = encodeSymbol('ean8', '9638\u00a05074', {});
  expect(result).toMatchObject({ error: { code: 'symbol.character', params: { position: 5, character: 'U+00A0' } } });
});

describe.each(LINEAR_SYMBOLOGIES)('%s rejects', (symbology) => {
  const value = symbologyInfo(symbology).defaultValue;

  test('empty content', () => expect(refusal(symbology, '')).toBe('symbol.empty'));

  test('content that is too long', () => {
    expect(refusal(symbology, LONG[symbology] ?? value.repeat(20).replaceAll(/[ -]/g, ''))).toMatch(
      /^symbol\.(tooLong|length|range|form)$/,
    );
  });

  test('Chinese characters, with their position', () => {
    expect(refusal(symbology, `${value.slice(0, 2)}标${value.slice(2)}`)).toBe('symbol.chinese 3');
  });

  test('emoji, with their position', () => {
    expect(refusal(symbology, `${value.slice(0, 2)}😀${value.slice(2)}`)).toBe('symbol.character 3');
  });

  test('letters with accents, with their position', () => {
    expect(refusal(symbology, `é${value}`)).toBe('symbol.character 1');
  });

  test('control characters, with their position, unless it supports all of ASCII', () => {
    if (ASCII_TYPES.includes(symbology)) {
      expect(refusal(symbology, `${value}\n`)).toBe(`encoded ${value}\n`);
      return;
    }
    expect(refusal(symbology, `${value.slice(0, 1)}\u0007${value.slice(1)}`)).toBe('symbol.character 2');
    expect(refusal(symbology, `${value}\n`)).toBe(`symbol.character ${value.length + 1}`);
  });

  test('all of these without an exception, with any options', () => {
    for (const { name, choices } of optionsOf(symbology)) {
      for (const choice of choices) {
        for (const content of ['', ' ', '0', '1', '99999999999999999999', 'A', '(', '\\', '\u0000', value]) {
          expect(typeof refusal(symbology, content, { [name]: choice })).toBe('string');
        }
      }
    }
  });
});

test.each<readonly [LinearSymbology, string, string]>([
  ['ean13', '5901234123450', 'symbol.checkDigit'],
  ['ean13', '59012341234', 'symbol.length'],
  ['ean13', '59012341234567', 'symbol.length'],
  ['ean13', '590123412345X', 'symbol.character 13'],
  ['ean13', '5901234123457 1', 'symbol.addOn'],
  ['ean13', '5901234123457 123', 'symbol.addOn'],
  ['ean8', '96385075', 'symbol.checkDigit'],
  ['ean8', '963850', 'symbol.length'],
  ['ean8', '96385074 12', 'symbol.character 9'],
  ['upca', '012345678900', 'symbol.checkDigit'],
  ['upca', '0123456789', 'symbol.length'],
  ['upce', '01234560', 'symbol.checkDigit'],
  ['upce', '21234565', 'symbol.character 1'],
  ['upce', '0120453', 'symbol.otherForm'],
  ['upce', '012345', 'symbol.length'],
  ['itf14', '15400141288760', 'symbol.checkDigit'],
  ['itf14', '154001412887', 'symbol.length'],
  ['code39', 'abc', 'symbol.character 1'],
  ['code39', 'AB*C', 'symbol.character 3'],
  ['code93', 'AbC', 'symbol.character 2'],
  ['interleaved2of5', '12-34', 'symbol.character 3'],
  ['codabar', 'A12', 'symbol.startStop'],
  ['codabar', 'A1B2C', 'symbol.startStop'],
  ['codabar', 'A1B', 'symbol.tooShort'],
  ['codabar', '12E', 'symbol.character 3'],
  ['code11', '12A', 'symbol.character 3'],
  ['msi', '12.5', 'symbol.character 3'],
  ['code25', '12 5', 'symbol.character 3'],
  ['pharmacode', '2', 'symbol.range'],
  ['pharmacode', '131071', 'symbol.range'],
  ['pharmacode', '0123', 'symbol.character 1'],
  ['pharmacode', '-5', 'symbol.character 1'],
  ['postnet', '1234', 'symbol.length'],
  ['postnet', '12345-6789', 'symbol.character 6'],
  ['gs1-128', '(01)09501101530004', 'gs1.checkDigit'],
  ['gs1-128', '(17)261301', 'gs1.value 1'],
  ['gs1-128', '0109501101530003', 'gs1.form 1'],
  ['sscc18', '340123450000000001', 'symbol.checkDigit'],
  ['sscc18', '(01)34012345000000000', 'symbol.character 1'],
  ['ean14', '09501101530004', 'symbol.checkDigit'],
  ['isbn', '978-1-56581-231-5', 'symbol.checkDigit'],
  ['isbn', '5901234123457', 'symbol.prefix'],
  ['isbn', '0-306-40615-3', 'symbol.checkDigit'],
  ['issn', '0311-1751', 'symbol.checkDigit'],
  ['issn', '03111', 'symbol.form'],
  ['issn', '0311-175X 00 1', 'symbol.addOn'],
  ['databar', '(01)09501101530004', 'symbol.checkDigit'],
  ['databar-limited', '29501101530003', 'symbol.checkDigit'],
  ['databar-limited', '24012345678905', 'symbol.character 1'],
  ['databar-expanded', '01095', 'gs1.form 1'],
  ['hibc-39', '+', 'symbol.empty'],
  ['hibc-128', 'a123', 'symbol.character 1'],
  ['code32', '012345670', 'symbol.checkDigit'],
  ['code32', 'A0123x567', 'symbol.character 6'],
  ['ean14', '(01)0950110x530003', 'symbol.character 12'],
  ['isbn', '978-1-5X581-231-4', 'symbol.character 8'],
  ['pzn', '12345670', 'symbol.checkDigit'],
  ['pzn', '0000005', 'encoded -00000052'],
  ['imb', '0123456709498765432', 'symbol.length'],
  ['imb', '09234567094987654321', 'symbol.character 2'],
  ['royalmail', 'le28', 'symbol.character 1'],
  ['kix', '1231 FZ', 'symbol.character 5'],
])('%s: %j is %s', (symbology, content, expected) => {
  expect(refusal(symbology, content)).toBe(expected);
});

test('rejects a number for which no check digit exists, without giving another', () => {
  // The first number whose check digit would be 10, which is no digit.
  expect(refusal('msi', '6', { checkDigit: 'mod11' })).toBe('symbol.noCheckDigit');
});

test('content is never cut or padded unless a rule of the specification or a choice says so', () => {
  expect(refusal('interleaved2of5', '123')).toBe('encoded 0123');
  expect(refusal('interleaved2of5', '123', { checkDigit: 'mod10' })).toBe('encoded 1236');
  expect(refusal('code128', ' a ')).toBe('encoded  a ');
  expect(refusal('codabar', '123', { startLetter: 'B', stopLetter: 'D' })).toBe('encoded B123D');
  expect(refusal('codabar', 'C123C', { startLetter: 'B' })).toBe('encoded C123C');
  expect(refusal('isbn', '0-306-40615-2')).toBe('encoded 9780306406157');
});

describe.each(MATRIX_SYMBOLOGIES)('%s', (symbology) => {
  test('rejects empty content and content that no symbol can encode', () => {
    expect(refusal(symbology, '')).toBe('symbol.empty');
    expect(refusal(symbology, '7'.repeat(20_000))).toMatch(/^(symbol\.(tooLong|length)|gs1\.(form 1|linkForm))$/);
  });

  test('encodes control characters, Chinese, accents and emoji unchanged, or names the first unsupported one', () => {
    for (const character of ['\u0000', '\u001d', '标', 'é', '😀']) {
      const found = refusal(symbology, `1${character}2`);
      expect(found).toMatch(/^(encoded|symbol\.(character|chinese) 2$|gs1\.(form 1|linkForm)$)/);
      if (found.startsWith('encoded')) expect(found).toBe(`encoded 1${character}2`);
    }
  });

  test('rejects half a surrogate pair, which no reader could return', () => {
    expect(refusal(symbology, '1\ud8002')).toMatch(/^(symbol\.character 2|gs1\.(form 1|linkForm))$/);
  });

  test('never throws, and never encodes something else', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (content) => {
        const found = refusal(symbology, content);
        if (found.startsWith('encoded') && !symbology.startsWith('databar')) expect(found).toBe(`encoded ${content}`);
      }),
      { numRuns: 100 },
    );
  });
});
