import { describe, expect, test } from 'vitest';
import * as xlsx from 'xlsx';
import { UNKNOWN_FORMAT_MARK } from '#model/data/cell-form.ts';
import { expectOk } from '#model/kernel/result.ts';
import { buildXlsx } from '#tests/support/xlsx-builder.ts';
import { openBytes, problemOf } from './open-bytes.ts';

/** 5 January 2024. */
const DAY = 45_296;

describe('a number with an unknown format', () => {
  const cases: readonly [name: string, number: number, format: string, value: string][] = [
    ['Chinese numerals', 1234, '[DBNum1][$-804]General', '1234'],
    ['Chinese numerals for banks', 12.5, '[DBNum2][$-804]0.00', '12.5'],
    ['wide digits', 1234, '[DBNum3]0', '1234'],
    ['a date in Chinese numerals', DAY, '[DBNum1][$-804]yyyy"年"m"月"d"日";@', '2024/01/05'],
    ['a lunar calendar', DAY, '[$-130000]yyyy/m/d', '2024/01/05'],
    ['the Hijri calendar', DAY, 'B2yyyy/mm/dd', '2024/01/05'],
  ];

  test.each(cases)('%s is marked, and can be used as stored', async (_name, number, format, value) => {
    const rows = [['Value'], [{ number, format }], ['a text']];
    for (const bytes of [buildXlsx([{ name: 'Data', rows }]), writeXls(number, format)]) {
      const opened = expectOk(await openBytes(bytes));
      const shown = expectOk(opened.rows('Data', ['Value'], 0, 9));
      expect(shown.errors).toEqual([{ row: 0, column: 0, text: UNKNOWN_FORMAT_MARK + value }]);
      const stored = expectOk(opened.rows('Data', [{ column: 'Value', form: 'stored' }], 0, 9));
      expect(stored).toEqual({ rows: [[String(number)], ['a text']], errors: [] });
    }
  });

  test('a known format is not marked, whatever its calendar', async () => {
    const formats = [
      '[$-107041E]d mmmm yyyy',
      '[$-411]ggge',
      '[$-F800]dddd',
      '[$-1010409]0.0',
      '[Red]0;[Blue]-0',
      '# ?/?',
    ];
    const rows = [['Value'], ...formats.map((format) => [{ number: DAY, format }])];
    const opened = expectOk(await openBytes(buildXlsx([{ name: 'Data', rows }])));
    expect(expectOk(opened.rows('Data', ['Value'], 0, 99)).errors).toEqual([]);
  });
});

test('rejects a binary workbook with a suggestion', async () => {
  const workbook = xlsx.utils.book_new();
  xlsx.utils.book_append_sheet(workbook, xlsx.utils.aoa_to_sheet([['a'], ['b']]), 'Data');
  const bytes = new Uint8Array(xlsx.write(workbook, { type: 'array', bookType: 'xlsb' }) as ArrayBuffer);
  expect(await problemOf(bytes)).toBe('data.binaryWorkbook');
});

function writeXls(number: number, format: string): Uint8Array {
  const sheet = xlsx.utils.aoa_to_sheet([['Value'], [number], ['a text']]);
  (sheet['A2'] as xlsx.CellObject).z = format;
  const workbook = xlsx.utils.book_new();
  xlsx.utils.book_append_sheet(workbook, sheet, 'Data');
  return new Uint8Array(xlsx.write(workbook, { type: 'array', bookType: 'biff8' }) as ArrayBuffer);
}
