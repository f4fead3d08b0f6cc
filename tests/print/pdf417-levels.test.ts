import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixedText } from '#model/elements/base/content.ts';
import { NO_RECORD } from '#model/data/record.ts';
import { expectOk } from '#model/kernel/result.ts';
import { chosen } from '#model/symbology/catalog/options.ts';
import { encodeSymbol } from '#model/symbology/encode.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import type { PrintCore } from '#render-worker/core/create-print-core.ts';
import { createTestElement, createTestTemplate } from '../support/create-elements.ts';
import { createPrintFixture } from './create-print-core-fixture.ts';

let core: PrintCore;
beforeAll(async () => {
  ({ core } = await createPrintFixture());
});
afterAll(() => core.dispose());

const LEVELS = Array.from({ length: 9 }, (_, i) => String(i));
const TEXT = 'Level of PDF417';

test.each(LEVELS)(
  'PDF417 with error correction level %s comes back from the file, prints and is read back',
  async (level) => {
    const code = createTestElement('qrcode', {
      symbology: 'pdf417',
      options: { level },
      sources: [fixedText(TEXT)],
      xMm: 10,
      yMm: 5,
      widthMm: 100,
      heightMm: 90,
    });
    const xml = writeTemplate(createTestTemplate([code], { widthMm: 120, heightMm: 100 }));
    expect(xml).toContain(` ErrorCorrectionLevel="${level}"`);
    const template = expectOk(readTemplate(xml));
    const [read] = template.elements;
    expect(read?.type === 'qrcode' && chosen('pdf417', read.options, 'level')).toBe(level);
    const { runId } = expectOk(await core.openRun({ template, dpi: 300, minGrade: 'F' }));
    const { labels } = expectOk(await core.printRecords(runId, [NO_RECORD], 'print'));
    await core.closeRun(runId);
    expect(labels).toMatchObject([{ verified: true, problems: [], symbols: [{ decoded: TEXT, ok: true }] }]);
  },
);

test('each level of PDF417 has 2 to the power of level + 1 error correction words, so that each takes more space', () => {
  const modules = LEVELS.map((level) => {
    const symbol = expectOk(encodeSymbol('pdf417', TEXT, { level, columns: '10' }));
    return symbol.kind === 'matrix' ? symbol.rows : 0;
  });
  expect(modules).toEqual(modules.toSorted((a, b) => a - b));
  // 512 words in ten columns are more than 51 rows.
  expect(modules.at(-1)).toBeGreaterThan(51);
  expect(modules.at(-1)).toBeLessThan(60);
});
