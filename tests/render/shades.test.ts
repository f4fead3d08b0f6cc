import { beforeAll, describe, expect, test } from 'vitest';
import { fixedText } from '#model/elements/base/content.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { ROTATIONS } from '#model/kernel/geometry.ts';
import { localTimeAt } from '#model/kernel/local-time.ts';
import { expectOk } from '#model/kernel/result.ts';
import { NO_RECORD } from '#model/data/record.ts';
import { composeLabel } from '#model/page/compose.ts';
import type { Viewport } from '#protocol/render.ts';
import { withFonts } from '#render-worker/fonts/with-fonts.ts';
import { createImageLibrary } from '#render-worker/images/image-library.ts';
import { createRasterTarget } from '#render-worker/view/raster-target.ts';
import { View } from '#render-worker/view/view.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { createSkiaFixture, type SkiaFixture } from './skia-fixture.ts';

const WIDTH = 420;
const HEIGHT = 330;
/** At an odd scale and position, so that every edge is between pixels; the label extends beyond the canvas. */
const ODD: Viewport = { widthPx: WIDTH, heightPx: HEIGHT, pxPerMm: 3.7, originXPx: 41.3, originYPx: -17.6 };
/** A dot of the printer is a pixel. */
const EXACT: Viewport = { ...ODD, pxPerMm: 300 / 25.4, originXPx: 10, originYPx: 20 };

/** The picture as it is painted in memory, and as Skia alone paints it. */
async function bothWays(
  { skia, fonts, measure }: SkiaFixture,
  elements: readonly LabelElement[],
  viewport: Viewport,
): Promise<readonly [Uint8Array, Uint8Array]> {
  const template = createTestTemplate(elements);
  const library = createImageLibrary(skia);
  const context = { measure, dpi: 300, label: template.label, imageSize: library.size, now: localTimeAt() };
  expectOk(await withFonts(fonts, () => composeLabel(template, NO_RECORD, context)));
  const [mine, skias] = [true, false].map((inMemory) => {
    let picture = new Uint8Array(0);
    const target = createRasterTarget(skia, (pixels) => (picture = pixels.slice()));
    const view = new View({
      skia,
      fonts,
      measure,
      library,
      target: {
        ...target,
        begin(widthPx, heightPx) {
          const easel = target.begin(widthPx, heightPx);
          if (inMemory || !easel.ok || easel.value === null) return easel;
          const { canvas, kept } = easel.value;
          return { ok: true, value: { canvas, kept } };
        },
      },
      schedule: (task) => task(),
      onFrame: () => undefined,
      now: () => 0,
    });
    view.reset(0, template);
    view.show({ viewport, dpi: 300, record: NO_RECORD, surroundings: '#ebecea' });
    view.dispose();
    return picture;
  });
  if (mine === undefined || skias === undefined) throw new Error('no pictures');
  return [mine, skias];
}

function largestDifference(a: Uint8Array, b: Uint8Array): number {
  let largest = a.length === b.length ? 0 : Infinity;
  for (let i = 0; i < a.length; i++) largest = Math.max(largest, Math.abs((a[i] ?? 0) - (b[i] ?? 0)));
  return largest;
}

function inkOf(pixels: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < pixels.length; i += 4) sum += 255 - (pixels[i] ?? 255);
  return sum;
}

describe('painting in memory', () => {
  let fixture: SkiaFixture;
  beforeAll(async () => {
    fixture = await createSkiaFixture();
  });

  test.each([false, true])('text is painted like by Skia: rotated, mirrored, in columns (bold: %s)', async (bold) => {
    const elements = ROTATIONS.flatMap((rotation, i) =>
      [false, true].map((mirror) =>
        createTestElement('text', {
          xMm: 3 + 20 * i,
          yMm: mirror ? 5 : 40,
          rotation,
          mirror,
          bold,
          italic: i === 2,
          antiMirror: i === 3,
          arrange: i === 1 ? 'vertical' : 'horizontal',
          fontSize: 9 + 5 * i,
          sources: [fixedText('Ag标签 42')],
        }),
      ),
    );
    for (const viewport of [ODD, EXACT]) {
      const blackOnly = elements.filter((e) => !e.antiMirror);
      const [mine, skias] = await bothWays(fixture, blackOnly, viewport);
      expect(inkOf(mine)).toBeGreaterThan(10_000);
      expect(largestDifference(mine, skias)).toBe(0);
      const [white, skiasWhite] = await bothWays(fixture, elements, viewport);
      // White over black is mixed in another order, which changes the last digit.
      expect(largestDifference(white, skiasWhite)).toBeLessThanOrEqual(1);
    }
  });

  test('rectangles and symbols are as dark as in Skia', async () => {
    const elements = ROTATIONS.flatMap((rotation, i) => [
      createTestElement('barcode', {
        xMm: 2 + 25 * i,
        yMm: 3,
        widthMm: 23,
        heightMm: 12,
        rotation,
        sources: [fixedText(`B${i}`)],
      }),
      createTestElement('qrcode', { xMm: 2 + 25 * i, yMm: 30, rotation, sources: [fixedText(`qr ${i}`)] }),
      createTestElement('rectangle', { xMm: 5 + 25 * i, yMm: 60, widthMm: 0.1 + 3 * i, heightMm: 7.03, filled: true }),
    ]);
    const [mine, skias] = await bothWays(fixture, elements, ODD);
    // Skia estimates slivers of pixels that several bars share; here they are measured.
    expect(largestDifference(mine, skias)).toBeLessThan(40);
    expect(Math.abs(inkOf(mine) / inkOf(skias) - 1)).toBeLessThan(0.002);
    const [exact, skiasExact] = await bothWays(fixture, elements, EXACT);
    expect(largestDifference(exact, skiasExact)).toBe(0);
  });
});
