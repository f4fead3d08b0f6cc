import { expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { createImageLibrary } from '#render-worker/images/image-library.ts';
import { clearPlane, createBitPlane } from '#render-worker/bits/bit-plane.ts';
import { createViewImagePainter } from '#render-worker/images/view-image-painter.ts';
import { createSkiaPainter } from '#render-worker/paint/skia-painter.ts';
import { createBitPainter } from '#render-worker/print/bit-painter.ts';
import { createCourseLabel } from '../export/create-rich-label.ts';
import { createExportFixture } from '../export/create-vector-page.ts';
import { drawPixels } from '../render/skia-fixture.ts';

test.each([203, 300, 600])('letters on arcs are the dots that Skia draws at %i dpi', async (dpi) => {
  const fixture = await createExportFixture();
  const { skia, fonts } = fixture;
  const whole = await fixture.list(createCourseLabel(), dpi);
  // Curves of lines are drawn like those of other shapes.
  const items = whole.items.map((item) => ({ ...item, ops: item.ops.filter(({ type }) => type !== 'path') }));
  const list = { ...whole, items };
  const [width, height] = [Math.ceil((list.widthMm * dpi) / 25.4), Math.ceil((list.heightMm * dpi) / 25.4)];
  const library = createImageLibrary(skia);
  const plane = createBitPlane(width, height);
  clearPlane(plane);
  const bits = createBitPainter(skia, fonts, library);
  expectOk(bits.paint(plane, list.items, dpi, 0));
  const painter = createSkiaPainter(skia, fonts);
  const images = createViewImagePainter(skia, library, () => dpi);
  const rgba = drawPixels(skia, 'rgba', width, height, (canvas) =>
    painter.paint(canvas, list, { pxPerMm: dpi / 25.4, originXPx: 0, originYPx: 0, antialias: false, images }),
  );
  let [ink, differing] = [0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isInk = ((plane.bits[y * plane.strideBytes + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) === 0;
      const isDrawn = (rgba[4 * (y * width + x)] ?? 255) < 128;
      if (isInk) ink++;
      if (isInk !== isDrawn) differing++;
    }
  }
  expect(ink).toBeGreaterThan(1000);
  expect(differing).toBe(0);
  bits.dispose();
  painter.dispose();
});
