import { createHash, randomBytes } from 'node:crypto';
import { crc32 as zlibCrc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { indexCsv, type CsvForm } from '#data-worker/csv/csv-indexer.ts';
import type { CsvIndex } from '#data-worker/csv/csv-table.ts';
import { countUtf8 } from '#data-worker/csv/utf8-check.ts';
import { crc32 } from '#data-worker/kernel/crc32.ts';
import { createPace } from '#data-worker/pace.ts';
import type { Result } from '#model/kernel/result.ts';
import { indexCsv as referenceIndexCsv } from '../kernel/reference/csv-indexer.ts';
import { countUtf8 as referenceCountUtf8 } from '../kernel/reference/count-utf8.ts';
import { createRandom } from '../support/symbol-values.ts';

/** Longer than the kernel's chunk, so that rows and characters cross the chunk boundaries. */
const LONG_BYTES = 700_000;

/** `length` bytes, each one of `alphabet`. */
function bytesOf(alphabet: Uint8Array, length: number, seed: number): Uint8Array {
  const random = createRandom(seed);
  return Uint8Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)] ?? 0);
}

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A digest of a long array, which would take long to compare element by element. */
function digest(array: Uint8Array | Uint32Array): string {
  return createHash('sha256').update(array).digest('hex');
}

describe('the cells of a text', () => {
  const FORMS: readonly CsvForm[] = [
    { delimiter: 0x2c, quote: 0x22, offset: 0 },
    { delimiter: 0x3b, quote: 0x27, offset: 0 },
    { delimiter: 0x09, quote: -1, offset: 0 },
    { delimiter: 0x2c, quote: 0x2c, offset: 0 },
    { delimiter: 0x2c, quote: 0x22, offset: 0, isCut: true },
    { delimiter: 0x2c, quote: 0x22, offset: 0, isCut: true, endsAtOpenQuote: true },
  ];

  /** The part of an index that is used. */
  function seen(result: Result<CsvIndex>): unknown {
    if (!result.ok) return result.error;
    const { ends, rowStarts, rowOffsets, rowCount, columnCount, filled } = result.value;
    return {
      rowCount,
      columnCount,
      filled: digest(filled),
      rowStarts: digest(rowStarts.subarray(0, rowCount + 1)),
      rowOffsets: digest(rowOffsets.subarray(0, rowCount)),
      ends: digest(ends.subarray(0, rowStarts[rowCount])),
    };
  }

  async function compare(bytes: Uint8Array, form: CsvForm): Promise<void> {
    const [found, expected] = await Promise.all([
      indexCsv(bytes, form, createPace(undefined)),
      referenceIndexCsv(bytes, form, createPace(undefined)),
    ]);
    expect(seen(found)).toEqual(seen(expected));
  }

  test.each(FORMS)('reads short ones: %o', async (form) => {
    const letter = fc.constantFrom(...Array.from('",;\'\t\r\nab '));
    const text = fc.array(letter, { maxLength: 200 }).map((letters) => letters.join(''));
    await fc.assert(fc.asyncProperty(text, (value) => compare(ascii(value), form)));
  });

  // Quotes that do not begin a cell are letters; in a text with many, most of it is one cell.
  test.each(['",;\'\t\r\nabcdefghijklmnopqrstuvwxyz', 'abc,;\t\n\r', 'a,""""""\n', ',', '\n', 'abcdefgh'])(
    'long ones of %j',
    async (letters) => {
      for (const form of FORMS) await compare(bytesOf(ascii(letters), LONG_BYTES, 7), form);
    },
  );

  test('reads a long one with quoted cells, doubled quotes and line ends in them', async () => {
    const random = createRandom(3);
    const cells = ['a', '', '"b"', '"c, ""d"""', '"e\r\nf"', '"g" h', 'i"j', '""', '"'.repeat(4), 'x'.repeat(70)];
    const ends = [',', ',', ',', '\n', '\r\n', '\r'];
    const one = (of: readonly string[]): string => of[Math.floor(random() * of.length)] ?? '';
    const text = Array.from({ length: 90_000 }, () => one(cells) + one(ends)).join('');
    for (const form of FORMS) await compare(ascii(text), form);
  });

  test.each([16_383, 16_384, 16_385])('reads a row of %i cells', async (count) => {
    for (const form of FORMS) await compare(ascii(`a\n${','.repeat(count - 1)}\nb,c`), form);
    for (const form of FORMS) await compare(ascii(`a\n${','.repeat(count - 1)}`), form);
  });
});

describe('the characters of a text', () => {
  const UNITS = [[0], [0x61], [0xef, 0xbf, 0xbd], [0xc3, 0xa9], [0xe4, 0xb8, 0xad], [0xf0, 0x9f, 0x98, 0x80]];
  const BROKEN = [
    [0x80],
    [0xc0, 0x80],
    [0xe0, 0x80, 0x80],
    [0xed, 0xa0, 0x80],
    [0xf4, 0x90, 0x80, 0x80],
    [0xff],
    [0xf0],
  ];

  test('decodes short ones', () => {
    const unit = fc.oneof(fc.constantFrom(...UNITS, ...BROKEN), fc.uint8Array({ minLength: 1, maxLength: 20 }));
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 60 }), (units) => {
        const bytes = Uint8Array.from(units.flatMap((bytes) => [...bytes]));
        expect(countUtf8(bytes)).toEqual(referenceCountUtf8(bytes));
      }),
    );
  });

  test.each([[UNITS.slice(1)], [[...UNITS, ...BROKEN]], [BROKEN]])('long ones %#', (units) => {
    const random = createRandom(11);
    const bytes = Uint8Array.from(
      Array.from({ length: LONG_BYTES / 2 }, () => units[Math.floor(random() * units.length)] ?? []).flat(),
    );
    const counted = countUtf8(bytes);
    expect(counted).toEqual(referenceCountUtf8(bytes));
    expect(counted.sequences + counted.wrongBytes).toBeGreaterThan(0);
  });

  test('decodes any bytes', () => {
    const bytes = new Uint8Array(randomBytes(LONG_BYTES));
    expect(countUtf8(bytes)).toEqual(referenceCountUtf8(bytes));
  });
});

test('the checksum of a zip part', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.uint8Array({ maxLength: 300 }), (first, second) => {
      expect(crc32(second, crc32(first))).toBe(zlibCrc32(second, zlibCrc32(first)));
    }),
  );
  const long = new Uint8Array(randomBytes(LONG_BYTES));
  expect(crc32(long)).toBe(zlibCrc32(long));
});
