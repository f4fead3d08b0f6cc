import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NO_RECORD } from '#model/data/record.ts';
import { fixedText } from '#model/elements/base/content.ts';
import type { BarcodeElement } from '#model/elements/barcode/barcode-element.ts';
import { expectOk } from '#model/kernel/result.ts';
import { symbologyInfo } from '#model/symbology/catalog/catalog.ts';
import { isBelow } from '#model/symbology/read/grade.ts';
import { LINEAR_SYMBOLOGIES } from '#model/symbology/types.ts';
import type { PrintCore } from '#render-worker/core/create-print-core.ts';
import { goldenTemplate } from '../golden/golden-page.ts';
import { createTestElement } from '../support/create-elements.ts';
import { createPrintFixture } from './create-print-core-fixture.ts';

let core: PrintCore;
beforeAll(async () => {
  ({ core } = await createPrintFixture());
});
afterAll(() => core.dispose());

const DEFAULTS = LINEAR_SYMBOLOGIES.map((symbology): Partial<BarcodeElement> => ({ symbology }));
/** Text and bars close to the code. */
const TRIMMED: readonly Partial<BarcodeElement>[] = [
  { symbology: 'ean13', sources: [fixedText('5901234123457 12')] },
  { symbology: 'ean13', sources: [fixedText('5901234123457 12345')], numberPosition: 'above' },
  { symbology: 'ean13', numberPosition: 'none', rotation: 180 },
  { symbology: 'upca', sources: [fixedText('012345678905 12')], rotation: 270 },
  { symbology: 'upce', sources: [fixedText('01234565 12345')], rotation: 90 },
  { symbology: 'isbn', sources: [fixedText('978-1-56581-231-4 90000')] },
  { symbology: 'itf14', options: { bearerBars: 'horizontal' } },
  { symbology: 'itf14', options: { bearerBars: 'frame' }, rotation: 90 },
  { symbology: 'royalmail', numberPosition: 'above', rotation: 90 },
];

describe.each([203, 300, 600])('at %i dpi', (dpi) => {
  test.each([...DEFAULTS, ...TRIMMED])('%j reads back from the page with its text', async (fields) => {
    const symbology = fields.symbology ?? 'code128';
    const element = createTestElement('barcode', {
      sources: [fixedText(symbologyInfo(symbology).defaultValue)],
      xMm: 12,
      yMm: 12,
      widthMm: 76,
      heightMm: 25,
      fontSize: 9,
      ...fields,
    });
    const base = goldenTemplate([element]);
    const template = { ...base, label: { ...base.label, widthMm: 100, heightMm: 100 } };
    const run = expectOk(await core.openRun({ template, dpi }));
    const { labels } = expectOk(await core.printRecords(run.runId, [NO_RECORD], 'print'));
    await core.closeRun(run.runId);
    expect(labels).toMatchObject([{ verified: true, problems: [], warnings: [] }]);
    const grade = labels[0]?.symbols[0]?.grade ?? 'F';
    // Only DataBar's 33 modules are more than this box has.
    expect(isBelow(grade, 'B')).toBe(false);
  });
});
