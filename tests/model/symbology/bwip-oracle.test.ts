import bwip from 'bwip-js/generic';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gs1CheckDigit } from '#model/symbology/digits.ts';
import { encodeSymbol } from '#model/symbology/encode.ts';
import type { LinearSymbology, SymbolOptions } from '#model/symbology/types.ts';

const { raw } = bwip as unknown as {
  raw(options: Readonly<Record<string, unknown>>): readonly { readonly sbs: readonly number[] }[];
};

interface Case {
  readonly symbology: LinearSymbology;
  readonly content: fc.Arbitrary<string>;
  readonly options?: SymbolOptions;
  readonly bcid: string;
  /** Prefix of the content that bwip-js needs. */
  readonly prefix?: string;
  readonly bwip?: Readonly<Record<string, unknown>>;
}

const digits = (minLength: number, maxLength = minLength): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength });
const from = (characters: string, minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...characters), minLength, maxLength });
const ascii = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof(
        fc.integer({ min: 0, max: 127 }).map((code) => String.fromCharCode(code)),
        digits(1, 8),
        fc.constantFrom('\u0001', 'a', 'Z'),
      ),
      { minLength: 1, maxLength },
    )
    .map((parts) => parts.join(''));
const withCheck = (d: string): string => d + String(gs1CheckDigit(d));
const CODE39 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%';
const addOn = fc.oneof(fc.constant(''), digits(2), digits(5)).map((text) => (text === '' ? '' : ` ${text}`));
const plus = (main: fc.Arbitrary<string>): fc.Arbitrary<string> => fc.tuple(main, addOn).map(([m, a]) => m + a);

/** Fields of all kinds of length; (10), (21), (240) and (37) need a separator when another follows. */
const gs1Fields = fc
  .uniqueArray(
    fc.oneof(
      digits(13).map((d): readonly [string, string] => ['01', d + String(gs1CheckDigit(d))]),
      from('0123456789ABCxyz-', 1, 8).map((v): readonly [string, string] => ['10', v]),
      digits(1, 8).map((v): readonly [string, string] => ['21', v]),
      from('0123456789AB/', 1, 8).map((v): readonly [string, string] => ['240', v]),
      fc.constantFrom<readonly [string, string]>(['11', '260101'], ['3103', '000123'], ['17', '251231']),
    ),
    { minLength: 1, maxLength: 4, selector: ([ai]) => ai },
  )
  .map((fields) => fields.map(([ai, value]) => `(${ai})${value}`).join(''));

const CASES: readonly Case[] = [
  { symbology: 'gs1-128', content: gs1Fields, bcid: 'gs1-128', bwip: { dontlint: true } },
  { symbology: 'code128', content: ascii(20), bcid: 'code128' },
  { symbology: 'ean13', content: plus(digits(12)), bcid: 'ean13', bwip: { addongap: 9 } },
  { symbology: 'ean8', content: digits(7), bcid: 'ean8' },
  { symbology: 'upca', content: plus(digits(11)), bcid: 'upca', bwip: { addongap: 9 } },
  {
    symbology: 'upce',
    content: plus(fc.tuple(fc.constantFrom('0', '1'), digits(6)).map((parts) => parts.join(''))),
    bcid: 'upce',
    bwip: { addongap: 9 },
  },
  { symbology: 'itf14', content: digits(13), bcid: 'itf14' },
  { symbology: 'interleaved2of5', content: digits(1, 30), bcid: 'interleaved2of5' },
  {
    symbology: 'interleaved2of5',
    content: digits(1, 30),
    options: { checkDigit: 'mod10' },
    bcid: 'interleaved2of5',
    bwip: { includecheck: true },
  },
  { symbology: 'code39', content: from(CODE39, 1, 30), bcid: 'code39' },
  {
    symbology: 'code39',
    content: from(CODE39, 1, 30),
    options: { checkDigit: 'mod43' },
    bcid: 'code39',
    bwip: { includecheck: true },
  },
  { symbology: 'code39ext', content: ascii(6), bcid: 'code39ext' },
  {
    symbology: 'code39ext',
    content: ascii(6),
    options: { checkDigit: 'mod43' },
    bcid: 'code39ext',
    bwip: { includecheck: true },
  },
  { symbology: 'code93', content: from(CODE39, 1, 40), bcid: 'code93', bwip: { includecheck: true } },
  {
    symbology: 'codabar',
    content: fc.tuple(from('ABCD', 1, 1), from('0123456789-$:/.+', 2, 30), from('ABCD', 1, 1)).map((p) => p.join('')),
    bcid: 'rationalizedCodabar',
  },
  {
    symbology: 'codabar',
    content: fc.tuple(from('ABCD', 1, 1), from('0123456789-$:/.+', 2, 30), from('ABCD', 1, 1)).map((p) => p.join('')),
    options: { checkDigit: 'mod16' },
    bcid: 'rationalizedCodabar',
    bwip: { includecheck: true },
  },
  { symbology: 'code11', content: from('0123456789-', 1, 30), options: { checkDigit: 'none' }, bcid: 'code11' },
  {
    symbology: 'code11',
    content: from('0123456789-', 1, 9),
    options: { checkDigit: '1' },
    bcid: 'code11',
    bwip: { includecheck: true },
  },
  {
    symbology: 'code11',
    content: from('0123456789-', 10, 30),
    options: { checkDigit: '2' },
    bcid: 'code11',
    bwip: { includecheck: true },
  },
  { symbology: 'msi', content: digits(1, 30), options: { checkDigit: 'none' }, bcid: 'msi' },
  ...['mod10', 'mod11', 'mod1010', 'mod1110'].map((check): Case => ({
    symbology: 'msi',
    content: digits(1, 16),
    options: { checkDigit: check },
    bcid: 'msi',
    bwip: { includecheck: true, checktype: check },
  })),
  { symbology: 'code25', content: digits(1, 30), bcid: 'industrial2of5' },
  {
    symbology: 'code25',
    content: digits(1, 30),
    options: { checkDigit: 'mod10' },
    bcid: 'industrial2of5',
    bwip: { includecheck: true },
  },
  { symbology: 'telepen', content: ascii(6), bcid: 'telepen' },
  { symbology: 'sscc18', content: digits(17).map(withCheck), bcid: 'sscc18', prefix: '(00)' },
  { symbology: 'ean14', content: digits(13).map(withCheck), bcid: 'ean14', prefix: '(01)' },
  {
    symbology: 'isbn',
    content: plus(digits(9).map((d) => `978-${d.slice(0, 1)}-${d.slice(1, 6)}-${d.slice(6)}`)),
    bcid: 'isbn',
    bwip: { addongap: 9 },
  },
  {
    symbology: 'issn',
    content: fc.tuple(digits(7), digits(2), addOn).map(([d, v, a]) => `${d.slice(0, 4)}-${d.slice(4)} ${v}${a}`),
    bcid: 'issn',
    bwip: { addongap: 9 },
  },
  { symbology: 'hibc-128', content: from(CODE39.replace('+', ''), 1, 20), bcid: 'hibccode128' },
  { symbology: 'hibc-39', content: from(CODE39.replace('+', ''), 1, 20), bcid: 'hibccode39' },
  { symbology: 'code32', content: digits(8), bcid: 'code32' },
  { symbology: 'pzn', content: digits(7), bcid: 'pzn', bwip: { pzn8: true } },
  { symbology: 'pharmacode', content: fc.integer({ min: 3, max: 131_070 }).map(String), bcid: 'pharmacode' },
];

/** The wide elements; in a two-width symbol the ratio itself is free. A space at the end is left out. */
function shape(widths: readonly number[], twoWidths: boolean): string {
  const bars = widths.length % 2 === 0 ? widths.slice(0, -1) : widths;
  return bars.map((w) => (twoWidths && w > 1 ? 2 : w)).join('');
}

test.each(CASES)(
  '$symbology $options has the bars of bwip-js',
  ({ symbology, content, options = {}, bcid, prefix = '', bwip: its }) => {
    let compared = 0;
    fc.assert(
      fc.property(content, (text) => {
        const ours = encodeSymbol(symbology, text, { wrongLength: 'checkDigit', ...options });
        // Ours is stricter by rule: for numbers without such a check digit, and the long form of UPC-E.
        if (!ours.ok) {
          expect(ours.error.code).toMatch(/^symbol\.(noCheckDigit|otherForm|tooLong)$/);
          return;
        }
        if (ours.value.kind !== 'linear') throw new Error('a linear symbol');
        compared++;
        // Our content, because it may be longer than the input: an odd ITF number gets a leading 0.
        const input = symbology === 'interleaved2of5' && its === undefined ? ours.value.content : text;
        const theirs = raw({ bcid, text: prefix + input, ...its })[0]?.sbs ?? [];
        expect(shape(ours.value.widths, ours.value.wideRatio !== undefined)).toBe(
          shape(theirs, ours.value.wideRatio !== undefined),
        );
      }),
      { numRuns: 150 },
    );
    expect(compared).toBeGreaterThan(50);
  },
);
