import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as xlsx from 'xlsx';
import { expectOk } from '#model/kernel/result.ts';
import { buildXlsx, columnName, type XlsxCell } from '#tests/support/xlsx-builder.ts';
import { openBytes } from './open-bytes.ts';

/** Formats on which both readers agree by design; dates and rounding of halves have their own tests. */
const FORMATS = [
  '0',
  '0.00',
  '#,##0',
  '#,##0.00',
  '0%',
  '00000',
  'yyyy-mm-dd',
  'yyyy/mm/dd hh:mm:ss',
  'd-mmm-yy',
  '0.0"kg"',
];

const text = fc.string({
  unit: fc.constantFrom('a', 'Z', '0', '7', ' ', '&', '<', '>', '"', "'", 'é', '中', '文', '😀', '\n', '\t', '-'),
  maxLength: 30,
});
/** Eighths are exact in binary: no reader may round them differently. */
const number = fc.integer({ min: -8e9, max: 8e9 }).map((n) => n / 8);
const cell: fc.Arbitrary<XlsxCell> = fc.oneof(
  { weight: 3, arbitrary: text },
  { weight: 2, arbitrary: number },
  fc.integer({ min: 1e12, max: 999_999_999_999_999 }),
  fc.boolean(),
  fc.constant(null),
  text.map((inline) => ({ inline })),
  fc.constantFrom('#N/A', '#DIV/0!', '#REF!').map((error) => ({ error })),
  fc
    .tuple(fc.integer({ min: 1, max: 2_900_000 }), fc.constantFrom(...FORMATS))
    .map(([n, format]) => ({ number: n, format })),
  fc.tuple(text, text).map(([formula, value]) => ({ formula: `"${formula.replaceAll('"', '')}"`, value })),
);
const sheet = fc.array(fc.array(cell, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 30 });

/** The expected text for a cell as SheetJS read it: formatted only if the cell names a format. */
function peerText(found: xlsx.CellObject | undefined): string {
  if (found === undefined || found.t === 'z') return '';
  if (found.t === 'n') return found.z === undefined || found.z === 'General' ? String(found.v) : (found.w ?? '');
  if (found.t === 'b') return found.v === true ? 'TRUE' : 'FALSE';
  return found.t === 'e' ? (found.w ?? '') : String(found.v ?? '');
}

test('our own reader and SheetJS agree cell by cell', async () => {
  await fc.assert(
    fc.asyncProperty(sheet, fc.boolean(), async (rows, date1904) => {
      const width = Math.max(...rows.map((row) => row.length));
      // Without headings and a full last row, empty columns and rows at the edges would be left out.
      const frame = Array.from({ length: width }, (_, i) => `h${i}`);
      const bytes = buildXlsx([{ name: 'Data', rows: [frame, ...rows, frame] }], { date1904 });
      const own = expectOk(expectOk(await openBytes(bytes)).rows('Data', frame, 0, rows.length));
      const peer = xlsx.read(bytes, { type: 'array', cellNF: true, cellText: true }).Sheets['Data'] ?? {};
      const expected = rows.map((_, r) =>
        frame.map((_, c) => peerText(peer[`${columnName(c)}${r + 2}`] as xlsx.CellObject | undefined)),
      );
      expect(own.rows).toEqual(expected);
    }),
    { numRuns: 150 },
  );
});
