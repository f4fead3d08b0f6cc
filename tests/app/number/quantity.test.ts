import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readQuantity } from '#app/ui/quantity.ts';

const MM = 1;
const INCH = 25.4;
/** Font size unit of the specification: 4 of them are one millimeter. */
const FONT = 0.25;

function read(text: string, unitMm: number | null = MM): number | string {
  const result = readQuantity(text, unitMm);
  return result.ok ? Math.round(result.value * 1e6) / 1e6 : result.error.code;
}

describe('a number field', () => {
  test.each([
    ['10', 10],
    [' 12.5 ', 12.5],
    ['12,5', 12.5],
    ['.5', 0.5],
    ['5.', 5],
    ['-3', -3],
    ['−3', -3],
    ['10+5', 15],
    ['50*2+10', 110],
    ['10+50*2', 110],
    ['(10+5)*2', 30],
    ['100/3', 33.333333],
    ['7×6', 42],
    ['-(2+3)', -5],
    ['2*-3', -6],
  ])('does sums: %s', (text, value) => expect(read(text, null)).toBe(value));

  test.each([
    ['1in', MM, 25.4],
    ['1 inch', MM, 25.4],
    ['1"', MM, 25.4],
    ['2cm', MM, 20],
    ['72pt', MM, 25.4],
    ['1in + 5', MM, 30.4],
    ['3 * 1in', MM, 76.2],
    ['(1+1)in', MM, 50.8],
    ['25.4mm', INCH, 1],
    ['1 + 25,4 mm', INCH, 2],
    ['12pt', FONT, 16.933333],
    ['20', FONT, 20],
    ['5 мм', MM, 5],
    ['5 厘米', MM, 50],
    ['2 дюйма', MM, 50.8],
  ])('takes units: %s where one unit is %d mm', (text, unitMm, value) => expect(read(text, unitMm)).toBe(value));

  test.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['10+', 'unreadable'],
    ['abc', 'unreadable'],
    ['1e3', 'unreadable'],
    ['1.000,5', 'unreadable'],
    ['1 000', 'unreadable'],
    ['(1+2', 'unreadable'],
    ['1)', 'unreadable'],
    ['2in*3in', 'noUnit'],
    ['6/2mm', 'noUnit'],
    ['2in mm', 'unreadable'],
    ['1/0', 'infinite'],
    ['5 %', 'unreadable'],
  ])('says what is wrong: %s', (text, code) => expect(read(text)).toBe(code));

  test('has no units when it is not a length', () => expect(read('5mm', null)).toBe('noUnit'));

  test('calculates any sum of numbers correctly', () => {
    const number = fc.integer({ min: 0, max: 9999 });
    const sign = fc.constantFrom('+', '-', '*');
    fc.assert(
      fc.property(number, fc.array(fc.tuple(sign, number), { maxLength: 4 }), (first, rest) => {
        const text = `${first}${rest.map(([s, n]) => s + n).join('')}`;
        // JavaScript's own arithmetic on generated digits and signs.
        expect(readQuantity(text, null)).toEqual({ ok: true, value: Number(new Function(`return ${text}`)()) });
      }),
      { numRuns: 200 },
    );
  });
});
