import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { cellFormOfSource, type CellForm } from '#model/data/cell-form.ts';
import { PLAIN_FORMAT, type ColumnFormat } from '#model/elements/base/column-format.ts';
import { buildXlsx, type XlsxCell, type XlsxOptions } from '#tests/support/xlsx-builder.ts';
import { openBytes } from './open-bytes.ts';

const FORMS: readonly CellForm[] = ['shown', 'stored', 'date', 'numberOrDate'];
const MONEY: readonly CellForm[] = ['shown', 'money'];

/** Each cell in all forms. */
async function formsOf(
  cells: readonly XlsxCell[],
  options?: XlsxOptions,
  forms = FORMS,
): Promise<readonly (readonly string[])[]> {
  const bytes = buildXlsx([{ name: 'Data', rows: [['Value'], ...cells.map((cell) => [cell])] }], options);
  const opened = expectOk(await openBytes(bytes));
  const requests = forms.map((form) => (form === 'shown' ? 'Value' : { column: 'Value', form }));
  return expectOk(opened.rows('Data', requests, 0, cells.length)).rows;
}

test('a column is used as shown, as stored by choice, and always as stored by a format', () => {
  const number: ColumnFormat = { ...PLAIN_FORMAT, type: 'number' };
  const date: ColumnFormat = { ...PLAIN_FORMAT, type: 'date' };
  expect([{}, { format: PLAIN_FORMAT }, { format: number }, { format: date }].map(cellFormOfSource)).toEqual([
    'shown',
    'shown',
    'stored',
    'date',
  ]);
  expect(cellFormOfSource({ format: { ...PLAIN_FORMAT, type: 'currency' } })).toBe('money');
  const stored = [{}, { format: PLAIN_FORMAT }, { format: number }, { format: date }];
  expect(stored.map((source) => cellFormOfSource({ ...source, asStored: true }))).toEqual([
    'stored',
    'stored',
    'stored',
    'date',
  ]);
});

describe('a cell has a shown form, a stored form, and a date form', () => {
  test('numbers lose their format, and dates become ISO 8601', async () => {
    const forms = await formsOf([
      { number: '1234.5', format: '#,##0.00" kg"' },
      { number: '0.125', format: '0%' },
      { number: '45306', format: 'd.m.yy' },
      { number: '45306.4375', format: 'd.m.yy h:mm' },
      { number: '0.75', format: 'h:mm' },
      { number: '45306' },
      { number: '-3', format: '0' },
      { number: '12345678901234567890', format: '#,##0' },
    ]);
    expect(forms).toEqual([
      ['1,234.50 kg', '1234.5', '1903-05-18T12:00:00', '1234.5'],
      ['13%', '0.125', '03:00:00', '0.125'],
      ['15.1.24', '45306', '2024-01-15', '2024-01-15'],
      ['15.1.24 10:30', '45306.4375', '2024-01-15T10:30:00', '2024-01-15T10:30:00'],
      ['18:00', '0.75', '18:00:00', '18:00:00'],
      ['45306', '45306', '2024-01-15', '45306'],
      ['-3', '-3', '-3', '-3'],
      ['12,345,678,901,234,567,890', '12345678901234567890', '12345678901234567890', '12345678901234567890'],
    ]);
  });

  test('money keeps the currency of its number format, and no text that is no currency', async () => {
    const forms = await formsOf(
      [
        { number: '47.97', format: '[$€-407] #,##0.00' },
        { number: '47.97', format: '#,##0.00 [$€-1]' },
        { number: '-5', format: '"$"#,##0.00;("$"#,##0.00)' },
        { number: '1234.5', format: '[$CHF-807] #,##0.00' },
        { number: '10', format: '#,##0.00" kr"' },
        { number: '10', format: '[$R$-416]\\ 0' },
        { number: '3', format: '0.0" kg"' },
        { number: '3', format: '[$-409]0.00' },
        { number: '47.97' },
        '€ 47.97',
      ],
      {},
      MONEY,
    );
    expect(forms).toEqual([
      ['€ 47.97', '€47.97'],
      ['47.97 €', '€47.97'],
      ['($5.00)', '$-5'],
      ['CHF 1,234.50', 'CHF1234.5'],
      ['10.00 kr', 'kr10'],
      ['R$ 10', 'R$10'],
      ['3.0 kg', '3'],
      ['3.00', '3'],
      ['47.97', '47.97'],
      ['€ 47.97', '€ 47.97'],
    ]);
  });

  test('days are counted from the year of the workbook', async () => {
    const forms = await formsOf([{ number: '43844', format: 'yyyy-mm-dd' }, { number: '43844' }], { date1904: true });
    expect(forms).toEqual([
      ['2024-01-15', '43844', '2024-01-15', '2024-01-15'],
      ['43844', '43844', '2024-01-15', '43844'],
    ]);
  });

  test('texts are the same in every form', async () => {
    expect(await formsOf(['00123', '15/01/2024'])).toEqual([
      ['00123', '00123', '00123', '00123'],
      ['15/01/2024', '15/01/2024', '15/01/2024', '15/01/2024'],
    ]);
    const csv = expectOk(await openBytes('a,b\n"1,234.50",2024-01-15\n'));
    const name = csv.info.sheets[0]?.name ?? '';
    const rows = csv.rows(name, [{ column: 'a', form: 'stored' }, { column: 'b', form: 'date' }, 'a'], 0, 9);
    expect(expectOk(rows).rows).toEqual([['1,234.50', '2024-01-15', '1,234.50']]);
  });

  test('an error is marked in every form', async () => {
    const bytes = buildXlsx([{ name: 'Data', rows: [['Value'], [{ error: '#N/A' }]] }]);
    const opened = expectOk(await openBytes(bytes));
    const { errors } = expectOk(opened.rows('Data', [{ column: 'Value', form: 'stored' }, 'Value'], 0, 1));
    expect(errors.map(({ column, text }) => [column, text])).toEqual([
      [0, '#N/A'],
      [1, '#N/A'],
    ]);
  });
});
