import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { fixedText } from '#model/elements/base/content.ts';
import { expectOk } from '#model/kernel/result.ts';
import { NO_RECORD } from '#model/data/record.ts';
import type { Template } from '#model/template/template.ts';
import { createImageLibrary } from '#render-worker/images/image-library.ts';
import { createRasterTarget } from '#render-worker/view/raster-target.ts';
import { View } from '#render-worker/view/view.ts';
import { createTestElement, createTestTemplate, TEST_ASSET } from '#tests/support/create-elements.ts';
import { createPng } from '../print/create-image-files.ts';
import { createPrintFixture } from '../print/create-print-core-fixture.ts';

const DPI = 203;

/** A background image printed under a dithered image and two symbols. */
function createTemplate(): Template {
  const image = { asset: TEST_ASSET, widthMm: 12, heightMm: 8 } as const;
  const code = { sources: [fixedText('LW-0042')], widthMm: 30, heightMm: 8, numberPosition: 'none' } as const;
  const { label } = createTestTemplate([], {
    widthMm: 40,
    heightMm: 30,
    background: TEST_ASSET,
    printBackground: true,
  });
  // Light, so that the symbol on it reads, with a dark edge.
  const png = createPng(90, 60, (x, y) => (y > 55 ? [40, 40, x, 255] : [150 + x, 255 - y, 150 + ((x * y) % 106), 255]));
  return {
    label,
    elements: [
      createTestElement('image', { ...image, xMm: 3, yMm: 3, oneBit: 'floydSteinberg' }),
      createTestElement('image', { ...image, xMm: 20, yMm: 3, oneBit: 'ordered', rotation: 90 }),
      createTestElement('barcode', { ...code, xMm: 4, yMm: 18 }),
    ],
    assets: new Map([[TEST_ASSET, { mime: 'image/png', bytes: png }]]),
  };
}

test('at one pixel a dot the picture on the screen has the printed bits', async () => {
  const { core, skia, fonts, measure } = await createPrintFixture();
  const template = createTemplate();
  const { runId, sheet } = expectOk(await core.openRun({ template, dpi: DPI }));
  const page = expectOk(await core.previewPage(runId, [NO_RECORD]));
  await core.closeRun(runId);
  const printed = PNG.sync.read(Buffer.from(page.png));

  // Here a dot is a pixel.
  const [widthPx, heightPx] = [Number(sheet.widthDots), Number(sheet.heightDots)];
  const shown = await new Promise<Uint8Array>((resolve) => {
    const view = new View({
      skia,
      fonts,
      measure,
      library: createImageLibrary(skia),
      target: createRasterTarget(skia, (pixels) => {
        resolve(pixels.slice());
        setTimeout(() => view.dispose());
      }),
      schedule: (task) => setTimeout(task),
      onFrame: () => undefined,
      now: () => performance.now(),
    });
    view.reset(1, template);
    const viewport = { widthPx, heightPx, pxPerMm: DPI / 25.4, originXPx: 0, originYPx: 0 };
    view.show({ viewport, dpi: DPI, record: NO_RECORD, surroundings: '#808080' });
  });
  expect(shown.length).toBe(printed.data.length);
  expect(new Set(shown.filter((_, i) => i % 4 < 3))).toEqual(new Set([0, 255]));
  const differing = shown.reduce((sum, value, i) => sum + Number(value !== printed.data[i]), 0);
  expect(differing).toBe(0);
});
