import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesSource, type ByteSource } from '#data-worker/byte-source.ts';
import { CellGrid, type WorkbookCells } from '#data-worker/table/cell-grid.ts';
import { StringTable } from '#data-worker/table/string-table.ts';
import { SheetReader } from '#data-worker/xlsx/sheet-reader.ts';
import { readPart } from '#data-worker/xml/read-part.ts';
import { readZipDirectory, type ZipEntry } from '#data-worker/zip-directory.ts';
import { expectOk } from '#model/kernel/result.ts';
import { buildZip } from '../support/zip-builder.ts';

/** Usual, rare, and invalid parts; `@` is the reference of the cell. */
const USUAL = [
  '<c r="@"><v>1</v></c>',
  '<c r="@" s="1"><v>-12.50</v></c>',
  '<c r="@" s="2" t="s"><v>3</v></c>',
  '<c t="s" r="@"><v>0</v></c>',
  '<c r="@" t="n"><v>123456789012345</v></c>',
  '<c r="@" t="str"><v>a > b</v></c>',
  '<c r="@" t="inlineStr"><is><t>中文</t></is></c>',
  '<c r="@" t="inlineStr"><is><t xml:space="preserve"> x </t></is></c>',
  '<c r="@" t="b"><v>1</v></c>',
  '<c r="@" t="e"><v>#N/A</v></c>',
  '<c r="@" t="d"><v>2024-02-29</v></c>',
  '<c r="@" s="1"/>',
  '<c r="@"></c>',
  '<c><v>7</v></c>',
  '<c r="@"><f>A1+1</f><v>8</v></c>',
  '<c r="@"><f t="shared" si="0"/><v>9</v></c>',
  '<c r="@" cm="1" vm="2" x:y="z"><v>.5</v></c>',
  '<c r="@"><v>0.30000000000000004</v></c>',
  '<c r="@"><v>1E-7</v></c>',
  '<c r="@"><v>12345678901234567</v></c>',
];
const RARE = [
  '<c r="@"><f>A1&amp;B1</f><v>8</v></c>',
  '<c r="@"><f>A1</f></c>',
  '<c r="@" t="str"><v>a &amp; b</v></c>',
  '<c r="@" t="str"><v>a\r\nb</v></c>',
  "<c r='@'><v>1</v></c>",
  '<c  r = "@" ><v >1</v ></c >',
  '<c r="@" t="e"/>',
  '<c r="@" t="s"><v> 1 </v></c>',
  '<c r="@" t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r></is></c>',
  '<c r="@"><is><t>no type</t></is></c>',
  '<c r="@"><v></v></c>',
  '<c r="@"><v><![CDATA[5]]></v></c>',
  '<x:c r="@"><x:v>5</x:v></x:c>',
  '<c r="@" s="70000"><v>5</v></c>',
  '<c r="@" s="x"><v>5</v></c>',
  '<c r="@"><v>abc</v></c>',
  '<c r="@"><v>--5</v></c>',
  '<c r="@"><!-- a --><v>5</v></c>',
  '<c r="@"><extLst><v/></extLst></c>',
  '</row><row hidden="1">',
  '</row><row spans="1:3" ht="15">',
  '</row><row/><row>',
];
const WRONG = [
  '<c r="XFE1"><v>1</v></c>',
  '<c r="A0"><v>1</v></c>',
  '<c r=""><v>1</v></c>',
  '<c r="@" t="s"><v>99</v></c>',
  '<c r="@" t="s"><v>1.5</v></c>',
  '<c r="@" t="z"><v>1</v></c>',
  '<c r="@" t="str"><v>&unknown;</v></c>',
  '<c r="@"<v>1</v></c>',
  '<c r="@"><v>1</v></c></row></sheetData></worksheet>',
  '<c r="@ t="s"><v>1</v></c>',
  '<c r="@"><v>\0</v></c>',
  '<c r="@" t="\0"><v>1</v></c>',
];
const BLANKS = ['', '', '', ' ', '\n  ', '\r\n\t'];

interface Outcome {
  readonly cells: readonly unknown[];
  readonly [what: string]: unknown;
}

interface Piece {
  readonly cell: string;
  readonly column: number;
  readonly blank: string;
  readonly isNewRow: boolean;
}

const piece = (cells: readonly string[]): fc.Arbitrary<Piece> =>
  fc.record({
    cell: fc.constantFrom(...cells),
    column: fc.nat(27),
    blank: fc.constantFrom(...BLANKS),
    isNewRow: fc.boolean(),
  });

function sheetOf(pieces: readonly Piece[]): string {
  let row = 1;
  let xml = '<worksheet xmlns:x="x"><sheetData><row r="1">';
  for (const { cell, column, blank, isNewRow } of pieces) {
    if (isNewRow) xml += `</row>${blank}<row r="${++row}" spans="1:9">`;
    for (let at = cell.indexOf('<row'); at >= 0; at = cell.indexOf('<row', at + 1)) row++;
    const letters = column < 26 ? String.fromCharCode(65 + column) : `A${String.fromCharCode(39 + column)}`;
    xml += blank + cell.replaceAll('@', `${letters}${row}`) + blank;
  }
  return `${xml}</row></sheetData></worksheet>`;
}

/** The bytes in short chunks, so that tokens cross their boundaries. */
function inPieces(bytes: Uint8Array<ArrayBuffer>, pieceBytes: number): ByteSource {
  const whole = bytesSource(bytes);
  return { ...whole, read: (start, end) => whole.read(start, end - start <= 64 ? end : start + pieceBytes) };
}

async function read(
  bytes: Uint8Array<ArrayBuffer>,
  entry: ZipEntry,
  inBulk: boolean,
  pieceBytes: number,
): Promise<Outcome> {
  const strings = new StringTable();
  for (const text of ['zero', 'one', '', 'three']) strings.add(text);
  const workbook: WorkbookCells = { strings, formats: [], date1904: false, escapes: false, cells: 0, places: 0 };
  const grid = new CellGrid(workbook);
  const reader = new SheetReader(grid, strings, 4);
  const done = await readPart(
    inPieces(bytes, pieceBytes),
    entry,
    (token, scanner) => reader.take(token, scanner),
    { maxBytes: 1e6 },
    inBulk ? reader.bulk : undefined,
  );
  const cells: unknown[] = [];
  for (let row = 0; row < grid.rowCount; row++) {
    for (let column = 0; column < grid.columnCount; column++) {
      const kind = grid.kind(row, column);
      if (kind !== 0) cells.push([row, column, kind, grid.text(row, column)]);
    }
  }
  return { done, cells, count: workbook.cells, hidden: grid.hiddenRows };
}

/** Returns the number of cells. */
async function compare(xml: string, pieceBytes: number): Promise<number> {
  const zip = buildZip([{ name: 'sheet1.xml', data: new TextEncoder().encode(xml), stored: true }]);
  const entry = expectOk(await readZipDirectory(bytesSource(zip))).get('sheet1.xml');
  if (entry === undefined) throw new Error('no part');
  const alone = await read(zip, entry, false, pieceBytes);
  expect(await read(zip, entry, true, pieceBytes)).toEqual(alone);
  return alone.cells.length;
}

const pieceBytes = fc.oneof(fc.integer({ min: 65, max: 300 }), fc.constant(100_000));

test.each([...USUAL, ...RARE, ...WRONG])('the kernel reads %j like the parser without it', async (cell) => {
  const plain = { cell: '<c r="@"><v>1</v></c>', blank: '', isNewRow: false };
  await compare(
    sheetOf([
      { ...plain, column: 0 },
      { ...plain, cell, column: 1 },
      { ...plain, column: 2 },
    ]),
    100_000,
  );
});

test('sheets in all kinds of XML have the same cells with the kernel as without it', async () => {
  const pieces = fc.array(fc.oneof({ weight: 8, arbitrary: piece(USUAL) }, { weight: 1, arbitrary: piece(RARE) }), {
    maxLength: 120,
  });
  let found = 0;
  await fc.assert(
    fc.asyncProperty(pieces, pieceBytes, async (all, bytes) => {
      found += await compare(sheetOf(all), bytes);
    }),
    { numRuns: 300 },
  );
  expect(found).toBeGreaterThan(1000);
});

test('an error in a sheet is the same problem with the kernel as without it', async () => {
  const pieces = fc.array(fc.oneof({ weight: 20, arbitrary: piece([...USUAL, ...RARE]) }, piece(WRONG)), {
    maxLength: 60,
  });
  await fc.assert(
    fc.asyncProperty(pieces, pieceBytes, async (all, bytes) => {
      await compare(sheetOf(all), bytes);
    }),
    { numRuns: 300 },
  );
});

test('changed bytes of a sheet are read with the kernel as without it', async () => {
  const changes = fc.array(fc.tuple(fc.nat(4000), fc.constantFrom(...Array.from('<>/="\'& \0\r0c1rvts'))), {
    maxLength: 4,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece(USUAL), { minLength: 5, maxLength: 40 }),
      changes,
      pieceBytes,
      async (all, marks, bytes) => {
        const xml = Array.from(sheetOf(all));
        for (const [at, mark] of marks) xml[at % xml.length] = mark;
        await compare(xml.join(''), bytes);
      },
    ),
    { numRuns: 500 },
  );
});
