import { beforeAll, describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { NO_RECORD } from '#model/data/record.ts';
import { decodePng } from '#print-assistant/png/png-decode.ts';
import { MAX_PNG_BYTES, PRINT_LIMITS } from '#protocol/page-limits.ts';
import type { PrintCore } from '#render-worker/core/create-print-core.ts';
import { createRowDeflater } from '#render-worker/kernel/row-deflate.ts';
import { createTestTemplate } from '../support/create-elements.ts';
import type { SkiaFixture } from '../render/skia-fixture.ts';
import { createPrintFixture } from './create-print-core-fixture.ts';

let fixture: SkiaFixture & { readonly core: PrintCore };
beforeAll(async () => {
  fixture = await createPrintFixture();
});

describe('a verified page is not rejected later for its size', () => {
  test('the assistant decodes the longest possible page', async () => {
    // 199,986 dots at 600 dpi.
    const template = createTestTemplate([], { widthMm: 2, heightMm: 8466.1 });
    const { runId, sheet } = expectOk(await fixture.core.openRun({ template, dpi: 600 }));
    const { pages } = expectOk(await fixture.core.printRecords(runId, [NO_RECORD], 'print'));
    const bitmap = expectOk(await decodePng(pages[0]?.png ?? new Uint8Array()));
    expect([bitmap.widthDots, bitmap.heightDots]).toEqual([sheet.widthDots, sheet.heightDots]);
    expect(sheet.heightDots).toBeGreaterThan(199_000);
    await fixture.core.closeRun(runId);
  });

  test.each([
    ['more dots than the assistant takes', { widthMm: 400, heightMm: 3000 }, 1200],
    ['a longer side in dots', { widthMm: 2, heightMm: 8500 }, 600],
    ['a longer side in mm', { widthMm: 2, heightMm: 3000, rows: 4 }, 203],
  ])('no run is opened for %s', async (_, settings, dpi) => {
    const opened = await fixture.core.openRun({ template: createTestTemplate([], settings), dpi });
    expect(opened).toMatchObject({ ok: false, error: { code: 'render.labelTooLarge' } });
  });

  test('a file may have more dots than a printed page', async () => {
    const template = createTestTemplate([], { widthMm: 400, heightMm: 3000 });
    const opened = await fixture.core.openExport({ template, dpi: 1200, format: 'png' });
    await fixture.core.closeRun(expectOk(opened).runId);
  });

  test('no page within the limit of dots has a file beyond the limit of bytes', () => {
    // The bytes with the longest codes, in an order that repeats nothing.
    const [rowBytes, rows] = [1000, 500];
    const dots = new Uint8Array(rowBytes * rows);
    let state = 1;
    for (let i = 0; i < dots.length; i++)
      dots[i] = 144 + (((state = (Math.imul(state, 48271) + 11) >>> 0) >>> 16) % 112);
    let deflated = 0;
    const deflater = createRowDeflater(rowBytes, (_at, bytes) => (deflated += bytes));
    deflater.rows(dots, 0, rows, true);
    expect(deflated).toBeGreaterThan(dots.length * 1.1);
    expect(deflated).toBeLessThan((dots.length * 9) / 8 + 2 * rows);
    const { maxDots, maxSideDots } = PRINT_LIMITS;
    expect(MAX_PNG_BYTES).toBeGreaterThan((maxDots / 8) * (9 / 8) + 2 * maxSideDots);
  });
});
