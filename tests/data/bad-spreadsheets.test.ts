import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as xlsx from 'xlsx';
import { bytesSource, openSpreadsheet } from '#data-worker/open-spreadsheet.ts';
import { expectOk } from '#model/kernel/result.ts';
import { buildXlsx, type XlsxOptions } from '#tests/support/xlsx-builder.ts';
import { buildZip, type ZipPart } from '#tests/support/zip-builder.ts';
import { allRows, openBytes, problemOf } from './open-bytes.ts';

const ROWS = [
  ['Code', 'Name'],
  ['00123', '中文'],
  ['00124', 'Latin'],
];

function workbook(options?: XlsxOptions): Uint8Array<ArrayBuffer> {
  return buildXlsx([{ name: 'Data', rows: ROWS }], options);
}

/** A workbook with `change` applied to the XML of one part. */
function withXml(part: string, change: (xml: string) => string): Uint8Array<ArrayBuffer> {
  return workbook({
    change: (parts) =>
      parts.map((each) =>
        each.name.endsWith(part)
          ? { ...each, data: new TextEncoder().encode(change(new TextDecoder().decode(each.data))) }
          : each,
      ),
  });
}

function withPart(part: string, change: Partial<ZipPart>): Uint8Array<ArrayBuffer> {
  return workbook({
    change: (parts) => parts.map((each) => (each.name.endsWith(part) ? { ...each, ...change } : each)),
  });
}

describe('files of other types', () => {
  test('rejects empty, foreign and random ones', async () => {
    expect(await problemOf('')).toBe('data.empty');
    expect(await problemOf('%PDF-1.7\n')).toBe('file.wrongType');
    expect(await problemOf('PK\u0003\u0004 nothing more')).toBe('data.unreadable');
    expect(await problemOf(buildZip([{ name: 'hello.txt', data: new Uint8Array(3) }]))).toBe('file.wrongType');
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 64, maxLength: 4096 }), async (bytes) => {
        expect(await problemOf(bytes)).not.toBe('ok');
      }),
      { numRuns: 200 },
    );
  });

  test('rejects an encrypted workbook', async () => {
    const container = xlsx.CFB.utils.cfb_new();
    xlsx.CFB.utils.cfb_add(container, '/EncryptionInfo', Buffer.from('4000'));
    xlsx.CFB.utils.cfb_add(container, '/EncryptedPackage', Buffer.alloc(6000));
    const bytes = xlsx.CFB.write(container, { type: 'array' }) as unknown as Uint8Array;
    expect(await problemOf(Uint8Array.from(bytes))).toBe('data.encrypted');
    expect(await problemOf(withPart('sheet1.xml', { forged: { flags: 1 } }))).toBe('data.encrypted');
  });

  test('rejects a compound file that is no workbook', async () => {
    const container = xlsx.CFB.utils.cfb_new();
    xlsx.CFB.utils.cfb_add(container, '/WordDocument', Buffer.alloc(5000));
    const bytes = xlsx.CFB.write(container, { type: 'array' }) as unknown as Uint8Array;
    expect(await problemOf(Uint8Array.from(bytes))).toBe('file.wrongType');
  });
});

describe('workbooks without data', () => {
  test('rejects workbooks without sheets and with empty sheets', async () => {
    expect(await problemOf(buildXlsx([]))).toBe('data.noSheets');
    expect(await problemOf(buildXlsx([{ name: 'A', rows: [] }]))).toBe('data.empty');
    expect(await problemOf(buildXlsx([{ name: 'A', rows: [['Heading']] }]))).toBe('data.empty');
  });

  test('counts rows of a hidden sheet as rows', async () => {
    const sheets = [
      { name: 'A', hidden: true, rows: ROWS },
      { name: 'B', rows: [] },
    ];
    expect(expectOk(await openBytes(buildXlsx(sheets))).info.sheets.map(({ name, hidden }) => [name, hidden])).toEqual([
      ['A', true],
      ['B', false],
    ]);
  });
});

describe('damage', () => {
  test('every truncation is a problem', async () => {
    const bytes = workbook();
    for (let length = 0; length < bytes.length; length += 37) {
      const code = await problemOf(bytes.subarray(0, length));
      expect(['data.unreadable', 'data.empty', 'file.wrongType'], `at ${length}`).toContain(code);
    }
  });

  test('a flipped bit never changes a cell silently', async () => {
    const bytes = workbook();
    const whole = await allRows(bytes);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length * 8 - 1), async (bit) => {
        const flipped = bytes.slice();
        flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        const opened = await openBytes(flipped);
        if (!opened.ok) return;
        // A file may still open if the changed bit is in a time stamp or in a field that the directory repeats.
        expect(opened.value.info.sheets[0]?.columns).toEqual(whole.columns);
        expect(await allRows(flipped)).toEqual(whole);
      }),
      { numRuns: 400 },
    );
  });

  test.each([
    ['a lying crc', withPart('sheet1.xml', { forged: { crc: 1 } })],
    ['a packed size that leaves nothing', withPart('sheet1.xml', { forged: { packedBytes: 3 } })],
    ['an unknown way of packing', withPart('sheet1.xml', { forged: { method: 12 } })],
    ['overlapping parts', withPart('sheet1.xml', { forged: { offset: 0 } })],
    ['a part outside', withPart('sheet1.xml', { forged: { offset: 1e8 } })],
    ['a part twice', workbook({ change: (parts) => [...parts, ...parts.slice(-1)] })],
    ['a missing sheet', workbook({ change: (parts) => parts.filter((part) => !part.name.includes('sheet1')) })],
    [
      'a DOCTYPE',
      withXml('sheet1.xml', (xml) => xml.replace('<worksheet', '<!DOCTYPE x [<!ENTITY a "b">]><worksheet')),
    ],
    ['an unknown entity', withXml('sharedStrings.xml', (xml) => xml.replace('Latin', '&nbsp;'))],
    ['an unclosed comment', withXml('sheet1.xml', (xml) => xml.replace('</sheetData>', '<!-- '))],
    ['an unclosed root', withXml('sheet1.xml', (xml) => xml.replace('</worksheet>', ''))],
    ['a zero byte', withXml('sheet1.xml', (xml) => xml.replace('<sheetData>', '<sheetData>\0'))],
    ['a shared string out of range', withXml('sheet1.xml', (xml) => xml.replace('<v>0</v>', '<v>99</v>'))],
    ['a cell in another row', withXml('sheet1.xml', (xml) => xml.replace('"A2"', '"A7"'))],
    ['a broken reference', withXml('sheet1.xml', (xml) => xml.replace('"A2"', '"12"'))],
    ['text that is not UTF-8', withXml('sharedStrings.xml', (xml) => xml.replace('UTF-8', 'utf-7'))],
  ])('%s', async (_name, bytes) => {
    expect(await problemOf(bytes)).toBe('data.unreadable');
  });
});

describe('limits decompression bombs', () => {
  test.each([
    ['a column ZZZZZZ', withXml('sheet1.xml', (xml) => xml.replace('"A2"', '"ZZZZZZ2"'))],
    ['a row beyond the last', withXml('sheet1.xml', (xml) => xml.replace('<row r="2"', '<row r="1048577"'))],
    ['a huge cell', withXml('sheet1.xml', (xml) => xml.replace('<v>0</v>', `<v>${'x'.repeat(9e6)}</v>`))],
    [
      'cells far apart',
      withXml('sheet1.xml', () => {
        const cells = Array.from({ length: 120 }, (_, page) => {
          const row = page * 4096 + 4096;
          const columns = Array.from({ length: 200 }, () => '<c><v>1</v></c>').join('');
          return `<row r="${row}">${columns}</row>`;
        });
        return `<worksheet><sheetData>${cells.join('')}</sheetData></worksheet>`;
      }),
    ],
    [
      'a part that inflates a thousand times',
      withXml('sheet1.xml', (xml) => xml.replace('</sheetData>', `${' '.repeat(40e6)}</sheetData>`)),
    ],
    [
      'too many parts',
      workbook({
        zip64: true,
        change: (parts) => [
          ...parts,
          ...Array.from({ length: 65_600 }, (_, i) => ({ name: `x${i}`, data: new Uint8Array(0) })),
        ],
      }),
    ],
  ])('%s', async (_name, bytes) => {
    expect(await problemOf(bytes)).toBe('data.tooLarge');
  });

  test('limits a CSV of nothing but delimiters', async () => {
    expect(await problemOf(`a,b\n${','.repeat(3e6)}\n1,2\n`)).toBe('data.tooLarge');
    const wide = await allRows(`a,b${','.repeat(16_000)}\n${'1,2\n'.repeat(100_000)}`);
    expect([wide.columns, wide.rows.length]).toEqual([['a', 'b'], 100_000]);
  });

  test('ignores a link over the whole sheet', async () => {
    const bytes = withXml('sheet1.xml', (xml) =>
      xml.replace('</sheetData>', '</sheetData><hyperlinks><hyperlink ref="A1:XFD1048576"/></hyperlinks>'),
    );
    expect((await allRows(bytes)).rows).toHaveLength(2);
  });
});

describe('stopping', () => {
  test('an abort ends the reading', async () => {
    const rows = Array.from({ length: 20_000 }, (_, i) => [`row ${i}`, i]);
    const bytes = buildXlsx([{ name: 'Data', rows }]);
    const controller = new AbortController();
    const seen: number[] = [];
    const opened = await openSpreadsheet(bytesSource(bytes), 'x.xlsx', {
      signal: controller.signal,
      onProgress: ({ bytesDone }) => {
        seen.push(bytesDone);
        controller.abort();
      },
    });
    expect(opened).toMatchObject({ ok: false, error: { code: 'aborted' } });
    expect(seen.length).toBeGreaterThan(0);
  });

  test('reports a file that disappears', async () => {
    const source = { size: 1000, read: () => Promise.reject(new DOMException('gone', 'NotReadableError')) };
    expect(await openSpreadsheet(source, 'x.xlsx')).toMatchObject({ error: { code: 'file.unreadable' } });
  });
});
