import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OpenedSpreadsheet } from '#data-worker/open-spreadsheet.ts';
import { expectOk } from '#model/kernel/result.ts';
import { openBytes } from './open-bytes.ts';

const FOLDER = join(import.meta.dirname, '../fixtures/workbooks');
const WORKBOOKS = readdirSync(FOLDER).filter((name) => /\.(?:xlsx|xls|ods|fods)$/.test(name));

/** Expected problems of a damaged workbook: any other code would say too little, or something wrong. */
const CODES = ['data.unreadable', 'data.tooLarge', 'data.encrypted', 'data.noSheets', 'data.empty', 'file.wrongType'];

/** The complete content of a workbook. */
function contentOf(opened: OpenedSpreadsheet): unknown {
  return opened.info.sheets.map((sheet) => [sheet, opened.rows(sheet.name, sheet.columns, 0, sheet.rowCount)]);
}

describe.each(WORKBOOKS)('%s', (file) => {
  const bytes = Uint8Array.from(readFileSync(join(FOLDER, file)));

  test('a few flipped bits give a problem or the right cells', async () => {
    const whole = contentOf(expectOk(await openBytes(bytes)));
    const bits = fc.array(fc.nat(bytes.length * 8 - 1), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(bits, async (flips) => {
        const damaged = bytes.slice();
        for (const bit of flips) damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        const opened = await openBytes(damaged);
        if (!opened.ok) expect(CODES).toContain(opened.error.code);
        // The parts of a zip have checksums; a flipped bit elsewhere may be another text.
        else if (/\.(?:xlsx|ods)$/.test(file)) expect(contentOf(opened.value)).toEqual(whole);
        else expect(JSON.stringify(contentOf(opened.value))).not.toBe('[]');
      }),
      { numRuns: 60 },
    );
  });

  test('a file that ends too early is a problem', async () => {
    for (let part = 1; part < 16; part++) {
      const opened = await openBytes(bytes.subarray(0, Math.floor((bytes.length * part) / 16)));
      expect(opened.ok ? 'ok' : opened.error.code, `${part}/16`).toMatch(
        /^(?:data\.(?:unreadable|empty)|file\.wrongType)$/,
      );
    }
  });
});
