import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { buildXlsx, type XlsxOptions } from '#tests/support/xlsx-builder.ts';
import type { ZipPart } from '#tests/support/zip-builder.ts';
import { allRows, openBytes } from './open-bytes.ts';

const ROWS = [
  ['Code', 'Name'],
  ['00123', '中文'],
  ['00124', 'Latin'],
];

function workbook(options?: XlsxOptions): Uint8Array<ArrayBuffer> {
  return buildXlsx([{ name: 'Data', rows: ROWS }], options);
}

/** A workbook with some changed parts. */
function withParts(change: (part: ZipPart) => ZipPart | null): Uint8Array<ArrayBuffer> {
  return workbook({ change: (parts) => parts.map(change).filter((part) => part !== null) });
}

function withXml(part: string, change: (xml: string) => string): Uint8Array<ArrayBuffer> {
  return withParts((each) =>
    each.name.endsWith(part)
      ? { ...each, data: new TextEncoder().encode(change(new TextDecoder().decode(each.data))) }
      : each,
  );
}

function withForged(part: string, forged: NonNullable<ZipPart['forged']>): Uint8Array<ArrayBuffer> {
  return withParts((each) => (each.name.endsWith(part) ? { ...each, forged } : each));
}

describe('workbooks that other programs read', () => {
  test.each([
    ['backslashes in the names of parts', withParts((part) => ({ ...part, name: part.name.replaceAll('/', '\\') }))],
    ['backslashes in targets', withXml('workbook.xml.rels', (xml) => xml.replaceAll('worksheets/', 'worksheets\\'))],
    ['names with a leading slash', withParts((part) => ({ ...part, name: `/${part.name}` }))],
    ['no styles where they are named', withParts((part) => (part.name.endsWith('styles.xml') ? null : part))],
    ['too small a size of a part', withForged('sheet1.xml', { bytes: 10 })],
    ['too large a size of a part', withForged('sheet1.xml', { bytes: 100_000 })],
    ['an impossible size of a part', withForged('sheet1.xml', { bytes: 0xfffffff0 })],
    ['no packed size of a part', withForged('sheet1.xml', { packedBytes: 0 })],
    ['a packed size that reaches into the next part', withForged('sheet1.xml', { packedBytes: 1e6 })],
    ['a size of the zip directory that is too large', workbook({ directoryBytes: 1e6 })],
    ['a size of the zip directory that is too small', workbook({ directoryBytes: 46 })],
    [
      'a picture packed in an unknown way',
      workbook({
        change: (parts) => [...parts, { name: 'xl/media/image1.emf', data: new Uint8Array(9), forged: { method: 12 } }],
      }),
    ],
    [
      'three thousand pictures',
      workbook({
        change: (parts) => [
          ...Array.from({ length: 3000 }, (_, i) => ({ name: `xl/media/image${i}.png`, data: new Uint8Array(8) })),
          ...parts,
        ],
      }),
    ],
  ])('%s', async (_name, bytes) => {
    expect(await allRows(bytes)).toMatchObject({ columns: ['Code', 'Name'], rows: ROWS.slice(1) });
  });
});

describe('hidden parts', () => {
  const HIDDEN_ROWS = [
    ['A', 'B', 'C', 'D'],
    ['1', '1', '1', '1'],
    ['2', '2', '2', '2'],
    ['3', '3', '3', '3'],
    ['4', '4', '4', '4'],
  ];
  const bytes = buildXlsx([{ name: 'Data', rows: HIDDEN_ROWS }], {
    change: (parts) =>
      parts.map((part) => {
        if (!part.name.endsWith('sheet1.xml')) return part;
        const xml = new TextDecoder()
          .decode(part.data)
          .replace('<sheetData>', '<cols><col min="2" max="3" width="9" hidden="1"/><col min="4" max="4"/></cols>$&')
          // As an AutoFilter leaves it; the second row's attribute says that it is shown.
          .replace(/<row r="([34])"/g, '<row r="$1" ht="15" hidden="1" customHeight="1"')
          .replace('<row r="2"', '<row r="2" hidden="false"');
        return { ...part, data: new TextEncoder().encode(xml) };
      }),
  });

  test('are reported, and left out by choice', async () => {
    const all = expectOk(await openBytes(bytes));
    expect(all.info.sheets[0]).toMatchObject({ rowCount: 4, hiddenRowCount: 2, hiddenColumnCount: 2 });
    const chosen = expectOk(await openBytes(bytes, { hiddenRows: 'skip', hiddenColumns: 'skip' }));
    expect(chosen.info.sheets[0]).toMatchObject({ columns: ['A', 'D'], rowCount: 2 });
    expect(expectOk(chosen.rows('Data', ['A'], 0, 9)).rows).toEqual([['1'], ['4']]);
  });
});

test('merged headings prefix the headings of all their columns, and occur once in a column', async () => {
  const rows = [
    ['Item', 'Price', null, 'Note'],
    [null, 'EUR', 'USD', null],
    ['a', '1', '2', 'x'],
  ];
  const merges = ['A1:A2', 'B1:C1', 'D1:D2', 'A90000:B90000', 'nothing'];
  const bytes = buildXlsx([{ name: 'Data', rows }], {
    change: (parts) =>
      parts.map((part) => {
        if (!part.name.endsWith('sheet1.xml')) return part;
        const cells = merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('');
        const xml = new TextDecoder().decode(part.data).replace('</sheetData>', `$&<mergeCells>${cells}</mergeCells>`);
        return { ...part, data: new TextEncoder().encode(xml) };
      }),
  });
  const opened = expectOk(await openBytes(bytes, { headingRows: 2 }));
  expect(opened.info.sheets[0]?.columns).toEqual(['Item', 'Price EUR', 'Price USD', 'Note']);
});

describe('the workbook part', () => {
  const extension =
    '<extLst><ext uri="{140A7094-0E35-4892-8432-C4D2E57EDEB5}" xmlns:x15="http://schemas.microsoft.com/office/' +
    'spreadsheetml/2010/11/main"><x15:workbookPr chartTrackingRefBase="1"/></ext></extLst></workbook>';

  test('properties in an extension do not affect the date system', async () => {
    const cells = [['Day'], [{ number: 43_834, format: 'yyyy-mm-dd' }]];
    const bytes = buildXlsx([{ name: 'Data', rows: cells }], {
      date1904: true,
      change: (parts) =>
        parts.map((part) =>
          part.name === 'xl/workbook.xml'
            ? {
                ...part,
                data: new TextEncoder().encode(new TextDecoder().decode(part.data).replace('</workbook>', extension)),
              }
            : part,
        ),
    });
    expect((await allRows(bytes)).rows).toEqual([['2024-01-05']]);
  });

  test.each([
    ['state="visible"', false],
    ['state="show"', false],
    ['state=""', false],
    ['state="hidden"', true],
    ['state="veryHidden"', true],
  ])('a sheet with %s', async (state, hidden) => {
    const bytes = buildXlsx(
      [
        { name: 'Data', rows: ROWS },
        { name: 'Other', rows: ROWS },
      ],
      {
        change: (parts) =>
          parts.map((part) =>
            part.name === 'xl/workbook.xml'
              ? {
                  ...part,
                  data: new TextEncoder().encode(
                    new TextDecoder().decode(part.data).replace('<sheet name="Data"', `<sheet name="Data" ${state}`),
                  ),
                }
              : part,
          ),
      },
    );
    expect(expectOk(await openBytes(bytes)).info.sheets.map((sheet) => sheet.hidden)).toEqual([hidden, false]);
  });
});

test('vertically merged cells have the content of the first in every row, and are counted', async () => {
  const rows = [
    ['Order', 'Item'],
    ['ORD-1', 'Pear'],
    ['', 'Plum'],
    ['kept', 'Fig'],
    ['', 'Kiwi'],
    ['', 'Lime'],
  ];
  const bytes = buildXlsx([{ name: 'Data', rows }], {
    change: (parts) =>
      parts.map((part) => {
        if (!part.name.endsWith('sheet1.xml')) return part;
        const merges = ['A1:B1', 'A2:A4', 'A5:A1048576', 'B6:B9'].map((ref) => `<mergeCell ref="${ref}"/>`).join('');
        const xml = new TextDecoder().decode(part.data).replace('</sheetData>', `$&<mergeCells>${merges}</mergeCells>`);
        return { ...part, data: new TextEncoder().encode(xml) };
      }),
  });
  const { info } = expectOk(await openBytes(bytes));
  expect(info.sheets[0]).toMatchObject({ rowCount: 5, mergedCellCount: 1 });
  expect((await allRows(bytes)).rows.map(([order]) => order)).toEqual(['ORD-1', 'ORD-1', 'kept', '', '']);
});
