import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { NO_RECORD } from '#model/data/record.ts';
import { ok } from '#model/kernel/result.ts';
import type { Bwip } from '#model/symbology/bwip-encoders.ts';
import { encodeSymbol } from '#model/symbology/encode.ts';
import type { Frame } from '#protocol/render.ts';
import { withFonts } from '#render-worker/fonts/with-fonts.ts';
import { createImageLibrary } from '#render-worker/images/image-library.ts';
import { createRasterTarget } from '#render-worker/view/raster-target.ts';
import { View } from '#render-worker/view/view.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { createSkiaFixture, type SkiaFixture } from './skia-fixture.ts';

/** The encoders as in a browser: a file that is fetched when a symbol first needs it. */
const file = vi.hoisted(() => ({ isThere: false, isLoaded: false, isLacking: false, fetches: 0 }));

vi.mock('#bwip-encoders', async (original) => {
  const { bwip } = await original<{ readonly bwip: () => Bwip }>();
  return {
    bwip: () => {
      if (file.isLoaded) return bwip();
      file.isLacking = true;
      return null;
    },
    hasEncoders: () => file.isLoaded,
    lacksEncoders: () => file.isLacking && !file.isLoaded,
    loadEncoders: () => {
      if (file.isLoaded) return Promise.resolve();
      file.fetches++;
      file.isLoaded = file.isThere;
      return file.isThere ? Promise.resolve() : Promise.reject(new Error('offline'));
    },
  };
});

/** So long, dozens of frames are laid out where one follows the other. */
const A_WHILE_MS = 500;

let fixture: SkiaFixture;
beforeAll(async () => {
  fixture = await createSkiaFixture();
});
beforeEach(() => {
  Object.assign(file, { isThere: false, isLoaded: false, isLacking: false, fetches: 0 });
});
const views: View[] = [];
afterEach(() => views.splice(0).forEach((view) => view.dispose()));

/** The frames of a view of a label with a code. Symbols are remembered, so each test has its own symbology. */
function showCode(symbology: 'pdf417' | 'aztec'): readonly Frame[] {
  const frames: Frame[] = [];
  const { skia, fonts, measure } = fixture;
  const view = new View({
    skia,
    fonts,
    measure,
    library: createImageLibrary(skia),
    target: createRasterTarget(skia, () => undefined),
    schedule: (task) => setTimeout(task, 0),
    onFrame: (frame) => frames.push(frame),
    now: () => performance.now(),
  });
  views.push(view);
  view.reset(1, createTestTemplate([createTestElement('qrcode', { symbology })]));
  const viewport = { widthPx: 100, heightPx: 100, pxPerMm: 2, originXPx: 0, originYPx: 0 };
  view.show({ viewport, dpi: 300, record: NO_RECORD, surroundings: '#ffffff' });
  return frames;
}

describe('encoders that a browser fetches later', () => {
  test('are there in the picture that follows', async () => {
    file.isThere = true;
    const frames = showCode('pdf417');
    await expect.poll(() => frames.at(-1)?.problems.map(({ problem }) => problem.code)).not.toContain('symbol.loading');
    expect(file.fetches).toBe(1);
  });

  test('are not requested again at once where they are unavailable, and the code has a problem', async () => {
    const frames = showCode('aztec');
    await expect.poll(() => frames.at(-1)?.problems).toMatchObject([{ problem: { code: 'symbol.loading' } }]);
    await new Promise((resolve) => setTimeout(resolve, A_WHILE_MS));
    expect(file.fetches).toBe(1);
  });

  test('are used by a layout that began without them while others loaded them', async () => {
    const made = await withFonts(fixture.fonts, async () => {
      const { ok: isMade } = encodeSymbol('pdf417', 'A', {});
      await Promise.resolve();
      file.isLoaded = true;
      return isMade;
    });
    expect(made).toEqual(ok(true));
  });
});
