import { describe, expect, test } from 'vitest';
import { bytesSource, openSpreadsheet } from '#data-worker/open-spreadsheet.ts';
import { createOpenedSpreadsheet } from '#data-worker/opened-spreadsheet.ts';
import type { SheetTable } from '#data-worker/table/sheet-table.ts';
import { spreadsheetKey, type SpreadsheetReading } from '#model/elements/base/reading.ts';
import { expectOk } from '#model/kernel/result.ts';
import { rowNumber } from '#model/data/row-numbering.ts';

async function read(text: string | Uint8Array, reading: SpreadsheetReading) {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : Uint8Array.from(text);
  const opened = expectOk(await openSpreadsheet(bytesSource(bytes), 'a.csv', { reading }));
  const [sheet] = opened.info.sheets;
  if (sheet === undefined) throw new Error('no sheet');
  const { rows } = expectOk(opened.rows(sheet.name, sheet.columns, 0, sheet.rowCount));
  return { columns: sheet.columns, rows, numbers: rows.map((_, i) => rowNumber(sheet.numbering, i)), opened };
}

describe('chosen headings', () => {
  const csv = 'Stock,,\n,,May 2026\nName,Price,Price\nshort,EUR,USD\nPear,1,2\nPlum,3,4\n';

  test('none: the columns have their letters as names', async () => {
    const { columns, rows, numbers } = await read('a,b\n1,2\n', { headingRows: 0 });
    expect({ columns, rows, numbers }).toEqual({
      columns: ['A', 'B'],
      rows: [
        ['a', 'b'],
        ['1', '2'],
      ],
      numbers: [1, 2],
    });
  });

  test('blank rows above the headings are left out, and rows keep their numbers', async () => {
    const { columns, rows, numbers } = await read('\n,\n \nName,n\n\nPear,1,more\n', {});
    expect({ columns, rows, numbers }).toEqual({
      columns: ['Name', 'n', 'C'],
      rows: [
        ['', '', ''],
        ['Pear', '1', 'more'],
      ],
      numbers: [5, 6],
    });
    expect((await read('\nName,n\nPear,1\n', { skippedRows: 0 })).columns).toEqual(['A', 'B']);
    expect((await read('\nName,n\nPear,1\n', { headingRows: 0 })).rows).toHaveLength(3);
  });

  test('several rows below skipped ones', async () => {
    const { columns, rows, numbers } = await read(csv, { skippedRows: 2, headingRows: 2 });
    expect(columns).toEqual(['Name short', 'Price EUR', 'Price USD']);
    expect(rows).toEqual([
      ['Pear', '1', '2'],
      ['Plum', '3', '4'],
    ]);
    expect(numbers).toEqual([5, 6]);
  });

  test('the info describes how the file was read', async () => {
    const reading = { headingRows: 2 };
    const { opened } = await read(csv, reading);
    expect(opened.info.reading).toEqual(reading);
    expect(spreadsheetKey(opened.info)).not.toBe(opened.info.connection);
    expect(spreadsheetKey({ connection: 'c' })).toBe('c');
    expect(spreadsheetKey({ connection: 'c', reading: { quote: '', delimiter: ';' } })).toBe(
      spreadsheetKey({ connection: 'c', reading: { delimiter: ';', quote: '' } }),
    );
  });
});

describe('a selected form of text', () => {
  test('uses the selected encoding, but a byte order mark wins', async () => {
    const kana = Uint8Array.from([0x96, 0xbc, 0x91, 0x4f, 0x0a, 0xb6, 0xc5, 0x0a]); // 名前 / ｶﾅ
    expect(await read(kana, { encoding: 'shift_jis' })).toMatchObject({ columns: ['名前'], rows: [['ｶﾅ']] });
    expect(await read('\ufeffName\nÄ\n', { encoding: 'shift_jis' })).toMatchObject({
      columns: ['Name'],
      rows: [['Ä']],
    });
  });

  test('delimiter and quote', async () => {
    expect(await read("a^b;c\n'x^''y'^2\n", { delimiter: '^', quote: "'" })).toMatchObject({
      columns: ['a', 'b;c'],
      rows: [["x^'y", '2']],
    });
    expect(await read('a,b\n"1,2"\n', { quote: '' })).toMatchObject({ rows: [['"1', '2"']] });
  });
});

describe('hidden rows and columns', () => {
  /** Row 0 is the heading; rows 2, 3 and 5 are hidden, and so is column B. */
  const table: SheetTable = {
    rowCount: 7,
    columnCount: 3,
    text: (row, column) => `${'ABC'[column]}${row}`,
    value: (row, column) => `${'ABC'[column]}${row}`,
    isError: () => false,
    isBlank: () => false,
    readBlock: () => undefined,
    hiddenRows: [
      [2, 2],
      [5, 1],
    ],
    isColumnHidden: (column) => column === 1,
  };
  const open = (reading?: SpreadsheetReading) =>
    expectOk(createOpenedSpreadsheet('c', 'f.xlsx', reading, [{ name: 'S', hidden: false, table }]));

  test('are read by default', () => {
    expect(open().info.sheets[0]).toMatchObject({
      columns: ['A0', 'B0', 'C0'],
      rowCount: 6,
      hiddenRowCount: 3,
      hiddenColumnCount: 1,
    });
  });

  test('are left out by choice, and rows keep their numbers', () => {
    const opened = open({ hiddenRows: 'skip', hiddenColumns: 'skip' });
    const [sheet] = opened.info.sheets;
    expect(sheet).toMatchObject({ columns: ['A0', 'C0'], rowCount: 3, hiddenRowCount: 3, hiddenColumnCount: 1 });
    const { rows } = expectOk(opened.rows('S', ['C0'], 0, 10));
    expect(rows).toEqual([['C1'], ['C4'], ['C6']]);
    expect(rows.map((_, i) => (sheet === undefined ? 0 : rowNumber(sheet.numbering, i)))).toEqual([2, 5, 7]);
    expect(expectOk(opened.rows('S', ['A0'], 1, 1)).rows).toEqual([['A4']]);
  });
});
