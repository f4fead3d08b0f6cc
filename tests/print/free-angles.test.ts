import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NO_RECORD } from '#model/data/record.ts';
import { fixedText } from '#model/elements/base/content.ts';
import { partsOfAngle } from '#model/elements/base/turn.ts';
import { ELEMENT_TYPES, type LabelElement, type NewElementType } from '#model/elements/element.ts';
import { hasSymbol } from '#model/elements/registry.ts';
import { expectOk } from '#model/kernel/result.ts';
import { dotsPerMm } from '#model/kernel/units.ts';
import { composeLabel } from '#model/page/compose.ts';
import type { DisplayItem } from '#model/page/display-list.ts';
import { type BitPlane, clearPlane, createBitPlane } from '#render-worker/bits/bit-plane.ts';
import { withFonts } from '#render-worker/fonts/with-fonts.ts';
import { createImageLibrary, type ImageLibrary } from '#render-worker/images/image-library.ts';
import { createViewImagePainter } from '#render-worker/images/view-image-painter.ts';
import { createToneImagePainter } from '#render-worker/images/tone-image-painter.ts';
import { createSkiaPainter } from '#render-worker/paint/skia-painter.ts';
import { type BitPainter, createBitPainter } from '#render-worker/print/bit-painter.ts';
import { goldenCases } from '../golden/golden-cases.ts';
import { goldenTemplate } from '../golden/golden-page.ts';
import { createSkiaFixture, drawPixels, type SkiaFixture } from '../render/skia-fixture.ts';
import { createTestElement, TEST_TIME } from '../support/create-elements.ts';

const DPI = 300;
const ANGLES = [0.1, 12.3, 45, 47.9, 133.7, 269.8, 340];
const LABEL = { widthMm: 60, heightMm: 60 };
const [WIDTH, HEIGHT] = [709, 709];

let fixture: SkiaFixture;
let library: ImageLibrary;
let painter: BitPainter;
beforeAll(async () => {
  fixture = await createSkiaFixture();
  library = createImageLibrary(fixture.skia);
  painter = createBitPainter(fixture.skia, fixture.fonts, library);
});
afterAll(() => painter.dispose());

function turned(type: NewElementType, degrees: number): LabelElement {
  const [first] = goldenCases(type);
  if (first === undefined) throw new Error(`no case of ${type}`);
  const { element } = first;
  const place = { xMm: 30 - element.widthMm / 2, yMm: 30 - element.heightMm / 2 };
  return {
    ...element,
    ...place,
    ...partsOfAngle(degrees),
    ...(hasSymbol(type) ? { freeAngle: true as const } : {}),
  };
}

async function itemOf(element: LabelElement): Promise<DisplayItem> {
  const template = goldenTemplate([element], LABEL);
  library.add(template.assets);
  const { measure, fonts } = fixture;
  const context = { measure, dpi: DPI, label: template.label, imageSize: library.size, now: TEST_TIME };
  const { list } = expectOk(await withFonts(fonts, () => composeLabel(template, NO_RECORD, context)));
  const [item] = list.items;
  if (item === undefined) throw new Error('nothing is painted');
  return item;
}

function painted(item: DisplayItem, top: number, height: number): BitPlane {
  const plane = createBitPlane(WIDTH, height);
  clearPlane(plane);
  expectOk(painter.paint(plane, [item], DPI, top));
  return plane;
}

function isInk(plane: BitPlane, x: number, y: number): boolean {
  return ((plane.bits[y * plane.strideBytes + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) === 0;
}

describe.each(ELEMENT_TYPES)('%s', (type) => {
  test('all ink is inside the bounds of the element, which are not much larger', async () => {
    for (const angle of ANGLES) {
      const item = await itemOf(turned(type, angle));
      const plane = painted(item, 0, HEIGHT);
      const perMm = dotsPerMm(DPI);
      let [left, top, right, bottom] = [Infinity, Infinity, -1, -1];
      for (let y = 0; y < HEIGHT; y++) {
        for (let x = 0; x < WIDTH; x++) {
          if (!isInk(plane, x, y)) continue;
          [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
        }
      }
      const { x, y, width, height } = item.bounds;
      // Pens are rounded to whole dots, and overhanging letters may cross the edge of their line by a dot or two.
      const spare = 3;
      expect(left, `${angle}`).toBeGreaterThanOrEqual(x * perMm - spare);
      expect(top, `${angle}`).toBeGreaterThanOrEqual(y * perMm - spare);
      expect(right, `${angle}`).toBeLessThanOrEqual((x + width) * perMm + spare);
      expect(bottom, `${angle}`).toBeLessThanOrEqual((y + height) * perMm + spare);
      expect(right - left).toBeGreaterThan(0.2 * width * perMm);
    }
  });

  test('has the same dots whichever band is painted', async () => {
    for (const angle of ANGLES.slice(1, 4)) {
      const item = await itemOf(turned(type, angle));
      const whole = painted(item, 0, HEIGHT);
      for (let top = 0; top < HEIGHT; top += 100) {
        const rows = Math.min(100, HEIGHT - top);
        const band = painted(item, top, rows);
        const part = whole.bits.subarray(top * whole.strideBytes, (top + rows) * whole.strideBytes);
        expect(Buffer.compare(band.bits, part), `${angle}`).toBe(0);
      }
    }
  });

  test('the screen shows it where it prints', async () => {
    const { skia, fonts } = fixture;
    const screen = createSkiaPainter(skia, fonts);
    const images = createViewImagePainter(skia, library, () => DPI);
    const angle = 12.3;
    const item = await itemOf(turned(type, angle));
    const plane = painted(item, 0, HEIGHT);
    const list = { ...LABEL, dpi: DPI, items: [item] };
    const rgba = drawPixels(skia, 'rgba', WIDTH, HEIGHT, (canvas) => {
      canvas.clear(skia.WHITE);
      screen.paint(canvas, list, { pxPerMm: dotsPerMm(DPI), originXPx: 0, originYPx: 0, antialias: true, images });
    });
    let [ink, differing] = [0, 0];
    for (let y = 1; y < HEIGHT - 1; y++) {
      for (let x = 1; x < WIDTH - 1; x++) {
        if (!isInk(plane, x, y)) continue;
        ink++;
        // Letters are on whole dots in print: a neighbor may be the dark one.
        const dark = [-1, 0, 1].some((dy) =>
          [-1, 0, 1].some((dx) => (rgba[4 * ((y + dy) * WIDTH + x + dx)] ?? 255) < 160),
        );
        if (!dark) differing++;
      }
    }
    expect(ink).toBeGreaterThan(100);
    expect(differing / ink).toBeLessThan(0.01);
    images.dispose();
    screen.dispose();
  });
});

test('how far a turned text is cut off at the edge is measured at its letters', async () => {
  const { skia, fonts } = fixture;
  const screen = createSkiaPainter(skia, fonts);
  const perMm = dotsPerMm(DPI);
  for (const degrees of [12.3, 45, -30, 80]) {
    const item = await itemOf(
      createTestElement('text', {
        sources: [fixedText('.,,. lower Qy .,,.')],
        xMm: 15,
        yMm: 28,
        widthMm: 30,
        heightMm: 6,
        fontSize: 20,
        ...partsOfAngle(degrees),
      }),
    );
    const plane = painted(item, 0, HEIGHT);
    let right = 0;
    for (let y = 0; y < HEIGHT; y++)
      for (let x = 0; x < WIDTH; x++) if (isInk(plane, x, y)) right = Math.max(right, x + 1);
    // The label ends 2 mm before the last ink.
    const label = { x: 0, y: 0, width: right / perMm - 2, height: 60 };
    expect(Math.abs(screen.cutTextMm(item, label, DPI) - 2), `${degrees}`).toBeLessThan(0.4);
  }
  screen.dispose();
});

test('an image in gray is turned as in black and white, with paper around it', async () => {
  const { skia, fonts } = fixture;
  const screen = createSkiaPainter(skia, fonts);
  const images = createToneImagePainter(skia, library, () => 'gray');
  const item = await itemOf(turned('image', 47.9));
  const plane = painted(item, 0, HEIGHT);
  const rgba = drawPixels(skia, 'rgba', WIDTH, HEIGHT, (canvas) => {
    canvas.clear(skia.WHITE);
    const place = { pxPerMm: dotsPerMm(DPI), originXPx: 0, originYPx: 0 };
    screen.paint(canvas, { ...LABEL, dpi: DPI, items: [item] }, { ...place, antialias: false, images });
  });
  // Squares of 16 dots have about the same darkness in both.
  const side = 16;
  let [dark, worst] = [0, 0];
  for (let top = 0; top + side <= HEIGHT; top += side) {
    for (let left = 0; left + side <= WIDTH; left += side) {
      let [ink, gray] = [0, 0];
      for (let y = top; y < top + side; y++) {
        for (let x = left; x < left + side; x++) {
          ink += isInk(plane, x, y) ? 1 : 0;
          gray += 255 - (rgba[4 * (y * WIDTH + x)] ?? 255);
        }
      }
      dark += ink;
      worst = Math.max(worst, Math.abs(ink - gray / 255) / side ** 2);
    }
  }
  expect(dark).toBeGreaterThan(1000);
  expect(worst).toBeLessThan(0.12);
  screen.dispose();
});
