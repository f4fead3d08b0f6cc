import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { SEED } from '#tests/support/seed.ts';
import { buildXlsx, type XlsxCell } from '#tests/support/xlsx-builder.ts';
import { openBytes } from './open-bytes.ts';

/** With LibreOffice installed, it converts random workbooks; otherwise the tests use the checked-in files. */
const OFFICE = '/usr/bin/soffice';
const ROWS = 200;

/** Formats that LibreOffice keeps unchanged in every kind of file. */
const FORMATS = ['0', '0.00', '#,##0', '#,##0.00', '0%', '0.0%', '00000', '0.00E+00', '# ?/?', '0;(0)', '0" kg"'];
const DATES = ['yyyy-mm-dd', 'd/m/yyyy', 'yyyy/mm/dd hh:mm:ss', 'd mmm yyyy', 'h:mm AM/PM'];

const text = fc.string({
  unit: fc.constantFrom('a', 'Z', '0', '7', '&', '<', '"', "'", 'é', '中', '文', '😀', '-', '.', ' x'),
  minLength: 1,
  maxLength: 20,
});
/** Sixteenths are exact in binary: no program may round them differently. */
const number = fc.integer({ min: -16e6, max: 16e6 }).map((n) => n / 16);
const cell: fc.Arbitrary<XlsxCell> = fc.oneof(
  text,
  number,
  fc.integer({ min: 1e12, max: 1e13 }),
  fc.boolean(),
  fc.tuple(number, fc.constantFrom(...FORMATS)).map(([n, format]) => ({ number: n, format })),
  fc
    .tuple(fc.integer({ min: 61 * 48, max: 2_900_000 * 48 }), fc.constantFrom(...DATES))
    .map(([n, format]) => ({ number: n / 48, format })),
  fc.integer({ min: 0, max: 4000 }).map((n) => ({ number: n / 48, format: '[h]:mm' })),
);

describe.skipIf(!existsSync(OFFICE))('LibreOffice', () => {
  const folder = mkdtempSync(join(tmpdir(), 'office-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function rowsOf(bytes: Uint8Array): Promise<readonly (readonly string[])[]> {
    return expectOk(expectOk(await openBytes(bytes)).rows('Data', ['A', 'B', 'C'], 0, ROWS)).rows;
  }

  function convert(file: string, kind: string): string {
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    execFileSync(OFFICE, [profile, '--headless', '--convert-to', kind, '--outdir', folder, join(folder, file)], {
      stdio: 'ignore',
    });
    return file.replace(/\.\w+$/, `.${kind}`);
  }

  test('converts there and back again, and every cell is shown as before', async () => {
    const rows = fc.sample(fc.tuple(cell, cell, cell), { numRuns: ROWS, seed: SEED });
    const written = buildXlsx([{ name: 'Data', rows: [['A', 'B', 'C'], ...rows] }]);
    writeFileSync(join(folder, 'own.xlsx'), written);
    const expected = await rowsOf(written);
    const ods = convert('own.xlsx', 'ods');
    const old = convert(ods, 'xls');
    const back = convert(old, 'xlsx');
    for (const file of [ods, old, back]) expect(await rowsOf(readFileSync(join(folder, file))), file).toEqual(expected);
  });
});
