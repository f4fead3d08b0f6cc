import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { buildXlsx, type XlsxCell, type XlsxOptions } from '#tests/support/xlsx-builder.ts';
import { allRows, firstColumn, openBytes } from './open-bytes.ts';

function column(cells: readonly XlsxCell[], options?: XlsxOptions): Promise<readonly string[]> {
  return firstColumn(buildXlsx([{ name: 'Data', rows: [['Value'], ...cells.map((cell) => [cell])] }], options));
}

describe('values as they print', () => {
  test('texts stay unchanged', async () => {
    const texts = ['00123', ' padded ', '中文 标签 😀', 'a & b < c > "d"', 'line\nbreak', '_x0041_', '1E5', 'TRUE'];
    const expected = [...texts];
    expected[5] = 'A';
    expect(await column(texts)).toEqual(expected);
  });

  test('numbers keep their digits', async () => {
    const cells: readonly XlsxCell[] = [
      6901234567892,
      123456789012345,
      0.1,
      -1.5,
      { number: '0.30000000000000004' },
      { number: '1.1000000000000001' },
      { number: '6.90123456789E+12' },
      { number: '1E-7' },
      { number: '1E+100' },
      { number: '-0' },
    ];
    expect(await column(cells)).toEqual([
      '6901234567892',
      '123456789012345',
      '0.1',
      '-1.5',
      '0.3',
      '1.1',
      '6901234567890',
      '0.0000001',
      '1E+100',
      '0',
    ]);
  });

  test('whole numbers too long for a double keep every digit', async () => {
    expect(
      await column([
        { number: '12345678901234567890' },
        { number: '-9999999999999999999' },
        { number: '1234567890123456', format: '#,##0' },
        { number: '12345678901234567890', format: '0000' },
      ]),
    ).toEqual(['12345678901234567890', '-9999999999999999999', '1,234,567,890,123,456', '12345678901234567890']);
  });

  test('booleans, inline, rich and phonetic texts', async () => {
    const sharedItems = [
      '<si><r><t>Rich</t></r><r><rPr><b/></rPr><t xml:space="preserve"> text</t></r></si>',
      '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si>',
      '<si/>',
      '<si><t><![CDATA[<raw> & ]]>end<!-- not this --></t></si>',
    ];
    const shared = (index: number): XlsxCell => ({ xml: `<v>${index}</v>`, attributes: 't="s"' });
    const cells = [true, false, { inline: 'in & line' }, shared(1), shared(2), shared(3), shared(4)];
    expect(await column(cells, { sharedItems })).toEqual([
      'TRUE',
      'FALSE',
      'in & line',
      'Rich text',
      '東京',
      '',
      '<raw> & end',
    ]);
  });

  test('errors and formulas without a value are reported', async () => {
    const rows: XlsxCell[][] = [
      ['A', 'B'],
      [{ error: '#N/A' }, { formula: 'SUM(1,2)', value: 3 }],
      [{ formula: 'A1&"x"', value: 'Ax' }, { formula: 'SUM(C1:C2)' }],
      [{ xml: '<f>1+1</f><v></v>' }, { xml: '<v>abc</v>' }],
    ];
    const window = await allRows(buildXlsx([{ name: 'Data', rows }]));
    expect(window.rows).toEqual([
      ['#N/A', '3'],
      ['Ax', '=SUM(C1:C2)'],
      ['=1+1', 'abc'],
    ]);
    expect(window.errors).toEqual([
      { row: 0, column: 0, text: '#N/A' },
      { row: 1, column: 1, text: '=SUM(C1:C2)' },
      { row: 2, column: 0, text: '=1+1' },
      { row: 2, column: 1, text: 'abc' },
    ]);
  });

  test('cells and rows without references follow one another', async () => {
    const bytes = buildXlsx([{ name: 'Data', rows: [['x']] }], {
      change: (parts) =>
        parts.map((part) =>
          part.name.includes('sheet1')
            ? {
                ...part,
                data: new TextEncoder().encode(
                  '<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>H</x:t></x:is></x:c>' +
                    '<x:c t="inlineStr"><x:is><x:t>I</x:t></x:is></x:c></x:row><x:row><x:c><x:v>1</x:v></x:c>' +
                    '<x:c><x:v>2</x:v></x:c></x:row></x:sheetData></x:worksheet>',
                ),
              }
            : part,
        ),
    });
    expect(await allRows(bytes)).toMatchObject({ columns: ['H', 'I'], rows: [['1', '2']] });
  });
});

describe('formats', () => {
  const cases: readonly [number | string, string, string][] = [
    [1.005, '0.00', '1.01'],
    [-1.005, '0.00', '-1.01'],
    [-0.001, '0.00', '0.00'],
    [1234567.891, '#,##0.00', '1,234,567.89'],
    [999.999, '#,##0.00', '1,000.00'],
    [0.125, '0%', '13%'],
    [0.1234, '0.00%', '12.34%'],
    [123, '00000', '00123'],
    [1234567, '0000-0000', '0123-4567'],
    [5, '"No. "0', 'No. 5'],
    [12.5, '0.##', '12.5'],
    [12, '0.##', '12.'],
    [-7, '0;(0)', '(7)'],
    [0, '0;-0;"none"', 'none'],
    [7, '0" kg"', '7 kg'],
    [19.9, '[$€-407] #,##0.00', '€ 19.90'],
    [19.9, '_-"¥"* #,##0.00_-;-"¥"* #,##0.00_-', '¥19.90'],
    [12345, '0.00E+00', '1.23E+04'],
    [1234567, '0.0,,"M"', '1.2M'],
    [42, '@', '42'],
    [42, 'General', '42'],
    [42, 'General" pcs"', '42 pcs'],
    [0.5, '# ?/?', '1/2'],
    [5, '[>100]0.0;0', '5'],
    [6901234567892, '0', '6901234567892'],
    [45296, 'yyyy-mm-dd', '2024-01-05'],
    [45296.75, 'yyyy-mm-dd hh:mm:ss', '2024-01-05 18:00:00'],
    [45296.75, 'd/m/yy h:mm AM/PM', '5/1/24 6:00 PM'],
    [45296, 'yyyy"年"m"月"d"日"', '2024年1月5日'],
    [45296, 'yyyy年mm月dd日', '2024年01月05日'],
    [45296, 'd mmm yyyy', '5 Jan 2024'],
    [45296, 'dddd, mmmm dd, yyyy', 'Friday, January 05, 2024'],
    [45296, '[$-804]aaaa', '星期五'],
    [45296, '[$-416]mmmm', 'janeiro'],
    [45296.520833333336, 'h:mm', '12:30'],
    [0.999995, 'h:mm:ss', '0:00:00'],
    [1.5, '[h]:mm', '36:00'],
    [0.0000115741, 'mm:ss.0', '00:01.0'],
    [45296, '#14', '2024/01/05'],
    [45296, '#31', '2024年1月5日'],
    [1, 'yyyy-mm-dd', '1900-01-01'],
    [59, 'yyyy-mm-dd', '1900-02-28'],
    [60, 'yyyy-mm-dd', '1900-02-29'],
    [61, 'yyyy-mm-dd', '1900-03-01'],
    [2958465, 'yyyy-mm-dd', '9999-12-31'],
    [-1, 'yyyy-mm-dd', '-1'],
    [3000000, 'yyyy-mm-dd', '3000000'],
  ];
  test.each(cases)('%s as %s', async (number, format, text) => {
    expect(await column([{ number, format }])).toEqual([text]);
  });

  test('dates of the 1904 system', async () => {
    const cells = [0, 1462, 43834].map((number) => ({ number, format: 'yyyy-mm-dd' }));
    expect(await column(cells, { date1904: true })).toEqual(['1904-01-01', '1908-01-02', '2024-01-05']);
  });

  test('ISO dates take the format of their cell', async () => {
    const cells: readonly XlsxCell[] = [
      { isoDate: '2024-01-05', format: 'd/m/yyyy' },
      { isoDate: '2024-01-05T18:30:00.000Z', format: 'yyyy-mm-dd hh:mm' },
      { isoDate: '1900-02-28', format: 'yyyy-mm-dd' },
      { isoDate: '2024-01-05' },
    ];
    expect(await column(cells)).toEqual(['5/1/2024', '2024-01-05 18:30', '1900-02-28', '2024-01-05']);
  });
});

describe('sheets and columns', () => {
  test('headings are unique, empty ones named by their letter', async () => {
    const rows = [
      ['Name', 'Name', null, 'C', ' ', null, 'Name (2)'],
      ['a', 'b', 'c', 'd', 'e', null, 'g'],
    ];
    const { columns, rows: texts } = await allRows(buildXlsx([{ name: 'Data', rows }]));
    expect(columns).toEqual(['Name', 'Name (2)', 'C (2)', 'C', 'E', 'Name (2) (2)']);
    expect(texts).toEqual([['a', 'b', 'c', 'd', 'e', 'g']]);
  });

  test('hidden sheets are marked, trailing empty rows dropped, empty sheets have no rows', async () => {
    const bytes = buildXlsx([
      { name: 'Secret', hidden: true, rows: [['A'], ['1']] },
      { name: 'Data', rows: [['A'], ['1'], [null], ['3'], [''], [null]] },
      { name: 'Blank', rows: [] },
    ]);
    const { info, rows } = expectOk(await openBytes(bytes));
    expect(info.sheets).toMatchObject([
      { name: 'Secret', hidden: true, columns: ['A'], rowCount: 1 },
      { name: 'Data', hidden: false, columns: ['A'], rowCount: 3 },
      { name: 'Blank', hidden: false, columns: [], rowCount: 0 },
    ]);
    expect(expectOk(rows('Data', ['A'], 1, 10)).rows).toEqual([[''], ['3']]);
    expect(expectOk(rows('Data', ['A'], 5, 10)).rows).toEqual([]);
    expect(rows('Other', ['A'], 0, 1)).toMatchObject({ error: { code: 'data.noSheet' } });
    expect(rows('Data', ['B'], 0, 1)).toMatchObject({ error: { code: 'data.noColumn' } });
    expect(rows('Data', ['A'], -1, 1)).toMatchObject({ error: { code: 'input.invalid' } });
  });

  test('the connection is the SHA-256 of the bytes', async () => {
    const bytes = buildXlsx([{ name: 'Data', rows: [['A'], ['1']] }]);
    const { createHash } = await import('node:crypto');
    const { info } = expectOk(await openBytes(bytes));
    expect(info.connection).toBe(`sha256:${createHash('sha256').update(bytes).digest('hex')}`);
  });

  test('ZIP64 and UTF-16 parts', async () => {
    const rows = [['名称'], ['00123 中文']];
    expect(await firstColumn(buildXlsx([{ name: 'Data', rows }], { zip64: true }))).toEqual(['00123 中文']);
    const utf16 = buildXlsx([{ name: 'Data', rows }], {
      change: (parts) =>
        parts.map((part) => {
          const text = new TextDecoder().decode(part.data).replace('UTF-8', 'UTF-16');
          return { ...part, data: Uint8Array.from(Buffer.from(`\ufeff${text}`, 'utf16le')) };
        }),
    });
    expect(await firstColumn(utf16)).toEqual(['00123 中文']);
  });
});
