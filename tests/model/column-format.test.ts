import { TEST_TIME } from '#tests/support/create-elements.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PLAIN_FORMAT, type ColumnFormat } from '#model/elements/base/column-format.ts';
import type { ColumnSource } from '#model/elements/base/content.ts';
import { contentOf, lastKnownContent, noElements } from '#model/data/content.ts';
import { formatValue } from '#model/data/format-value.ts';
import { fieldKey } from '#model/data/record.ts';
import { boundTables, recordsFrom } from '#model/data/tables.ts';
import { expectOk } from '#model/kernel/result.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import { createTestElement, createTestTemplate } from '../support/create-elements.ts';

/** Contents without a label around them. */
const LABEL = noElements({ now: TEST_TIME });

const RUNS = 10_000;

function formatted(format: Partial<ColumnFormat>, text: string): string {
  const value = formatValue({ ...PLAIN_FORMAT, ...format }, text);
  return value.ok ? value.value : value.error.code;
}

/** A fraction of two whole numbers; the denominator is positive. */
interface Rational {
  readonly over: bigint;
  readonly under: bigint;
}

/**
 * Writes a rational number with so many digits after the point, halves away from zero. Only whole numbers are used, and
 * nothing of the product.
 */
function reference({ over, under }: Rational, places: number): string {
  const negative = over < 0n;
  const scaled = (negative ? -over : over) * 10n ** BigInt(places);
  const units = (2n * scaled + under) / (2n * under);
  const digits = String(units).padStart(places + 1, '0');
  const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  return negative && units !== 0n ? `-${text}` : text;
}

const withoutZeros = (text: string): string => (text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text);

/** A decimal number as a text of a cell, its value, and its number of digits after the point. */
const anyNumber = fc
  .record({
    negative: fc.boolean(),
    whole: fc.bigInt({ min: 0n, max: 10n ** 25n }),
    fraction: fc.string({ unit: fc.constantFrom(...'0123456789559900'), maxLength: 24 }),
    exponent: fc.option(fc.integer({ min: -20, max: 20 }), { freq: 4 }),
  })
  .map(({ negative, whole, fraction, exponent }) => {
    const power = BigInt(fraction.length) - BigInt(exponent ?? 0);
    const digits = BigInt(`${whole}${fraction}`) * (negative ? -1n : 1n);
    return {
      text: `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}${exponent === null ? '' : `e${exponent}`}`,
      value: power >= 0n ? { over: digits, under: 10n ** power } : { over: digits * 10n ** -power, under: 1n },
      places: Math.max(0, Number(power)),
    };
  });
const anyPrecision = fc.option(fc.integer({ min: 0, max: 10 }));

describe('exact decimal arithmetic, against whole numbers alone', () => {
  test('number', () => {
    fc.assert(
      fc.property(anyNumber, anyPrecision, fc.boolean(), ({ text, value, places }, precision, removeZeros) => {
        const expected = reference(value, precision ?? places);
        expect(formatted({ type: 'number', precision, removeZeros }, text)).toBe(
          removeZeros ? withoutZeros(expected) : expected,
        );
      }),
      { numRuns: RUNS },
    );
  });

  test('currency', () => {
    const symbols = fc.constantFrom('￥', '$', '£', 'R$ ', '₽');
    fc.assert(
      fc.property(anyNumber, anyPrecision, symbols, ({ text, value, places }, precision, currency) => {
        const expected = reference(value, precision ?? places);
        const signed = expected.startsWith('-') ? `-${currency}${expected.slice(1)}` : `${currency}${expected}`;
        expect(formatted({ type: 'currency', precision, currency }, text)).toBe(signed);
      }),
      { numRuns: RUNS },
    );
  });

  test('percent', () => {
    fc.assert(
      fc.property(anyNumber, anyPrecision, fc.boolean(), ({ text, value, places }, precision, removeZeros) => {
        const times100 = { over: value.over * 100n, under: value.under };
        const expected = reference(times100, precision ?? Math.max(0, places - 2));
        expect(formatted({ type: 'percent', precision, removeZeros }, text)).toBe(
          `${removeZeros ? withoutZeros(expected) : expected}%`,
        );
      }),
      { numRuns: RUNS },
    );
  });

  test('date and time', () => {
    const two = (value: number): string => String(value).padStart(2, '0');
    const moments = fc.record({
      // Days since 1 January 1583, from which on the calendar is the same everywhere, to the end of the year 9999.
      day: fc.integer({ min: 0, max: 3_074_245 }),
      second: fc.integer({ min: 0, max: 86_399 }),
    });
    /** The date of a day number, by counting whole centuries of the calendar. */
    const dateOf = (day: number): readonly [number, number, number] => {
      let left = day;
      let year = 1583;
      const isLeap = (y: number): boolean => y % 4 === 0 && (y % 100 !== 0 || y % 400 === 0);
      const cycles = Math.floor(left / 146_097);
      year += cycles * 400;
      left -= cycles * 146_097;
      while (left >= (isLeap(year) ? 366 : 365)) left -= isLeap(year++) ? 366 : 365;
      const months = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
      let month = 0;
      while (left >= (months[month] ?? 31)) left -= months[month++] ?? 31;
      return [year, month + 1, left + 1];
    };
    fc.assert(
      fc.property(moments, ({ day, second }) => {
        const [y, m, d] = dateOf(day);
        const clock = [Math.floor(second / 3600), Math.floor(second / 60) % 60, second % 60] as const;
        const text = `${y}-${two(m)}-${two(d)}T${clock.map(two).join(':')}`;
        expect(formatted({ type: 'date', dateFormat: 'dd.MM.yyyy' }, text)).toBe(`${two(d)}.${two(m)}.${y}`);
        expect(formatted({ type: 'date', dateFormat: 'yyMMdd HHmm' }, text)).toBe(
          `${two(y % 100)}${two(m)}${two(d)} ${two(clock[0])}${two(clock[1])}`,
        );
        expect(formatted({ type: 'time' }, text)).toBe(clock.map(two).join(':'));
      }),
      { numRuns: RUNS },
    );
  });
});

describe('a cell as a number', () => {
  test.each([
    ['1234.5', '1234.50'],
    [' 1234.5 ', '1234.50'],
    ['+7', '7.00'],
    ['-0.004', '0.00'],
    ['-0.005', '-0.01'],
    ['.5', '0.50'],
    ['5.', '5.00'],
    ['1.005', '1.01'],
    ['2.675', '2.68'],
    ['1,234.50', '1234.50'],
    ['1.234,50', '1234.50'],
    ['1 234,5', '1234.50'],
    ["1'234.5", '1234.50'],
    ['1\u00a0234\u202f567,5', '1234567.50'],
    ['1,234,567', '1234567.00'],
    ['12,34,567.5', '1234567.50'],
    ['1.234.567', '1234567.00'],
    ['12,5', '12.50'],
    ['12,34', '12.34'],
    ['0,125', '0.13'],
    ['1234,567', '1234.57'],
    ['１２３．５', '123.50'],
    ['−3', '-3.00'],
    ['1.5E+3', '1500.00'],
    ['12.5%', '0.13'],
    ['', ''],
    ['  ', ''],
  ])('"%s" is %s', (text, expected) => expect(formatted({ type: 'number', precision: 2 }, text)).toBe(expected));

  test.each([
    'abc',
    '12 kg',
    '$12',
    '1.2.3',
    '1,23,4',
    '1,,234',
    '--1',
    '1-',
    '0x10',
    '1e',
    'Infinity',
    'NaN',
    '²',
    '①',
    '½',
    '１2３a',
    'TRUE',
    '1e9999',
    '9'.repeat(500),
    '1,234 567',
    "1 234'567",
    '-',
    '.',
    ',',
  ])('"%s" is none', (text) => expect(formatted({ type: 'number' }, text)).toBe('data.notNumber'));

  test('1,234 is asked about, and then read by the setting', () => {
    expect(formatted({ type: 'number' }, '1,234')).toBe('data.unclearNumber');
    expect(formatted({ type: 'number', comma: 'thousands' }, '-1,234')).toBe('-1234');
    expect(formatted({ type: 'number', comma: 'decimal' }, '1,234')).toBe('1.234');
    // A point is the point of the cell's own number, whatever the setting for commas.
    expect(formatted({ type: 'number', comma: 'decimal' }, '1.234')).toBe('1.234');
  });

  test('zeros at the end are removed on request, but not of an amount of money', () => {
    const format = { precision: 3, removeZeros: true };
    expect(formatted({ ...format, type: 'number' }, '12.5')).toBe('12.5');
    expect(formatted({ ...format, type: 'number' }, '100')).toBe('100');
    expect(formatted({ ...format, type: 'percent' }, '0.125')).toBe('12.5%');
    expect(formatted({ ...format, type: 'currency' }, '12.5')).toBe('￥12.500');
  });

  test('without a precision the digits of the cell stay', () => {
    expect(formatted({ type: 'number' }, '1.50')).toBe('1.50');
    expect(formatted({ type: 'percent' }, '0.07')).toBe('7%');
    expect(formatted({ type: 'percent' }, '0.0725')).toBe('7.25%');
  });
});

describe('a cell as a date', () => {
  test.each([
    ['2024-01-05', '2024/01/05'],
    ['2024/1/5', '2024/01/05'],
    ['2024.01.05', '2024/01/05'],
    ['2024年1月5日', '2024/01/05'],
    ['20240105', '2024/01/05'],
    ['2024-01-05T10:30:00Z', '2024/01/05'],
    ['2024-01-05 10:30:15.250', '2024/01/05'],
    ['05.01.2024', '2024/01/05'],
    ['25/01/2024', '2024/01/25'],
    ['01-25-2024', '2024/01/25'],
    ['04/04/2024', '2024/04/04'],
    ['２０２４－０１－０５', '2024/01/05'],
    ['05/01/2024', 'data.unclearDate'],
    ['2024-02-30', 'data.notDate'],
    ['2023-02-29', 'data.notDate'],
    ['45306', 'data.notDate'],
    ['10:30', 'data.notDate'],
    ['5/1/24', 'data.notDate'],
    ['2024-01-05x', 'data.notDate'],
    ['tomorrow', 'data.notDate'],
    ['', ''],
  ])('"%s" is %s', (text, expected) => expect(formatted({ type: 'date' }, text)).toBe(expected));

  test('05/01/2024 is read by the setting', () => {
    expect(formatted({ type: 'date', dateOrder: 'dayFirst' }, '05/01/2024')).toBe('2024/01/05');
    expect(formatted({ type: 'date', dateOrder: 'monthFirst' }, '05/01/2024')).toBe('2024/05/01');
    expect(formatted({ type: 'date', dateOrder: 'monthFirst' }, '25/01/2024')).toBe('data.notDate');
  });

  test.each([
    ['10:30', '10:30:00'],
    ['9:05:07', '09:05:07'],
    ['12:00 am', '00:00:00'],
    ['12:30 PM', '12:30:00'],
    ['1:30 p.m.', '13:30:00'],
    ['下午3:05', '15:05:00'],
    ['10时30分', '10:30:00'],
    ['2024-01-05', '00:00:00'],
    ['2024-01-05T10:30:15.9+02:00', '10:30:15'],
    ['24:00', 'data.notDate'],
    ['13:00 pm', 'data.notDate'],
    ['10:60', 'data.notDate'],
  ])('"%s" as a time is %s', (text, expected) => expect(formatted({ type: 'time' }, text)).toBe(expected));

  test('names are Chinese in a Chinese pattern, English in others', () => {
    const text = '2024-01-05 15:04';
    expect(formatted({ type: 'date', dateFormat: 'd MMM yyyy, EEEE' }, text)).toBe('5 Jan 2024, Friday');
    expect(formatted({ type: 'date', dateFormat: 'yyyy年M月d日 EEEE' }, text)).toBe('2024年1月5日 星期五');
    expect(formatted({ type: 'time', timeFormat: 'h:mm a' }, text)).toBe('3:04 PM');
  });
});

describe('in a template', () => {
  const column: ColumnSource = {
    type: 'column',
    connection: 'sha256:00',
    fileName: 'f.xlsx',
    sheet: 'S',
    column: 'Price',
    firstValue: '1234.5',
    text: 'typed',
  };
  const money: ColumnSource = { ...column, format: { ...PLAIN_FORMAT, type: 'currency', precision: 2 } };
  const date: ColumnSource = { ...column, format: { ...PLAIN_FORMAT, type: 'date' } };

  test('the same column is used once in each form, and each source has its own', () => {
    const elements = [column, money, date, money].map((source) => createTestElement('text', { sources: [source] }));
    const [table, ...others] = boundTables(createTestTemplate(elements));
    if (table === undefined) throw new Error('nothing is bound');
    expect(others).toEqual([]);
    expect(table.columns).toEqual(['Price', { column: 'Price', form: 'money' }, { column: 'Price', form: 'date' }]);
    const window = { table, rows: [['1,234.50 kg', '1234.5', '1903-05-18']], errors: [] };
    const [record] = recordsFrom([window], 0, 1);
    if (record === undefined) throw new Error('there is no record');
    expect(expectOk(contentOf([column], record, LABEL))).toBe('1,234.50 kg');
    expect(expectOk(contentOf([money], record, LABEL))).toBe('￥1234.50');
    expect(expectOk(contentOf([date], record, LABEL))).toBe('1903/05/18');
  });

  test('an invalid number is a problem of the row, which names the column', () => {
    const record = { row: 2, values: { [fieldKey(money)]: 'ten' } };
    const content = contentOf([money], record, LABEL);
    expect(content).toEqual({
      ok: false,
      error: { code: 'data.notNumber', params: { value: 'ten', column: 'Price' } },
    });
  });

  test('without its spreadsheet a column shows its first value in the format, or unchanged', () => {
    expect(lastKnownContent([money], LABEL)).toBe('￥1234.50');
    expect(lastKnownContent([{ ...money, firstValue: '5 kg' }], LABEL)).toBe('5 kg');
  });

  const xmlOf = (source: ColumnSource): string =>
    writeTemplate(createTestTemplate([createTestElement('text', { sources: [source] })]));

  test('the file has the specification’s names', () => {
    const xml = xmlOf({
      ...column,
      format: { ...PLAIN_FORMAT, type: 'percent', precision: 3, removeZeros: true, currency: '$' },
    });
    const written = ['DataType="3"', 'DataPrecision="3"', 'RemoveZero="true"', 'CurrencySymbol="$"'];
    for (const attribute of [...written, 'DateFormat="yyyy/MM/dd"', 'TimeFormat="HH:mm:ss"']) {
      expect(xml).toContain(attribute);
    }
    expect(xml).not.toContain('CommaMeaning');
    expect(xmlOf(column)).toContain('DataType="0" DataPrecision="-1" RemoveZero="false" CurrencySymbol="￥"');
  });

  test.each([
    ['DataType=""', {}],
    ['DataType="2" DataPrecision="" RemoveZero="" CurrencySymbol="$"', { type: 'currency', currency: '$' }],
    ['DataType="2" CurrencySymbol="￥"', { type: 'currency', currency: null }],
    ['DataType="2" CurrencySymbol="￥" CurrencyIsChosen="true"', { type: 'currency', currency: '￥' }],
    ['DataType="4" DateFormat="yyyy-MM-dd" TimeFormat=""', { type: 'date', dateFormat: 'yyyy-MM-dd' }],
    ['DataType="1" DataPrecision="10" RemoveZero="1"', { type: 'number', precision: 10, removeZeros: true }],
  ] as const)('reads %s', (attributes, expected) => {
    const xml = xmlOf(column).replace(/DataType="0".*?(\/?)>/, `${attributes}$1>`);
    const [element] = expectOk(readTemplate(xml)).elements;
    const [source] = element?.type === 'text' ? element.sources : [];
    if (source?.type !== 'column') throw new Error('it is no column');
    expect(source.format ?? PLAIN_FORMAT).toEqual({ ...PLAIN_FORMAT, ...expected });
  });

  test.each(['DataType="9"', 'DataPrecision="11"', 'DataPrecision="1.5"', 'RemoveZero="perhaps"', 'DateOrder="7"'])(
    '%s makes it a source that cannot be used, and is kept',
    (attribute) => {
      const [name = ''] = attribute.split('=');
      const xml = xmlOf(column)
        .replace(new RegExp(` ${name}="[^"]*"`), '')
        .replace('ColumnName=', `${attribute} ColumnName=`);
      const [element] = expectOk(readTemplate(xml)).elements;
      expect(element?.type === 'text' ? element.sources[0]?.type : null).toBe('unknown');
      expect(writeTemplate(expectOk(readTemplate(xml)))).toContain(attribute);
    },
  );
});
