import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectOk, ok } from '#model/kernel/result.ts';
import { ALL_ROWS } from '#tests/support/all-rows.ts';
import { bytesSource, openSpreadsheet } from '#data-worker/open-spreadsheet.ts';
import { createTableViews } from '#data-worker/table-views.ts';
import { buildXlsx } from '#tests/support/xlsx-builder.ts';

/** The texts of the first column, sorted by it. */
async function sorted(bytes: Uint8Array, descending: boolean): Promise<readonly string[]> {
  const opened = expectOk(await openSpreadsheet(bytesSource(new Uint8Array(bytes)), 'a'));
  const [info] = opened.info.sheets;
  const sheet = expectOk(opened.sheet(info?.name ?? ''));
  const column = info?.columns[0] ?? '';
  const views = createTableViews(() => ({ ...opened, sheet: () => ok(sheet) }) as never);
  const query = { ...ALL_ROWS, sort: [{ column, descending }] };
  expectOk(await views.open(1, { connection: 'a' }, 'a', query, () => undefined));
  return expectOk(await views.rows(1, [column], 0, 1000)).rows.map(([text = '']) => text);
}

const cell = fc.string({ minLength: 1, maxLength: 5, unit: fc.constantFrom('"', 'a', 'B', 'c', 'é', '中', ',', ' ') });

describe('texts that are stored in another form are sorted among the others', () => {
  test('cells of a CSV with doubled quotes', async () => {
    const { compare } = new Intl.Collator('en');
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { minLength: 1, maxLength: 40 }), fc.boolean(), async (words, descending) => {
        const texts = words.map((word) => `x${word}x`);
        const lines = ['Name', ...texts].map((text) => `"${text.replaceAll('"', '""')}"`);
        const expected = texts.toSorted((a, b) => (descending ? -1 : 1) * compare(a, b));
        expect(await sorted(new TextEncoder().encode(lines.join('\n')), descending)).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });

  test('long numbers and texts with a format of an .xlsx; true and false are after all of them', async () => {
    const rows = [
      ['Name'],
      // The format of the second cell is style 1.
      ['b', { number: 5, format: '"a "@' }],
      [true],
      [{ xml: '<is><t>c</t></is>', attributes: 't="inlineStr" s="1"' }],
      ['No. 5'],
      [false],
      [{ number: '12345678901234567890' }],
      ['123'],
      ['1234567890123456789a'],
    ];
    const texts = ['123', '12345678901234567890', '1234567890123456789a', 'a c', 'b', 'No. 5', 'FALSE', 'TRUE'];
    const bytes = buildXlsx([{ name: 'S', rows }]);
    expect(await sorted(bytes, false)).toEqual(texts);
    expect(await sorted(bytes, true)).toEqual(texts.toReversed());
  });

  test('dates stored as text in an .xlsx are sorted as dates', async () => {
    const format = 'd/m/yyyy';
    const bytes = buildXlsx([
      {
        name: 'S',
        rows: [
          ['Day'],
          [{ isoDate: '2026-11-22', format }],
          [{ number: 46_000, format }],
          [{ isoDate: '2024-02-03', format }],
        ],
      },
    ]);
    expect(await sorted(bytes, false)).toEqual(['3/2/2024', '9/12/2025', '22/11/2026']);
  });
});
