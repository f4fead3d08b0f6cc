import { describe, expect, test } from 'vitest';
import { findEncoding } from '#data-worker/csv/find-encoding.ts';
import type { TextEncoding } from '#model/elements/base/reading.ts';
import { encodeText } from '#tests/support/encode-text.ts';
import { createEncodedTables, type EncodedTable } from '#tests/support/encoded-tables.ts';
import { SEED } from '#tests/support/seed.ts';

/** All at night. */
const TABLES = process.env['EVERY_CASE'] === '1' ? 2000 : 500;

/** What a file would print in the encoding. Encodings without the apostrophe use `'`. */
function textIn({ bytes }: Pick<EncodedTable, 'bytes'>, encoding: TextEncoding): string {
  return new TextDecoder(encoding).decode(bytes).replaceAll('’', "'");
}

test(`${TABLES} tables in 15 languages are read correctly, or asked about (seed ${SEED})`, async () => {
  const wrong: string[] = [];
  let asked = 0;
  for (const table of createEncodedTables(TABLES, SEED)) {
    const { encoding, others } = await findEncoding(table.bytes);
    const readings = [encoding, ...others].map((each) => textIn(table, each));
    if (!readings.includes(table.text.replaceAll('’', "'"))) {
      wrong.push(`${table.language} ${table.encoding} as ${encoding}: ${JSON.stringify(table.text.slice(0, 80))}`);
    }
    if (others.length > 0) {
      asked++;
      expect(table.encoding, table.text).not.toMatch(/^UTF/);
    }
  }
  expect(wrong).toEqual([]);
  expect(asked / TABLES).toBeLessThan(0.15);
});

describe('a short file in one encoding is not taken for another script', () => {
  test.each([
    ['GREGORIO ÁLVAREZ,LEÓN\nMARÍA NÚÑEZ,CORUÑA\n', 'windows-1252'],
    ['JÜRGEN,62\nBRÖTCHEN,46\nKÄSE SCHÖN,55\n', 'windows-1252'],
    ['ÉPICERIE,57\nFRANÇOIS,53\nCHÂTEAU CRÈME,95\n', 'windows-1252'],
    ['10 µm\n', 'windows-1252'],
    ['25 °C\n', 'windows-1252'],
    ['Müller\n', 'windows-1252'],
    ['ЗАО РЫБА;1\nМЫЛО;2\n', 'windows-1251'],
    ['Сергей;1\nОльга;2\n', 'koi8-r'],
    ['ŁÓDŹ;1\nŚWIĘTA;2\n', 'windows-1250'],
    ['ЗАО РЫБА;1\nМЫЛО;2\n', 'iso-8859-5'],
    ['Мінск;1\n', 'iso-8859-5'],
    ['商品名称;数量\n不锈钢螺丝;3\n', 'gb18030'],
  ] as const)('%j', async (text, encoding) => {
    expect(await findEncoding(encodeText(text, encoding))).toMatchObject({ encoding, others: [] });
  });
});

test.each([
  ['Ø 12\n', 'windows-1252'],
  ['Ш 12\n', 'windows-1251'],
  ['Яблоко\n', 'iso-8859-5'],
  ['À 7\nÁ 8\n', 'windows-1252'],
  ['А 7\nБ 8\n', 'windows-1251'],
] as const)('%j alone may be in several encodings, and its own is among the offered ones', async (text, own) => {
  const { encoding, others } = await findEncoding(encodeText(text, own));
  expect(others).not.toEqual([]);
  expect([encoding, ...others]).toContain(own);
});

test('a file in a rare encoding, such as one of DOS, is asked about', async () => {
  // "Größe", "Müller" and "Straße" in code page 850.
  const bytes = Uint8Array.from(Buffer.from('Gr\u0094\u00e1e\nM\u0081ller\nStra\u00e1e\n', 'latin1'));
  expect((await findEncoding(bytes)).others).not.toEqual([]);
});

test.each(['Brașov;Ștefan', 'Şəki', 'ƒ 2.8', 'Ґалаґан', 'Երևան', 'Żółć', 'Ø 12', '10 µm'])(
  '%s in UTF-8 is never asked about',
  async (text) => {
    expect(await findEncoding(new TextEncoder().encode(`Name\n${text}\n`))).toMatchObject({
      encoding: 'utf-8',
      others: [],
    });
  },
);
