import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { encodeText } from '#tests/support/encode-text.ts';
import { allRows, openBytes, problemOf } from './open-bytes.ts';

const CLIPBOARD = join(import.meta.dirname, '../fixtures/clipboard');

/** A workbook of XML 2003 with one sheet, and these rows and columns. */
function workbook(table: string, { styles = '', options = '' } = {}): string {
  return (
    '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>' +
    '<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet" ' +
    'xmlns:x="urn:schemas-microsoft-com:office:excel"><Styles><Style ss:ID="Default"/>' +
    `${styles}</Styles><Worksheet ss:Name="Data"><Table>${table}</Table>${options}</Worksheet></Workbook>`
  );
}

function row(cells: readonly string[], attributes = ''): string {
  return `<Row ${attributes}>${cells.join('')}</Row>`;
}

function cell(type: string, text: string, attributes = ''): string {
  return `<Cell ${attributes}><Data ss:Type="${type}">${text}</Data></Cell>`;
}

const text = (value: string): string => cell('String', value);

const HIDDEN = { hiddenRows: 'skip', hiddenColumns: 'skip' } as const;

describe('HTML under the name .xls', () => {
  test('as Excel writes it: hidden parts are reported, and left out by choice', async () => {
    const bytes = readFileSync(join(CLIPBOARD, 'excel.html.txt'));
    const all = expectOk(await openBytes(bytes)).info.sheets[0];
    expect(all).toMatchObject({
      columns: ['Name', 'Code', 'Secret', 'EAN', 'Size', 'Price'],
      rowCount: 4,
      hiddenRowCount: 1,
      hiddenColumnCount: 1,
    });
    const shown = expectOk(await openBytes(bytes, HIDDEN));
    const columns = ['Name', 'Code', 'EAN', 'Size', 'Price'];
    expect(shown.info.sheets[0]).toMatchObject({ columns, rowCount: 3 });
    const { rows, errors } = expectOk(shown.rows('Sheet1', columns, 0, 9));
    expect(rows).toEqual([
      ['Green\ntea, "fine"', '00123', '6901234567892', '1.23E+04', '$19.90'],
      ['A  B', '7', 'long text with a break in the markup', '', '10 % off '],
      ['A  B', '#N/A', '2024-01-05', '漢字', 'TRUE'],
    ]);
    expect(errors).toEqual([{ row: 2, column: 1, text: '#N/A' }]);
  });

  test('as LibreOffice writes it: every cell as displayed', async () => {
    const cells = JSON.parse(readFileSync(join(CLIPBOARD, '../workbooks/cells.json'), 'utf8')) as readonly {
      readonly name: string;
      readonly text?: string;
      readonly shown?: string;
    }[];
    const opened = expectOk(await openBytes(readFileSync(join(CLIPBOARD, 'libreoffice.html.txt'))));
    const { rows } = expectOk(opened.rows('Sheet1', ['Name', 'Value'], 0, 99));
    expect(rows).toEqual(cells.map(({ name, text: value, shown }) => [name, shown ?? value]));
  });

  test('reads tags that need not be closed, entities, tables in cells, several tables', async () => {
    const html =
      '<!DOCTYPE html><table><thead><tr><th>Name<th>No<tbody><tr><td>caf&eacute; &amp; &#8364;<td>00123' +
      '<tr><td><table><tr><td>in<td>side</table><td><p>one<p>two</table><table><tr><td>x</td></tr><tr><td>y</td></tr></table>';
    expect(await allRows(html)).toMatchObject({
      columns: ['Name', 'No'],
      rows: [
        ['café & €', '00123'],
        ['in side', 'one\ntwo'],
      ],
    });
    expect(expectOk(await openBytes(html)).info.sheets.map(({ name }) => name)).toEqual(['Sheet1', 'Sheet2']);
  });

  test('reads spans like browsers', async () => {
    const html =
      '<table><tr><td>a<td>b<td>c<tr><td colspan=-5>1<td colspan=x>2<td>3<tr><td colspan=2>4<td rowspan=1000000>5<tr><td>6<td>7</table>';
    expect((await allRows(html)).rows).toEqual([
      ['1', '2', '3'],
      ['4', '', '5'],
      ['6', '7', '5'],
    ]);
  });

  test.each([
    ['named by the page', '<meta charset="windows-1251">', 'windows-1251'],
    ['named in the old way', '<meta http-equiv=Content-Type content="text/html; charset=gb2312">', 'gb18030'],
    ['that no one names', '', 'utf-8'],
    ['with a mark', '\ufeff', 'utf-16le'],
  ] as const)('an encoding %s', async (_name, head, encoding) => {
    const word = encoding === 'windows-1251' ? 'Привет' : '苹果汁';
    const html = `${head}<html><table><tr><td>a</td></tr><tr><td>${word}</td></tr></table></html>`;
    expect((await allRows(Uint8Array.from(encodeText(html, encoding)))).rows).toEqual([[word]]);
  });

  test('a page without a table is a problem', async () => {
    expect(await problemOf('<html><body>Dear all</body></html>')).toBe('data.unreadable');
  });
});

describe('XML 2003', () => {
  test('reads values in their formats, marks errors', async () => {
    const styles =
      '<Style ss:ID="d"><NumberFormat ss:Format="Short Date"/></Style><Style ss:ID="p"><NumberFormat ss:Format="Percent"/></Style>' +
      '<Style ss:ID="five"><NumberFormat ss:Format="00000"/></Style><Style ss:ID="child" ss:Parent="five"><Font ss:Bold="1"/></Style>' +
      '<Style ss:ID="t"><NumberFormat ss:Format="h:mm"/></Style>';
    const values = [
      cell('String', 'two&#10;lines &amp; more'),
      cell('Number', '6901234567892'),
      cell('Number', '12345678901234567890'),
      cell('DateTime', '2024-01-05T00:00:00.000', 'ss:StyleID="d"'),
      cell('DateTime', '1899-12-31T18:30:00.000', 'ss:StyleID="t"'),
      cell('Number', '0.125', 'ss:StyleID="p"'),
      cell('Number', '123', 'ss:StyleID="child"'),
      cell('Boolean', '1'),
      cell('Error', '#N/A'),
      '<Cell ss:Formula="=1+1"/>',
      '<Cell><Data ss:Type="String"><B xmlns="http://www.w3.org/TR/REC-html40">rich <I>text</I></B></Data><Comment><Data>no</Data></Comment></Cell>',
    ];
    const table = row([text('Value'), text('n')]) + values.map((each) => row([each, text('x')])).join('');
    const { rows, errors } = await allRows(workbook(table, { styles }));
    expect(rows.map(([value]) => value)).toEqual([
      'two\nlines & more',
      '6901234567892',
      '12345678901234567890',
      '2024/01/05',
      '18:30',
      '12.50%',
      '00123',
      'TRUE',
      '#N/A',
      '=1+1',
      'rich text',
    ]);
    expect(errors.map((error) => error.row)).toEqual([8, 9]);
  });

  test('reads positions, merged cells, formats of columns and rows, and hidden parts', async () => {
    const table =
      '<Column/><Column ss:Hidden="1" ss:Span="1"/><Column ss:StyleID="two"/>' +
      row([text('A'), text('B'), text('C'), text('D')]) +
      row([text('1'), text('2'), text('3'), cell('Number', '4')], 'ss:Hidden="1" ss:Span="1"') +
      row([cell('String', 'wide', 'ss:MergeAcross="1"'), text('c'), cell('Number', '5')]) +
      row(['<Cell ss:StyleID="two"/>', text('b'), cell('Number', '6', 'ss:Index="4"')], 'ss:Index="6"');
    const xml = workbook(table, { styles: '<Style ss:ID="two"><NumberFormat ss:Format="0.00"/></Style>' });
    const all = await allRows(xml);
    expect(all.rows).toEqual([
      ['1', '2', '3', '4.00'],
      ['', '', '', ''],
      ['wide', '', 'c', '5.00'],
      ['', '', '', ''],
      ['', 'b', '', '6.00'],
    ]);
    const shown = expectOk(await openBytes(xml, HIDDEN));
    expect(shown.info.sheets[0]).toMatchObject({ columns: ['A', 'D'], hiddenRowCount: 2, hiddenColumnCount: 2 });
    expect(expectOk(shown.rows('Data', ['A', 'D'], 0, 9)).rows).toEqual([
      ['wide', '5.00'],
      ['', ''],
      ['', '6.00'],
    ]);
  });

  test('reads hidden sheets, and days counted from 1904', async () => {
    const options = '<WorksheetOptions><Visible>SheetHidden</Visible></WorksheetOptions>';
    const one = workbook(row([text('a')]) + row([text('b')]), { options });
    const both = one.replace(
      '</Workbook>',
      `<Worksheet ss:Name="Two"><Table>${row([text('a')])}${row([text('b')])}</Table></Worksheet></Workbook>`,
    );
    expect(expectOk(await openBytes(both)).info.sheets.map(({ name, hidden }) => [name, hidden])).toEqual([
      ['Data', true],
      ['Two', false],
    ]);
    const styles = '<Style ss:ID="d"><NumberFormat ss:Format="yyyy-mm-dd"/></Style>';
    const days = workbook(row([text('Day')]) + row([cell('Number', '43834', 'ss:StyleID="d"')]), { styles }).replace(
      '<Styles>',
      '<ExcelWorkbook><Date1904/></ExcelWorkbook><Styles>',
    );
    expect((await allRows(days)).rows).toEqual([['2024-01-05']]);
  });

  test.each([
    [
      'a DOCTYPE',
      workbook(row([text('a')])).replace('<Workbook', '<!DOCTYPE a [<!ENTITY b "c">]><Workbook'),
      'data.unreadable',
    ],
    [
      'rows that go back',
      workbook(row([text('a')], 'ss:Index="5"') + row([text('b')], 'ss:Index="2"')),
      'data.unreadable',
    ],
    ['cells that go back', workbook(row([text('a'), cell('String', 'b', 'ss:Index="1"')])), 'data.unreadable'],
    ['a row beyond the last', workbook(row([text('a')], 'ss:Index="1048577"')), 'data.tooLarge'],
    ['a column beyond the last', workbook(row([cell('String', 'b', 'ss:Index="16385"')])), 'data.tooLarge'],
    ['a file that ends too early', workbook(row([text('a')])).slice(0, -20), 'data.unreadable'],
  ])('%s is a problem', async (_name, xml, code) => {
    expect(await problemOf(xml)).toBe(code);
  });
});
