import { describe, expect, test } from 'vitest';
import { findEncoding } from '#data-worker/csv/find-encoding.ts';
import { encodingsInQuestion, type TextEncoding } from '#model/elements/base/reading.ts';
import { expectOk } from '#model/kernel/result.ts';
import { encodeText } from '#tests/support/encode-text.ts';
import { LABEL_WORDS, type LabelLanguage } from '#tests/support/label-words.ts';
import { SEED } from '#tests/support/seed.ts';
import { allRows, openBytes, problemOf } from './open-bytes.ts';

const LANGUAGES: readonly (readonly [TextEncoding, readonly LabelLanguage[]])[] = [
  ['gb18030', ['zh']],
  ['big5', ['zh-TW']],
  ['shift_jis', ['ja']],
  ['euc-jp', ['ja']],
  ['euc-kr', ['ko']],
  ['windows-1250', ['pl', 'cs', 'hu']],
  ['windows-1251', ['ru', 'uk']],
  ['windows-1252', ['de', 'fr', 'es']],
  ['windows-1253', ['el']],
  ['windows-1254', ['tr']],
  ['windows-1255', ['he']],
  ['windows-1256', ['ar']],
  ['windows-1257', ['lt']],
  ['windows-874', ['th']],
  ['iso-8859-2', ['pl', 'cs']],
  ['iso-8859-5', ['ru']],
  ['koi8-r', ['ru']],
  ['ibm866', ['ru']],
];
const UNICODE = ['utf-8', 'utf-16le', 'utf-16be'] as const;

/** A realistic table: codes, names, prices. */
function createTable(language: LabelLanguage, rowCount: number, seed: number): string {
  let state = seed >>> 0;
  const pick = <T>(list: readonly T[]): T => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return list[Math.floor((state / 2 ** 32) * list.length)] as T;
  };
  const words = LABEL_WORDS[language].split(' ');
  const codes = ['A-100', '00123', '9.99', '4006381333931', 'kg', 'XL', '2024-01-05'];
  const rows = Array.from({ length: rowCount }, () => [pick(codes), `${pick(words)} ${pick(words)}`, pick(codes)]);
  return [[pick(words), 'Name', 'Price'], ...rows].map((row) => row.join(';')).join('\r\n');
}

describe.each(LANGUAGES)('%s', (encoding, languages) => {
  test.each(languages)('%s is read correctly, or the user is asked', async (language) => {
    for (const rowCount of [10, 40]) {
      for (let i = 0; i < 5; i++) {
        const text = createTable(language, rowCount, SEED + i);
        const bytes = encodeText(text, encoding);
        const found = await findEncoding(bytes);
        const texts = [found.encoding, ...found.others].map((each) => new TextDecoder(each).decode(bytes));
        expect(texts, `${SEED + i}`).toContain(text);
      }
    }
  });
});

describe('UTF', () => {
  test.each(Object.keys(LABEL_WORDS) as LabelLanguage[])(
    '%s, with and without a mark, without any doubt',
    async (language) => {
      for (const rowCount of [2, 20]) {
        const text = createTable(language, rowCount, SEED);
        for (const encoding of UNICODE) {
          for (const mark of ['', '\ufeff']) {
            const bytes = encodeText(mark + text, encoding);
            expect(await findEncoding(bytes)).toMatchObject({ encoding, others: [], marked: mark !== '' });
            const { columns, rows } = await allRows(bytes);
            expect([columns, ...rows].map((row) => row.join(';')).join('\r\n')).toBe(text);
          }
        }
      }
    },
  );

  test("reads Excel's Unicode Text of Chinese without any ASCII", async () => {
    for (const encoding of ['utf-16le', 'utf-16be'] as const) {
      const bytes = encodeText('名称\t价格\r\n苹果汁\t一元\r\n一一\t二元\r\n', encoding);
      expect((await allRows(bytes)).rows).toEqual([
        ['苹果汁', '一元'],
        ['一一', '二元'],
      ]);
    }
  });

  test('reads Japanese in seven bits', async () => {
    const { columns, rows } = await allRows(encodeText('品名,価格\nりんご,100\n', 'iso-2022-jp'));
    expect({ columns, rows }).toEqual({ columns: ['品名', '価格'], rows: [['りんご', '100']] });
  });

  test('a few Chinese characters in GB 18030 that look like UTF-8 are asked about', async () => {
    // 元 is D4 AA, which in UTF-8 is a letter of Komi.
    const found = await findEncoding(encodeText('Unit,n\n元,1\n', 'gb18030'));
    expect([found.encoding, ...found.others]).toContain('gb18030');
  });
});

describe('undecodable content', () => {
  const good = 'Name;Price\nMüller;1\nJäger;2\n名称;3\n';

  test('a wrong byte in UTF-8 is an error of its cell with its position, and the rest is kept', async () => {
    const bytes = Uint8Array.from([...new TextEncoder().encode(good), 0x41, 0xe4, 0x3b, 0x34, 0x0a]);
    const opened = expectOk(await openBytes(bytes));
    expect(opened.info.text).toMatchObject({
      encoding: 'utf-8',
      badCells: { count: 1, row: 5, column: 'A' },
    });
    const { rows, errors } = expectOk(opened.rows('Sheet1', ['Name', 'Price'], 0, 9));
    expect(rows).toEqual([
      ['Müller', '1'],
      ['Jäger', '2'],
      ['名称', '3'],
      ['A\ufffd', '4'],
    ]);
    expect(errors).toEqual([{ row: 3, column: 0, text: 'A\ufffd' }]);
  });

  test('a replacement character from another program is an error too, and so is a zero', async () => {
    const opened = expectOk(await openBytes('a,b\nM\ufffdller,1\nx,2\0\nok,3\n'));
    expect(opened.info.text?.badCells).toEqual({ count: 2, row: 2, column: 'A' });
    expect(expectOk(opened.rows('Sheet1', ['a', 'b'], 0, 9)).errors).toEqual([
      { row: 0, column: 0, text: 'M\ufffdller' },
      { row: 1, column: 1, text: '2\0' },
    ]);
  });

  test('a file with another encoding in its second half is asked about', async () => {
    const bytes = Uint8Array.from([...encodeText('Name\nMüller\n', 'utf-8'), ...encodeText('Jäger\n', 'windows-1252')]);
    const found = await findEncoding(bytes);
    expect(found.encoding).toBe('utf-8');
    expect(found.others.length).toBeGreaterThan(0);
  });

  test('a file of mostly zeros after its beginning is no table', async () => {
    const bytes = new Uint8Array(4_000_000);
    bytes.set(new TextEncoder().encode(`a,b\n${'1,2\n'.repeat(20_000)}`));
    bytes.set(new TextEncoder().encode('end'), bytes.length - 3);
    expect(await problemOf(bytes)).toBe('data.unreadable');
  });

  test('zeros and the Ctrl-Z of DOS at the end are no row', async () => {
    for (const end of ['\u001a', '\u001a\u001a\0\0', '\0\0\0', '\r\n\u001a']) {
      expect((await allRows(`a,b\r\n1,2${end}`)).rows).toEqual([['1', '2']]);
    }
  });
});

describe('text characters', () => {
  test('the separators of barcodes are kept', async () => {
    const gs1 = '0109501101530003\u001d17150119\u001d10AB-123';
    const iso15434 = '[)>\u001e06\u001d1PABC\u001e\u0004';
    expect((await allRows(`code,n\n${gs1},1\n${iso15434},2\n`)).rows).toEqual([
      [gs1, '1'],
      [iso15434, '2'],
    ]);
  });

  test.each([
    ['JSON', '{"name": "a", "rows": [1, 2]}'],
    ['a JSON list', '[{"a": 1},\n{"a": 2}]'],
    ['XML', '<?xml version="1.0"?><rows><row a="1"/></rows>'],
    ['PDF', '%PDF-1.7\n1 0 obj'],
  ])('%s is no table', async (_name, text) => {
    expect(await problemOf(text)).toBe('file.wrongType');
  });
});

describe('a file without a declared encoding, with several candidates', () => {
  const html = '<table><tr><td>Name</td></tr><tr><td>Ш 12</td></tr></table>';
  const sylk = 'ID;PWXL;N;E\r\nC;Y1;X1;K"Name"\r\nC;Y2;X1;K"Ш 12"\r\nE\r\n';
  test.each([
    ['CSV', 'Name;n\nШ 12;1\n'],
    ['an HTML table', html],
    ['SYLK', sylk],
  ])('%s is rejected with the candidate encodings, and is read in the selected one', async (_, text) => {
    const bytes = encodeText(text, 'windows-1251');
    const refused = await openBytes(bytes);
    if (refused.ok) throw new Error('it was read');
    expect(refused.error.code).toBe('data.encodingUnsure');
    expect(encodingsInQuestion(refused.error)).toContain('windows-1251');
    expect((await allRows(bytes, { encoding: 'windows-1251' })).rows[0]?.[0]).toBe('Ш 12');
  });

  test('HTML with a declared encoding is read without asking', async () => {
    const said = html.replace('<table>', '<meta charset="windows-1251"><table>');
    expect((await allRows(encodeText(said, 'windows-1251'))).rows).toEqual([['Ш 12']]);
  });

  test('HTML, SYLK and DIF name their encoding, and whether a choice would change it', async () => {
    const encodingOf = async (bytes: Uint8Array | string): Promise<unknown> =>
      expectOk(await openBytes(bytes)).info.encoding;
    const said = (name: string): string => html.replace('<table>', `<meta charset="${name}"><table>`);
    const greek = encodeText(said('iso-8859-7'), 'windows-1251');
    expect(await encodingOf(greek)).toEqual({ name: 'iso-8859-7', isMarked: false });
    expect(expectOk(await openBytes(greek, { encoding: 'windows-1251' })).info.encoding?.name).toBe('windows-1251');
    const marked = encodeText('\ufeff' + html, 'utf-16le');
    expect(await encodingOf(marked)).toEqual({ name: 'utf-16le', isMarked: true });
    expect(await encodingOf(sylk)).toEqual({ name: 'utf-8', isMarked: false });
    expect(await encodingOf('Name;n\na;1\n')).toBeUndefined();
  });
});
