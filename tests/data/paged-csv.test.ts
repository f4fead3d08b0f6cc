import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import type { SpreadsheetReading } from '#model/elements/base/reading.ts';
import type { TextForm } from '#protocol/spreadsheet.ts';
import { bytesSource, type ByteSource } from '#data-worker/byte-source.ts';
import { openSpreadsheet, type OpenedSpreadsheet } from '#data-worker/open-spreadsheet.ts';
import { BLOCK, createCellBlock } from '#data-worker/table/cell-block.ts';

const encoder = new TextEncoder();

/** A source whose bytes can be read at any time, as a file in Node. */
function createFile(bytes: Uint8Array<ArrayBuffer>): ByteSource {
  const { size, read } = bytesSource(bytes);
  return { size, read, readNow: (start, end) => bytes.slice(start, end) };
}

function open(source: ByteSource, reading?: SpreadsheetReading): ReturnType<typeof openSpreadsheet> {
  return openSpreadsheet(source, 'rows.csv', { reading });
}

/** All that a reader sees of the only sheet. */
function contentOf(spreadsheet: OpenedSpreadsheet): unknown {
  const { sheets, text, connection } = spreadsheet.info;
  const [sheet] = sheets;
  if (sheet === undefined) throw new Error('no sheet');
  const rows = expectOk(spreadsheet.rows(sheet.name, sheet.columns, 0, sheet.rowCount));
  return { sheets, text, connection, rows };
}

/** Compares the pages with the same text held in memory, and gives what `info` says about the text, or the problem. */
async function expectSame(
  bytes: Uint8Array<ArrayBuffer>,
  reading?: SpreadsheetReading,
): Promise<TextForm | string | null> {
  const [paged, whole] = [await open(createFile(bytes), reading), await open(bytesSource(bytes), reading)];
  if (!whole.ok) {
    expect(paged).toEqual(whole);
    return whole.error.code;
  }
  expect(contentOf(expectOk(paged))).toEqual(contentOf(whole.value));
  return whole.value.info.text;
}

/** Rows of about `bytes` bytes in all: enough for several pages. */
function createRows(bytes: number, rowOf: (row: number) => string, lineEnd = '\n'): string {
  const lines = [`number,text${lineEnd}`];
  for (let [row, length] = [0, 0]; length < bytes; row++) {
    const line = `${row},${rowOf(row)}${lineEnd}`;
    length += line.length;
    lines.push(line);
  }
  return lines.join('');
}

const LONG = 1_500_000;

function latin1(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

function utf16(text: string, littleEndian: boolean): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), littleEndian);
  return bytes;
}

describe('a long text read page by page has the rows, headings and problems of one in memory:', () => {
  test('in UTF-8, with a mark and marks within', async () => {
    const text = `\u{FEFF}${createRows(LONG, (row) => `Crème ${row} 静区 \u{FEFF}`)}`;
    expect(await expectSame(encoder.encode(text))).toMatchObject({ encoding: 'utf-8', isMarked: true });
  });

  test('in Latin-1, detected and chosen', async () => {
    const bytes = latin1(createRows(LONG, (row) => `Café à la crème, n° ${row}, für Köln`.replaceAll(',', ';')));
    expect(await expectSame(bytes)).toMatchObject({ encoding: 'windows-1252', isMarked: false });
    await expectSame(bytes, { encoding: 'windows-1252' });
  });

  test.each(['\n', '\r\n', '\r'])('in UTF-16 in both orders, with lines that end with %j', async (lineEnd) => {
    const text = createRows(LONG / 2, (row) => `\u{0A0D}\u{0D0A} 静区 ${row}`, lineEnd);
    for (const littleEndian of [true, false]) await expectSame(utf16(`\u{FEFF}${text}`, littleEndian));
  });

  test.each(['\n', '\r\n', '\r'])(
    'with quoted line breaks across the pages, and lines that end with %j',
    async (end) => {
      const bytes = encoder.encode(
        createRows(LONG, (row) => `"${'line of a note\r\n""quoted"",\n'.repeat(row % 9)}${row}"`, end),
      );
      await expectSame(bytes);
      await expectSame(bytes, { skippedRows: 3, headingRows: 2 });
    },
  );

  test('with a cell longer than several pages', async () => {
    const cell = `"${'many lines\n'.repeat(90_000)}"`;
    await expectSame(encoder.encode(`${createRows(LONG, String)}x,${cell}\n${createRows(LONG, String)}`));
  });

  test('with a truncated last row, empty rows and a zero-filled end', async () => {
    const text = `${createRows(LONG, (row) => `Row ${row}`)}\n\n,,\n999,"Last`;
    await expectSame(encoder.encode(`${text}"`));
    await expectSame(encoder.encode(`${text}"\n\n\n\u{1A}${'\0'.repeat(600_000)}`));
    expect(await expectSame(encoder.encode(text))).toBe('data.unclosedQuote');
  });

  test('with bytes that cannot be decoded', async () => {
    const bytes = encoder.encode(createRows(LONG, (row) => `Größe ${row}`));
    for (const at of [300, 400_000, 1_400_000]) bytes[at] = 0;
    expect(await expectSame(bytes)).toMatchObject({ badCells: { count: 3 } });
  });

  test('in Japanese encodings, of which one changes its state within lines', async () => {
    const line = Uint8Array.of(0x83, 0x65, 0x83, 0x58, 0x83, 0x67, 0x2c, 0x31, 0x0a);
    const bytes = new Uint8Array(line.length * 150_000);
    for (let at = 0; at < bytes.length; at += line.length) bytes.set(line, at);
    await expectSame(bytes, { encoding: 'shift_jis', headingRows: 0 });
    const jis = encoder.encode('\u{1B}$B%F%9%H\u{1B}(B,1\n'.repeat(80_000));
    await expectSame(jis, { encoding: 'iso-2022-jp', headingRows: 0 });
  });

  test('with a delimiter that the file names', async () => {
    await expectSame(encoder.encode(`sep=;\n${createRows(LONG, String).replaceAll(',', ';')}`));
  });

  test('with any cells, also wrongly quoted ones', async () => {
    const unit = fc.constantFrom('a', '"', '""', ',', '\n', '\r', 'é', ' ');
    const cell = fc.string({ unit, maxLength: 12 });
    const part = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(part, fc.boolean(), async (rows, isTorn) => {
        const quoted = rows.map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')).join('\n');
        const some = `${quoted}\n${isTorn ? 'a"b,"c"d,""\n' : ''}`;
        await expectSame(encoder.encode(`x\n${some.repeat(Math.ceil(1_100_000 / some.length))}`), {
          encoding: 'utf-8',
        });
      }),
      { numRuns: 8 },
    );
  });
});

test('gives any window and any block of cells, in any order', async () => {
  const bytes = encoder.encode(createRows(LONG, (row) => `"Row ""${row}"""`));
  const [paged, whole] = [expectOk(await open(createFile(bytes))), expectOk(await open(bytesSource(bytes)))];
  const { rowCount } = paged.info.sheets[0] ?? { rowCount: 0 };
  const tables = [paged, whole].map((each) => expectOk(each.sheet('Sheet1')).table);
  const texts = (index: number, row: number, count: number): unknown => {
    const block = createCellBlock();
    const decoder = new TextDecoder();
    tables[index]?.readBlock(0, row, count, block);
    return Array.from({ length: count }, (_, i) =>
      block.kinds[i] === BLOCK.text
        ? decoder.decode(block.bytes.subarray(block.starts[i], block.ends[i]))
        : block.kinds[i],
    );
  };
  fc.assert(
    fc.property(fc.nat(rowCount - 1), fc.integer({ min: 1, max: 4096 }), (row, count) => {
      const windows = [paged, whole].map((each) => each.rows('Sheet1', ['text', 'number'], row, count));
      expect(windows[0]).toEqual(windows[1]);
      expect(texts(0, row, count)).toEqual(texts(1, row, count));
    }),
    { numRuns: 30 },
  );
});

test('holds no more than a few pages of the file', async () => {
  const bytes = encoder.encode(createRows(LONG, String));
  const reads: number[] = [];
  const file = createFile(bytes);
  const source: ByteSource = {
    ...file,
    readNow(start, end) {
      reads.push(end - start);
      return file.readNow?.(start, end) ?? bytes;
    },
  };
  const opened = expectOk(await open(source));
  const { rowCount } = opened.info.sheets[0] ?? { rowCount: 0 };
  reads.length = 0;
  for (let row = 0; row < rowCount; row += 64) expectOk(opened.rows('Sheet1', ['text'], row, 64));
  // Each page once, although 64 rows are read at a time.
  expect(reads.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(bytes.length);
  expect(Math.max(...reads)).toBeLessThanOrEqual(1 << 18);
});
