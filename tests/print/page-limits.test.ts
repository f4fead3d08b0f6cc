import { beforeAll, describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { NO_RECORD } from '#model/data/record.ts';
import { decodePng } from '#print-assistant/png/png-decode.ts';
import { PRINT_LIMITS } from '#protocol/page-limits.ts';
import type { PrintCore } from '#render-worker/core/create-print-core.ts';
import { PrintRun } from '#render-worker/core/print-run.ts';
import { createLabelPainter } from '#render-worker/print/label-painter.ts';
import { createTonePainter } from '#render-worker/print/tone-painter.ts';
import { createImageLibrary } from '#render-worker/images/image-library.ts';
import { loadZxingInNode } from '#render-worker/read-back/load-zxing-node.ts';
import { createTestTemplate } from '../support/create-elements.ts';
import type { SkiaFixture } from '../render/skia-fixture.ts';
import { createPrintFixture } from './create-print-core-fixture.ts';

let fixture: SkiaFixture & { readonly core: PrintCore };
beforeAll(async () => {
  fixture = await createPrintFixture();
});

describe('what is verified is not refused later for its size', () => {
  test('the assistant decodes the longest page that is made', async () => {
    // 199,986 dots at 600 dpi.
    const template = createTestTemplate([], { widthMm: 2, heightMm: 8466.1 });
    const { runId, sheet } = expectOk(await fixture.core.openRun({ template, dpi: 600 }));
    const { pages } = expectOk(await fixture.core.printRecords(runId, [NO_RECORD], true));
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

  test('a file may have more dots than a page that is printed', async () => {
    const template = createTestTemplate([], { widthMm: 400, heightMm: 3000 });
    const opened = await fixture.core.openExport({ template, dpi: 1200, format: 'png' });
    await fixture.core.closeRun(expectOk(opened).runId);
  });

  test('a page whose file is too heavy for the assistant ends the run, nothing of it is sent', async () => {
    const { skia, fonts, measure } = fixture;
    const library = createImageLibrary(skia);
    const labels = createLabelPainter(skia, fonts, library);
    const tones = createTonePainter(skia, fonts, library);
    const parts = {
      zxing: await loadZxingInNode(),
      fonts,
      measure,
      library,
      labels,
      tones,
      cutTextMm: () => 0,
      now: () => 0,
    };
    const setup = { template: createTestTemplate([], { widthMm: 40, heightMm: 30 }), dpi: 300 };
    const run = expectOk(PrintRun.open(setup, parts, { ...PRINT_LIMITS, maxPngBytes: 100 }));
    const step = await run.print([NO_RECORD], true);
    expect(step).toMatchObject({ ok: false, error: { code: 'assistant.tooLarge' } });
  });
});
