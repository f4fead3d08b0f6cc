import { expect, test } from 'vitest';
import * as xlsx from 'xlsx';
import { expectOk } from '#model/kernel/result.ts';
import { allRows, openBytes, problemOf } from './open-bytes.ts';

function createWorkbook(): xlsx.WorkBook {
  const sheet = xlsx.utils.aoa_to_sheet([
    ['Code', 'EAN', 'Name', 'Price', 'Date'],
    ['00123', 6901234567892, '苹果汁', 12.5, 45296],
    ['00124', 4006381333931, 'Ünïcode', 1.005, 45297.5],
  ]);
  for (const [address, format] of [
    ['D2', '0.00'],
    ['D3', '0.00'],
    ['E2', 'yyyy-mm-dd'],
    ['E3', 'yyyy-mm-dd hh:mm'],
  ] as const) {
    const cell = sheet[address] as xlsx.CellObject;
    cell.z = format;
  }
  sheet['A4'] = { t: 'e', v: 0x2a };
  sheet['B4'] = { t: 'b', v: true };
  sheet['!ref'] = 'A1:E4';
  const workbook = xlsx.utils.book_new();
  xlsx.utils.book_append_sheet(workbook, xlsx.utils.aoa_to_sheet([['x'], ['y']]), 'Secret');
  xlsx.utils.book_append_sheet(workbook, sheet, 'Data');
  workbook.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }] };
  return workbook;
}

const EXPECTED = [
  ['00123', '6901234567892', '苹果汁', '12.50', '2024-01-05'],
  ['00124', '4006381333931', 'Ünïcode', '1.01', '2024-01-06 12:00'],
  ['#N/A', 'TRUE', '', '', ''],
];

function write(workbook: xlsx.WorkBook, bookType: xlsx.BookType): Uint8Array {
  return new Uint8Array(xlsx.write(workbook, { type: 'array', bookType }) as ArrayBuffer);
}

test.each(['biff8', 'xlsx'] as const)('%s written by SheetJS', async (bookType) => {
  const opened = expectOk(await openBytes(write(createWorkbook(), bookType)));
  expect(opened.info.sheets.map(({ name, hidden, rowCount }) => ({ name, hidden, rowCount }))).toEqual([
    { name: 'Secret', hidden: true, rowCount: 1 },
    { name: 'Data', hidden: false, rowCount: 3 },
  ]);
  const columns = ['Code', 'EAN', 'Name', 'Price', 'Date'];
  const window = expectOk(opened.rows('Data', columns, 0, 10));
  expect(window.rows).toEqual(EXPECTED);
  expect(window.errors).toEqual([{ row: 2, column: 0, text: '#N/A' }]);
});

test('an HTML table under the name .xls keeps its texts', async () => {
  const html =
    '<html><body><table><tr><td>Code</td><td>名称</td></tr><tr><td>00123</td><td>苹果</td></tr></table></body></html>';
  expect(await allRows(html)).toMatchObject({ columns: ['Code', '名称'], rows: [['00123', '苹果']] });
});

test('XML 2003', async () => {
  const rows = await allRows(write(createWorkbookOfOne(), 'xlml'));
  expect(rows).toMatchObject({ columns: ['Code', 'Count'], rows: [['00123', '7']] });
});

test('a BIFF 5 workbook', async () => {
  const rows = await allRows(write(createWorkbookOfOne(), 'biff5'));
  expect(rows).toMatchObject({ columns: ['Code', 'Count'], rows: [['00123', '7']] });
});

test('damaged .xls files are a problem', async () => {
  const bytes = write(createWorkbook(), 'biff8');
  for (const length of [600, 1500, 3000]) expect(await problemOf(bytes.subarray(0, length))).not.toBe('ok');
});

function createWorkbookOfOne(): xlsx.WorkBook {
  const workbook = xlsx.utils.book_new();
  xlsx.utils.book_append_sheet(
    workbook,
    xlsx.utils.aoa_to_sheet([
      ['Code', 'Count'],
      ['00123', 7],
    ]),
    'Data',
  );
  return workbook;
}
