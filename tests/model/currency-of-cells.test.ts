import { describe, expect, test } from 'vitest';
import { PLAIN_FORMAT, type ColumnFormat } from '#model/elements/base/column-format.ts';
import type { ColumnSource } from '#model/elements/base/content.ts';
import { noElements } from '#model/data/content.ts';
import { formatValue } from '#model/data/format-value.ts';
import { fieldKey } from '#model/data/record.ts';
import { elementTexts } from '#model/page/element-texts.ts';
import { createTestElement, TEST_TIME } from '../support/create-elements.ts';

function formatted(format: Partial<ColumnFormat>, text: string): string {
  const value = formatValue({ ...PLAIN_FORMAT, type: 'currency', ...format }, text);
  return value.ok ? value.value : value.error.code;
}

describe('a currency in a cell', () => {
  test.each([
    ['€ 47.97', '€47.97'],
    ['47,97 €', '€47.97'],
    ['-€5', '-€5.00'],
    ['€ -5', '-€5.00'],
    ['($5.50)', '-$5.50'],
    ['US$ 1,234.50', 'US$1234.50'],
    ['R$ 10', 'R$10.00'],
    ['CHF 12.5', 'CHF12.50'],
    ['12.50 EUR', 'EUR12.50'],
    ['1 234,50 zł', 'zł1234.50'],
    ['19.90 kr.', 'kr.19.90'],
    ['￥47', '￥47.00'],
    ['5元', '元5.00'],
    ['47.97', '￥47.97'],
  ])('%s is written as %s', (cell, written) => {
    expect(formatted({ precision: 2 }, cell)).toBe(written);
  });

  test('is overridden by the designer’s own choice', () => {
    expect(formatted({ currency: '￥', precision: 2 }, '€ 47.97')).toBe('￥47.97');
  });

  test.each(['ten', '5 kg', '€', '5 € 6', 'abc 5', ''])('%j is no amount', (cell) => {
    expect(formatted({}, cell)).toBe(cell === '' ? '' : 'data.notNumber');
  });

  const warningsOf = (format: Partial<ColumnFormat>, cell: string, firstValue = '€1'): unknown => {
    const source: ColumnSource = {
      type: 'column',
      connection: 'sha256:00',
      fileName: 'f.xlsx',
      sheet: 'S',
      column: 'Price',
      firstValue,
      text: '',
      format: { ...PLAIN_FORMAT, type: 'currency', ...format },
    };
    const record = { row: 2, values: { [fieldKey(source)]: cell } };
    return elementTexts(createTestElement('text', { sources: [source] }), record, noElements({ now: TEST_TIME }))
      .warnings;
  };

  test('gives a warning when the first row or the designer’s choice has another one', () => {
    const params = { column: 'Price', given: '$', wanted: '€' };
    expect(warningsOf({}, '$2')).toEqual([{ code: 'data.otherCurrency', params }]);
    expect(warningsOf({ currency: '€' }, '$2')).toEqual([{ code: 'data.replacedCurrency', params }]);
  });

  test('gives no warning when it is the same, or when nothing names one', () => {
    expect([warningsOf({}, '2 €'), warningsOf({}, '2'), warningsOf({}, '$2', '1')]).toEqual([[], [], []]);
    expect(warningsOf({ currency: '$' }, '$2')).toEqual([]);
  });
});
