import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import * as xlsx from 'xlsx';
import { expectOk } from '#model/kernel/result.ts';
import { openBytes } from './open-bytes.ts';

/** Contents of the files, and how they were written: README.md in the folder. */
const FOLDER = join(import.meta.dirname, '../fixtures/workbooks');
const WORKBOOKS = readdirSync(FOLDER).filter((name) => /\.(?:xlsx|xls|ods|fods)$/.test(name));

interface SourceCell {
  readonly name: string;
  readonly text?: string;
  readonly shown?: string;
}
const CELLS = JSON.parse(readFileSync(join(FOLDER, 'cells.json'), 'utf8')) as readonly SourceCell[];

/** Texts by the names of cells. */
type Texts = Readonly<Record<string, string>>;

const ESCAPED: Texts = { 'looks like an escape': '_x005F_x0041_' };
const NO_FORMULAS: Texts = {
  'calculated number': '',
  'calculated text': '',
  'division by zero': '',
  'not available': '',
};
/** Of writers that do not escape the text, so that Excel reads an A, and write formulas without their values. */
const BARE: Texts = {
  'looks like an escape': 'A',
  'calculated number': '=1+2',
  'calculated text': '="a"&"b"',
  'division by zero': '=1/0',
  'not available': '=NA()',
};
/** The actual content of a file whose writer changed or lost something. */
const CHANGED: Readonly<Record<string, Texts>> = {
  'openpyxl.xlsx': BARE,
  'write-excel-file.xlsx': BARE,
  'exceljs.xlsx': { 'looks like an escape': 'A' },
  'xlwt.xls': NO_FORMULAS,
  'gnumeric.xls': ESCAPED,
  // Gnumeric rounds the binary number, which is a little below 1.005.
  'gnumeric.ods': { ...ESCAPED, 'half rounds up': '1.00' },
  // It writes 0 in place of a text that it did not calculate itself.
  'libreoffice.xls': { 'calculated text': '=…' },
  'libreoffice-from-gnumeric.xls': {
    ...ESCAPED,
    'two lines': 'linebreak',
    currency: ' 19.90',
    millions: '1234567.0M',
    'calculated text': '=…',
  },
  'libreoffice-from-xls.ods': { ...NO_FORMULAS, true: '1', false: '0' },
};

const NUMERIC_BOOLEANS: Texts = { true: '1', false: '0' };
/** It calculates the formulas, and resolves fewer escapes. */
const CALCULATED: Texts = {
  'looks like an escape': '_x0041_',
  'calculated number': '3',
  'calculated text': 'ab',
  'division by zero': '#DIV/0!',
  'not available': '#N/A',
};
/** Cells that LibreOffice shows differently from the file and Excel. */
const OFFICE_SHOWS: Readonly<Record<string, Texts>> = {
  'openpyxl.xlsx': CALCULATED,
  'write-excel-file.xlsx': CALCULATED,
  'exceljs.xlsx': { 'looks like an escape': '_x0041_' },
  'xlwt.xls': NUMERIC_BOOLEANS,
  'gnumeric.xls': NUMERIC_BOOLEANS,
  'libreoffice.xls': { ...NUMERIC_BOOLEANS, 'calculated text': 'ab' },
  'libreoffice-from-gnumeric.xls': { ...NUMERIC_BOOLEANS, 'calculated text': 'ab' },
  // It formats the values again, with the formats that it understands, and drops a line end that is no paragraph.
  'gnumeric.ods': { 'two lines': 'linebreak', 'half rounds up': '1.01', currency: ' 19.90', millions: '1234567.0M' },
};

async function readCells(file: string, form: 'shown' | 'stored'): Promise<Map<string, string>> {
  const opened = expectOk(await openBytes(readFileSync(join(FOLDER, file))));
  const { rows } = expectOk(opened.rows('Cells', ['Name', { column: 'Value', form }], 0, CELLS.length));
  return new Map(rows.map(([name = '', value = '']) => [name, value]));
}

describe.each(WORKBOOKS)('%s', (file) => {
  test('shows each cell as intended', async () => {
    const expected = CELLS.map((cell) => [cell.name, CHANGED[file]?.[cell.name] ?? cell.shown ?? cell.text ?? '']);
    expect([...(await readCells(file, 'shown'))]).toEqual(expected);
  });

  test('shows the same as LibreOffice', async () => {
    const csv = readFileSync(join(FOLDER, 'shown', `${file}.csv`), 'utf8');
    const office = Papa.parse<[string, string]>(csv.trimEnd()).data.slice(1);
    const own = [...(await readCells(file, 'shown'))];
    expect(own.map(([name, text]) => [name, OFFICE_SHOWS[file]?.[name] ?? text])).toEqual(office);
  });

  test('marks errors and formulas without a value, and nothing else', async () => {
    const opened = expectOk(await openBytes(readFileSync(join(FOLDER, file))));
    const { rows, errors } = expectOk(opened.rows('Cells', ['Name', 'Value'], 0, CELLS.length));
    const marked = errors.map((error) => rows[error.row]?.[1]);
    expect(marked).toEqual(rows.map((row) => row[1] ?? '').filter((text) => /^(?:#|=(?!SUM))/.test(text)));
    expect(errors.every((error) => error.column === 1)).toBe(true);
  });

  // It writes one sheet, and hides nothing.
  test.skipIf(file === 'write-excel-file.xlsx')('reports merged headings and hidden parts', async () => {
    const bytes = readFileSync(join(FOLDER, file));
    const opened = expectOk(await openBytes(bytes, { headingRows: 2, hiddenRows: 'skip', hiddenColumns: 'skip' }));
    const [, parts, secret] = opened.info.sheets;
    expect(parts).toMatchObject({ columns: ['Item', 'Price EUR', 'Note'], rowCount: 2, hiddenRowCount: 1 });
    expect(expectOk(opened.rows('Parts', ['Price EUR'], 0, 9)).rows).toEqual([['1'], ['5']]);
    // Gnumeric does not write into an .xlsx that a sheet is hidden.
    expect(secret?.hidden).toBe(file !== 'gnumeric.xlsx');
  });
});

test.each([
  ['libreoffice.fods', null],
  ['libreoffice.ods', 'meta.xml'],
  ['libreoffice-from-xls.ods', 'meta.xml'],
  ['libreoffice.xlsx', 'docProps/app.xml'],
  ['libreoffice-from-ods.xlsx', 'docProps/app.xml'],
])('%s was written by LibreOffice 7', (file, part) => {
  const bytes = readFileSync(join(FOLDER, file));
  const content =
    part === null ? undefined : xlsx.CFB.find(xlsx.CFB.read(bytes, { type: 'buffer' }), `/${part}`)?.content;
  expect(part === null ? bytes.toString() : Buffer.from(content as Uint8Array).toString()).toMatch(/LibreOffice\/7\./);
});

describe.each(WORKBOOKS.filter((name) => /\.xlsx?$/.test(name)))('%s beside SheetJS', (file) => {
  test('has the same values', async () => {
    const sheet = xlsx.read(readFileSync(join(FOLDER, file)), { type: 'buffer' }).Sheets['Cells'] ?? {};
    const own = [...(await readCells(file, 'stored'))];
    const different: unknown[] = [];
    for (const [i, [name, value]] of own.entries()) {
      const cell = sheet[`B${i + 2}`] as xlsx.CellObject | undefined;
      const peer = cell?.t === 'e' ? cell.w : cell?.v;
      const same = typeof peer === 'number' ? Number(value) === Number(peer.toPrecision(15)) : value === text(peer);
      // A formula without a value, which SheetJS leaves out or reads as 0, and `&#128512;`, which it loses.
      if (!same && !value.startsWith('=') && !value.endsWith('😀')) different.push([name, value, peer]);
    }
    expect(different).toEqual([]);
  });
});

function text(value: xlsx.CellObject['v']): string {
  return typeof value === 'boolean' ? String(value).toUpperCase() : String(value ?? '');
}
