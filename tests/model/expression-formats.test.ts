import { Big } from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  COLUMN_DATA_TYPES,
  CURRENCY_SYMBOLS,
  MAX_PRECISION,
  PLAIN_FORMAT,
  USUAL_CURRENCY,
  type ColumnFormat,
} from '#model/elements/base/column-format.ts';
import { formatValue } from '#model/data/format-value.ts';
import { expectOk } from '#model/kernel/result.ts';
import { text } from '#tests/support/formulas.ts';

/** A formula that formats the column `P` like the format. */
function formulaFor({ type, precision, removeZeros, currency, dateFormat, timeFormat }: ColumnFormat): string {
  const places = precision ?? -1;
  const quoted = (literal: string): string => `"${literal.replaceAll('"', '""')}"`;
  switch (type) {
    case 'plain':
      return 'P';
    case 'number':
      return removeZeros && precision !== null ? `round(P, ${places})` : `formatNumber(P, ${places})`;
    case 'currency':
      return `currency(P, ${quoted(currency ?? USUAL_CURRENCY)}, ${places})`;
    case 'percent':
      return removeZeros && precision !== null ? `round(P * 100, ${places}) & "%"` : `percent(P, ${places})`;
    case 'date':
      return `formatDate(P, ${quoted(dateFormat)})`;
    case 'time':
      return `formatDate(P, ${quoted(timeFormat)})`;
  }
}

const anyFormat: fc.Arbitrary<ColumnFormat> = fc.record({
  type: fc.constantFrom(...COLUMN_DATA_TYPES),
  precision: fc.option(fc.integer({ min: 0, max: MAX_PRECISION })),
  removeZeros: fc.boolean(),
  currency: fc.constantFrom(...CURRENCY_SYMBOLS, 'R$', '"', ''),
  dateFormat: fc.constantFrom(PLAIN_FORMAT.dateFormat, 'd MMM yyyy', 'yyyy年M月d日 EEEE', 'dd.MM.yy "x"'),
  timeFormat: fc.constantFrom(PLAIN_FORMAT.timeFormat, 'h:mm a', 'HH"h"mm'),
  comma: fc.constant(null),
  dateOrder: fc.constant(null),
});
/** Numbers like those of the data worker: without trailing zeros. */
const anyNumber = fc
  .tuple(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), fc.integer({ min: 0, max: 14 }))
  .map(([digits, places]) => new Big(String(digits)).times(new Big(10).pow(-places)).toFixed())
  .map((number) => (Number(number) === 0 ? '0' : number));
const anyDate = fc
  .date({ min: new Date('0100-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 19));

describe('every format of a column', () => {
  test('can be written as a formula', () => {
    fc.assert(
      fc.property(anyFormat, anyNumber, anyDate, (format, number, date) => {
        const value = format.type === 'date' || format.type === 'time' ? date : number;
        expect(text(`{${formulaFor(format)}}`, { P: value })).toBe(expectOk(formatValue(format, value)));
      }),
      { numRuns: 2000 },
    );
  });
});
