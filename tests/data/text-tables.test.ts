import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesSource, openSpreadsheet } from '#data-worker/open-spreadsheet.ts';
import { TEXT_ENCODINGS, USUAL_DELIMITERS, type TextEncoding } from '#model/elements/base/reading.ts';
import { expectOk } from '#model/kernel/result.ts';
import { encodeText } from '#tests/support/encode-text.ts';
import { allRows } from './open-bytes.ts';

/** Characters beyond ASCII that an encoding has. */
const SAMPLES: Readonly<Partial<Record<TextEncoding, string>>> = {
  'utf-8': '中é😀ж',
  'utf-16le': '中é😀ж一',
  'utf-16be': '中é😀ж一',
  gb18030: '中文价格ж',
  big5: '中文價格',
  shift_jis: '名前ｶﾅ表',
  'euc-jp': '名前かな',
  'euc-kr': '가격이름',
  'windows-1250': 'łžé',
  'windows-1251': 'жЯё',
  'windows-1252': 'éß€',
  'windows-1253': 'αΩ',
  'windows-1254': 'ğİş',
  'windows-1255': 'אב',
  'windows-1256': 'عرب',
  'windows-1257': 'ąžū',
  'windows-874': 'กข',
  'iso-8859-2': 'łš',
  'iso-8859-5': 'жЯ',
  'koi8-r': 'жЯ',
  ibm866: 'жЯ',
};

describe('random tables', () => {
  const encodings = TEXT_ENCODINGS.filter((encoding) => SAMPLES[encoding] !== undefined);
  test.each(encodings)('%s: every cell is read back, with any characters between and around', async (encoding) => {
    const letters = [...(SAMPLES[encoding] ?? '')];
    const cell = fc.string({
      unit: fc.constantFrom(...letters, 'a', '0', ' ', ',', ';', '\t', '|', '"', "'", '\n', '\r'),
      maxLength: 8,
    });
    const table = fc
      .tuple(fc.integer({ min: 2, max: 4 }), fc.integer({ min: 1, max: 8 }))
      .chain(([columns, rows]) =>
        fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows }),
      );
    await fc.assert(
      fc.asyncProperty(
        table,
        fc.constantFrom(...USUAL_DELIMITERS, '^'),
        fc.constantFrom('"', "'"),
        fc.boolean(),
        fc.constantFrom('\n', '\r\n', '\r'),
        async (rows, delimiter, quote, always, lineEnd) => {
          const write = (text: string): string =>
            always || text.includes(delimiter) || text.includes(quote) || /[\r\n]/.test(text)
              ? quote + text.replaceAll(quote, quote + quote) + quote
              : text;
          const columns = (rows[0] ?? []).map((_, i) => `c${i}`);
          const end = columns.map(() => 'end');
          const text = [columns, ...rows, end].map((row) => row.map(write).join(delimiter)).join(lineEnd);
          const opened = expectOk(
            await openSpreadsheet(bytesSource(Uint8Array.from(encodeText(text, encoding))), 'a.csv', {
              reading: { encoding, delimiter, quote },
            }),
          );
          expect(expectOk(opened.rows('Sheet1', columns, 0, 99)).rows).toEqual([...rows, end]);
          expect(opened.info.text?.badCells).toBeNull();
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe('old exchange formats of spreadsheets', () => {
  test('SYLK', async () => {
    const sylk = [
      'ID;PWXL;N;E',
      'C;Y1;X1;K"Name"',
      'C;X2;K"Code"',
      'C;Y2;X1;K"Tee für 中文"',
      'C;X2;K"00123"',
      'C;Y3;X1;K"Milk"',
      'C;X2;K42',
      'E',
      '',
    ];
    expect(await allRows(sylk.join('\r\n'))).toMatchObject({
      columns: ['Name', 'Code'],
      rows: [
        ['Tee für 中文', '00123'],
        ['Milk', '42'],
      ],
    });
  });

  test('DIF', async () => {
    const head = ['TABLE', '0,1', '"EXCEL"', 'VECTORS', '0,2', '""', 'TUPLES', '0,2', '""', 'DATA', '0,0', '""'];
    const rows = [
      '-1,0',
      'BOT',
      '1,0',
      '"Name"',
      '1,0',
      '"Code"',
      '-1,0',
      'BOT',
      '1,0',
      '"Müller 中文"',
      '1,0',
      '"00123"',
      '-1,0',
      'EOD',
      '',
    ];
    expect(await allRows([...head, ...rows].join('\r\n'))).toMatchObject({
      columns: ['Name', 'Code'],
      rows: [['Müller 中文', '00123']],
    });
  });
});
