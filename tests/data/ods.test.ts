import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import {
  buildOds,
  ODS_NAMESPACES,
  ODS_STYLES,
  odsCell as cell,
  odsRow as row,
  odsTable as table,
  odsText as text,
} from '#tests/support/ods-builder.ts';
import { allRows, openBytes, problemOf } from './open-bytes.ts';

/** The texts of one column under a heading. */
async function column(...cells: readonly string[]): Promise<readonly string[]> {
  const { rows } = await allRows(
    buildOds(table(row(text('Value')) + cells.map((cell) => row(cell, text('end'))).join(''))),
  );
  return rows.map((texts) => texts[0] ?? '');
}

describe('values as they print', () => {
  test('reads texts, with their blanks, tabs and lines', async () => {
    expect(
      await column(
        text('00123'),
        text('中文 & <标签> 😀'),
        cell('office:value-type="string"', 'a<text:s text:c="3"/>b<text:tab/>c<text:line-break/>d'),
        cell('office:value-type="string"', 'one</text:p><text:p>two <text:span>of <text:a>them</text:a></text:span>'),
        cell('office:value-type="string" office:string-value="without a paragraph"'),
        cell('office:value-type="string"', '_x0041_'),
      ),
    ).toEqual(['00123', '中文 & <标签> 😀', 'a   b\tc\nd', 'one\ntwo of them', 'without a paragraph', '_x0041_']);
  });

  test('comments, pictures and tables in a cell are not its text', async () => {
    const inside =
      '<office:annotation><text:p>a comment</text:p></office:annotation><draw:frame><text:p>a picture</text:p></draw:frame>';
    expect(
      await column(`<table:table-cell office:value-type="string">${inside}<text:p>A1</text:p></table:table-cell>`),
    ).toEqual(['A1']);
  });

  test('numbers without a format keep their digits, others are as the file shows them', async () => {
    const number = (value: string, style: string, shown: string): string =>
      cell(`office:value-type="float" office:value="${value}" table:style-name="${style}"`, shown);
    expect(
      await column(
        number('6901234567892', 'plain', '6.90123E+12'),
        number('0.30000000000000004', '', '0.3'),
        number('12345678901234567890', 'plain', '1.23456789012346E+19'),
        number('1.005', 'two', '1.01'),
        number('1.005', 'child', '1.01'),
        number('5', 'kg', '5 kg'),
        number('7', 'circle', '7'),
        number('1', 'plain', 'WAHR'),
        cell('office:value-type="percentage" office:value="0.125"', '12,5 %'),
        cell('office:value-type="currency" office:currency="EUR" office:value="19.9"', '19,90 €'),
        cell('office:value-type="float" office:value="2.50"'),
      ),
    ).toEqual([
      '6901234567892',
      '0.3',
      '12345678901234567890',
      '1.01',
      '1.01',
      '5 kg',
      '7',
      'WAHR',
      '12,5 %',
      '19,90 €',
      '2.5',
    ]);
  });

  test('dates, times and booleans', async () => {
    expect(
      await column(
        cell('office:value-type="date" office:date-value="2024-01-05"', '5. Januar 2024'),
        cell('office:value-type="date" office:date-value="2024-01-05T18:30:00"'),
        cell('office:value-type="time" office:time-value="PT18H30M05.5000S"'),
        cell('office:value-type="time" office:time-value="PT36H00M00S"', '36:00'),
        cell('office:value-type="boolean" office:boolean-value="true"', 'TRUE'),
        cell('office:value-type="boolean" office:boolean-value="false"', 'FALSCH'),
      ),
    ).toEqual(['5. Januar 2024', '2024-01-05T18:30:00', '18:30:05.5', '36:00', 'TRUE', 'FALSCH']);
  });

  test('the values without their formats', async () => {
    const cells = [
      cell('office:value-type="float" office:value="1.005" table:style-name="two"', '1.01'),
      cell('office:value-type="percentage" office:value="0.125"', '12,5 %'),
      cell('office:value-type="date" office:date-value="2024-01-05"', '5. Januar 2024'),
      cell('office:value-type="time" office:time-value="PT18H30M05S"', '6:30 PM'),
      cell('office:value-type="boolean" office:boolean-value="true"', 'WAHR'),
      text('00123'),
    ];
    const opened = expectOk(await openBytes(buildOds(table([text('A'), ...cells].map((each) => row(each)).join('')))));
    expect(expectOk(opened.rows('Data', [{ column: 'A', form: 'date' }], 0, 9)).rows.flat()).toEqual([
      '1.005',
      '0.125',
      '2024-01-05',
      '18:30:05',
      'TRUE',
      '00123',
    ]);
  });

  test('errors and formulas without a value are reported', async () => {
    const rows = [
      cell(
        'table:formula="of:=1/0" office:value-type="string" office:string-value="" calcext:value-type="error"',
        '#DIV/0!',
      ),
      cell('table:formula="of:=[.A9]" office:value-type="float" office:value="0"', '#N/A'),
      cell('table:formula="of:=1+x" office:value-type="string" office:string-value=""', 'Err:508'),
      cell('table:formula="of:=1+1"'),
      cell('office:value-type="float" office:value="abc"', 'abc'),
      text('#N/A is only a text here'),
      text('###'),
      cell('office:value-type="time" office:time-value="PT63888916H00M00S"', '#FMT'),
    ].map((each) => row(each));
    const window = await allRows(buildOds(table(row(text('Value')) + rows.join(''))));
    expect(window.rows.flat()).toEqual([
      '#DIV/0!',
      '#N/A',
      'Err:508',
      '=1+1',
      'abc',
      '#N/A is only a text here',
      '###',
      '#FMT',
    ]);
    expect(window.errors.map((error) => error.row)).toEqual([0, 1, 2, 3, 4, 7]);
  });
});

describe('sheets', () => {
  test('repeated cells and rows, groups, hidden and merged parts', async () => {
    const bytes = buildOds(
      table(
        '<table:table-column/><table:table-column table:number-columns-repeated="2" table:visibility="collapse"/>' +
          '<table:table-header-rows>' +
          row(
            '<table:table-cell table:number-rows-spanned="2" office:value-type="string"><text:p>Item</text:p></table:table-cell>',
            '<table:table-cell table:number-columns-spanned="2" office:value-type="string"><text:p>Price</text:p></table:table-cell>',
            '<table:covered-table-cell/>',
          ) +
          row('<table:covered-table-cell/>', text('EUR'), text('USD')) +
          '</table:table-header-rows><table:table-row-group>' +
          '<table:table-row table:number-rows-repeated="3">' +
          '<table:table-cell table:number-columns-repeated="3" office:value-type="string"><text:p>x</text:p></table:table-cell>' +
          '</table:table-row></table:table-row-group>' +
          '<table:table-row table:number-rows-repeated="2" table:visibility="filter">' +
          `${text('y')}</table:table-row>` +
          row(text('z')) +
          '<table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>',
      ) + table(row(text('A')), 'Secret', 'gone'),
    );
    const all = expectOk(await openBytes(bytes, { headingRows: 2 }));
    expect(all.info.sheets).toMatchObject([
      { name: 'Data', hidden: false, columns: ['Item', 'Price EUR', 'Price USD'], rowCount: 6, hiddenRowCount: 2 },
      { name: 'Secret', hidden: true },
    ]);
    const chosen = expectOk(await openBytes(bytes, { headingRows: 2, hiddenRows: 'skip', hiddenColumns: 'skip' }));
    expect(chosen.info.sheets[0]?.columns).toEqual(['Item']);
    expect(expectOk(chosen.rows('Data', ['Item'], 0, 9)).rows.flat()).toEqual(['x', 'x', 'x', 'z']);
  });

  test('formats of the common styles, and of columns', async () => {
    const styles =
      '<number:number-style style:name="N9"><number:number number:decimal-places="1"/></number:number-style>' +
      '<style:style style:name="Common" style:family="table-cell" style:data-style-name="N9"/>';
    const content =
      '<table:table-column/><table:table-column table:default-cell-style-name="Common"/>' +
      row(text('A'), text('B')) +
      row(
        cell('office:value-type="float" office:value="2.25"', '2.3'),
        cell('office:value-type="float" office:value="2.25"', '2.3'),
      );
    expect((await allRows(buildOds(table(content), { styles }))).rows).toEqual([['2.25', '2.3']]);
  });

  test('a flat file', async () => {
    const content = table(row(text('名称')) + row(text('00123')));
    const xml =
      `<?xml version="1.0" encoding="UTF-8"?>\n<office:document ${ODS_NAMESPACES} office:mimetype=` +
      `"application/vnd.oasis.opendocument.spreadsheet"><office:automatic-styles>${ODS_STYLES}</office:automatic-styles>` +
      `<office:body><office:spreadsheet>${content}</office:spreadsheet></office:body></office:document>`;
    expect(await allRows(xml)).toMatchObject({ columns: ['名称'], rows: [['00123']] });
    expect(await allRows(new Uint8Array(Buffer.from(`\ufeff${xml}`, 'utf16le')))).toMatchObject({ rows: [['00123']] });
    expect(await problemOf(xml.slice(0, -30))).toBe('data.unreadable');
  });
});

describe('bad files', () => {
  const repeated = (rows: number, columns: number): Uint8Array =>
    buildOds(
      table(
        row(text('A')) +
          `<table:table-row table:number-rows-repeated="${rows}"><table:table-cell office:value-type="string" ` +
          `table:number-columns-repeated="${columns}"><text:p>x</text:p></table:table-cell></table:table-row>`,
      ),
    );

  test.each([
    ['a cell over the whole sheet', repeated(1_048_575, 16_384), 'data.tooLarge'],
    ['a cell over more rows than there are', repeated(1e15, 1), 'data.tooLarge'],
    ['a cell over more columns than there are', repeated(1, 1e15), 'data.tooLarge'],
    ['blanks without end', buildOds(table(row(cell('', '<text:s text:c="999999999"/>')))), 'data.tooLarge'],
    ['a text document', buildOds('<text:p>Dear all</text:p>', { body: 'text' }), 'file.wrongType'],
    ['no sheets', buildOds(''), 'data.noSheets'],
    [
      'an encrypted file',
      buildOds('', { manifest: '<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>' }),
      'data.encrypted',
    ],
    ['a DOCTYPE', buildOds('<!DOCTYPE x>'), 'data.unreadable'],
  ])('%s', async (_name, bytes, code) => {
    expect(await problemOf(bytes)).toBe(code);
  });

  test('limits a row repeated as often as a real file repeats one', async () => {
    expect((await allRows(repeated(100_000, 10))).rows).toHaveLength(100_000);
  });

  test('ignores tables elsewhere than among the sheets', async () => {
    const bytes = buildOds(
      `<table:tracked-changes>${table(row(text('old')), 'Old')}</table:tracked-changes>` +
        table(
          `${row(text('A'))}${row(`<table:table-cell office:value-type="string"><text:p>1</text:p>${table(row(text('sub')))}</table:table-cell>`)}`,
        ) +
        `<table:dde-links>${table(row(text('link')), 'Link')}</table:dde-links>`,
    );
    const { info } = expectOk(await openBytes(bytes));
    expect(info.sheets.map((sheet) => sheet.name)).toEqual(['Data']);
    expect((await allRows(bytes)).rows).toEqual([['1']]);
  });
});
