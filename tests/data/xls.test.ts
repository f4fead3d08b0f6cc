import { describe, expect, test } from 'vitest';
import * as xlsx from 'xlsx';
import { expectOk } from '#model/kernel/result.ts';
import { allRows, firstColumn, openBytes, problemOf } from './open-bytes.ts';

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
  // The reader gives the library another table of built-in formats, which must not affect the numbers here.
  xlsx.SSF.load_table({ 14: 'm/d/yy', 22: 'm/d/yy h:mm' });
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

/** The sheet with a heading and these cells below it. */
function writeColumn(cells: readonly xlsx.CellObject[], bookType: xlsx.BookType = 'biff8'): Uint8Array {
  const workbook = xlsx.utils.book_new();
  const sheet = xlsx.utils.aoa_to_sheet([['Value']]);
  for (const [i, cell] of cells.entries()) sheet[`A${i + 2}`] = cell;
  sheet['!ref'] = `A1:A${cells.length + 1}`;
  xlsx.utils.book_append_sheet(workbook, sheet, 'Data');
  return write(workbook, bookType);
}

test('built-in formats are those of .xlsx, and a format of the file is its own', async () => {
  const formats = ['m/d/yy', 'm/d/yy h:mm', 'h:mm AM/PM', 'd/m/yy', '# ?/?', '[>100]0.0;0'];
  const cells = formats.map((z) => ({ t: 'n' as const, v: 45_296.75, z }));
  const expected = ['2024/01/05', '2024/01/05 18:00', '6:00 PM', '5/1/24', '45296 3/4', '45296.8'];
  for (const bookType of ['biff8', 'xlsx', 'xlml'] as const) {
    expect(await firstColumn(writeColumn(cells, bookType)), bookType).toEqual(expected);
  }
});

test('an apparent XML escape is a text, and a text has its format', async () => {
  const cells: xlsx.CellObject[] = [
    { t: 's', v: '_x0041_' },
    { t: 's', v: 'A1', z: '"No. "@' },
  ];
  expect(await firstColumn(writeColumn(cells))).toEqual(['_x0041_', 'No. A1']);
});

describe('workbooks of the Macintosh', () => {
  /** A BIFF 5 workbook in a code page, with `text` below its heading. */
  function macWorkbook(codePage: number, text: readonly number[]): Uint8Array {
    const container = xlsx.CFB.read(writeColumn([{ t: 's', v: 'Q'.repeat(text.length) }], 'biff5'), { type: 'array' });
    const content = Buffer.from(xlsx.CFB.find(container, '/Book').content as Uint8Array);
    const record = content.indexOf(Buffer.from([0x42, 0, 2, 0]));
    content.writeUInt16LE(codePage, record + 4);
    content.set(text, content.indexOf('Q'.repeat(text.length)));
    const made = xlsx.CFB.utils.cfb_new();
    xlsx.CFB.utils.cfb_add(made, '/Book', content);
    xlsx.CFB.utils.cfb_add(made, '/\u0005SummaryInformation', propertySet(codePage));
    return Uint8Array.from(xlsx.CFB.write(made, { type: 'array' }) as unknown as Uint8Array);
  }

  /** A property set whose one property is its code page ([MS-OLEPS] 2.21). */
  function propertySet(codePage: number): Buffer {
    const bytes = Buffer.alloc(72);
    bytes.writeUInt16LE(0xfffe, 0);
    bytes.writeUInt32LE(1, 24);
    Buffer.from('e0859ff2f94f6810ab9108002b27b3d9', 'hex').copy(bytes, 28);
    bytes.writeUInt32LE(48, 44);
    bytes.writeUInt32LE(24, 48);
    bytes.writeUInt32LE(1, 52);
    bytes.writeUInt32LE(1, 56);
    bytes.writeUInt32LE(16, 60);
    bytes.writeUInt16LE(2, 64);
    bytes.writeUInt16LE(codePage, 68);
    return bytes;
  }

  test.each([
    [10_000, [0x8e, 0xd0], 'é–'],
    [10_007, [0x8f, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2], 'Привет'],
    [10_001, [0x93, 0x8c, 0x8b, 0x9e], '東京'],
    [10_003, [0xbc, 0xad, 0xbf, 0xef], '서울'],
  ])('code page %i', async (codePage, bytes, text) => {
    expect(await firstColumn(macWorkbook(codePage, bytes))).toEqual([text]);
  });
});

test('links over the whole sheet cost nothing', async () => {
  const workbook = createWorkbookOfOne();
  const sheet = workbook.Sheets['Data'] as xlsx.WorkSheet;
  (sheet['A2'] as xlsx.CellObject).l = { Target: 'https://example.org' };
  const container = xlsx.CFB.read(write(workbook, 'biff8'), { type: 'array' });
  const content = Buffer.from(xlsx.CFB.find(container, '/Workbook').content as Uint8Array);
  // The link's record, over all cells and 500 times: a minute for a reader that visits each of its cells.
  const at = content.indexOf(Buffer.from([0xb8, 0x01]));
  const record = Buffer.from(content.subarray(at, at + 4 + content.readUInt16LE(at + 2)));
  record.set([0, 0, 0xff, 0xff, 0, 0, 0xff, 0], 4);
  const links = Buffer.concat(Array.from({ length: 500 }, () => record));
  const made = xlsx.CFB.utils.cfb_new();
  const grown = Buffer.concat([content.subarray(0, at), links, content.subarray(at + record.length)]);
  xlsx.CFB.utils.cfb_add(made, '/Workbook', grown);
  const bytes = Uint8Array.from(xlsx.CFB.write(made, { type: 'array' }) as unknown as Uint8Array);
  expect(await allRows(bytes)).toMatchObject({ columns: ['Code', 'Count'], rows: [['00123', '7']] });
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
