import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DisplayOp, DotsOp } from '#model/elements/base/display-op.ts';
import { IDENTITY, type Affine } from '#model/kernel/geometry.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { expectOk } from '#model/kernel/result.ts';
import { dotsPerMm } from '#model/kernel/units.ts';
import type { DisplayList } from '#model/page/display-list.ts';
import { withFonts } from '#render-worker/fonts/with-fonts.ts';
import { createSkiaPainter, type SkiaPainter, type PaintOptions } from '#render-worker/paint/skia-painter.ts';
import { RasterSurface } from '#render-worker/skia/raster-surface.ts';
import { createSkiaFixture, drawPixels, hashOf, type SkiaFixture } from './skia-fixture.ts';

const NO_IMAGES: PaintOptions['images'] = { drawImage: () => undefined };
const QUARTER_TURN: Affine = { a: 0, b: 1, c: -1, d: 0, e: 18, f: 2 };

function createList(ops: readonly DisplayOp[], transform: Affine = IDENTITY, dpi = 300): DisplayList {
  const bounds = { x: 0, y: 0, width: 20, height: 10 };
  return { widthMm: 20, heightMm: 10, dpi, items: [{ elementId: 'E0000001' as ElementId, transform, ops, bounds }] };
}

function createDots(...rects: number[]): DotsOp {
  return { type: 'dots', rects: Int32Array.from(rects), ink: 'black' };
}

describe('painter', () => {
  let fixture: SkiaFixture;
  let painter: SkiaPainter;
  beforeAll(async () => {
    fixture = await createSkiaFixture();
    painter = createSkiaPainter(fixture.skia, fixture.fonts);
  });
  afterAll(() => painter.dispose());

  function view(list: DisplayList, pxPerMm = 10): Uint8Array {
    const options = { pxPerMm, originXPx: 0, originYPx: 0, antialias: true, images: NO_IMAGES };
    return drawPixels(fixture.skia, 'rgba', 200, 100, (canvas) => painter.paint(canvas, list, options));
  }

  function print(list: DisplayList, dpi = list.dpi): { pixels: Uint8Array; width: number; height: number } {
    const width = Math.round(20 * dotsPerMm(dpi));
    const height = Math.round(10 * dotsPerMm(dpi));
    const options = { pxPerMm: dotsPerMm(dpi), originXPx: 0, originYPx: 0, antialias: false, images: NO_IMAGES };
    const draw = (canvas: Parameters<SkiaPainter['paint']>[0]): void => painter.paint(canvas, list, options);
    return { pixels: drawPixels(fixture.skia, 'gray', width, height, draw), width, height };
  }

  async function textOps(text: string, sizeMm = 3, italic = false): Promise<DisplayOp[]> {
    const request = {
      text,
      family: 'Noto Sans SC',
      sizeMm,
      bold: false,
      italic,
      letterSpacingMm: 0,
      lineHeight: 0,
      align: 'left' as const,
      wrapMm: null,
    };
    const shaped = expectOk(await withFonts(fixture.fonts, () => fixture.measure.shape(request)));
    return shaped.runs.map((run) => ({ type: 'glyphs', run, ink: 'black' }));
  }

  const dashed: DisplayOp = {
    type: 'path',
    data: 'M 1.5 1.5 L 18.5 1.5 L 18.5 8.5 L 1.5 8.5 Z',
    ink: 'black',
    paint: { style: 'stroke', widthMm: 0.3, dashMm: [1.5, 0.6] },
  };
  const curve: DisplayOp = {
    type: 'path',
    data: 'M 2 8 C 5 1 9 1 12 8 Q 15 10 18 2',
    ink: 'black',
    paint: { style: 'stroke', widthMm: 0.5, cap: 'round' },
  };

  // Exact: Skia's raster on the CPU gives the same bits on every machine.
  test.each<readonly [string, () => Promise<DisplayOp[]>, Affine, string, string]>([
    [
      'rectangles',
      async () => [{ type: 'rect', rect: { x: 1.03, y: 2.2, width: 7.5, height: 0.31 }, ink: 'black' }],
      IDENTITY,
      '7cfa5db84dceb8d0',
      '556ccdeb0e68b41d',
    ],
    ['dashed paths', async () => [dashed], IDENTITY, '3dc12cc04443056b', 'ca4fc30009b6e9ac'],
    ['curves', async () => [curve], IDENTITY, '7f41b87001b3660f', '9e490de6f6840482'],
    ['text', () => textOps('Aa 标签 g'), IDENTITY, '82c4217e8a821ca5', 'c4378f985947c28a'],
    ['text on its side', () => textOps('Aa 标签 g'), QUARTER_TURN, '8a212c6f8bfa9408', '0334f757d55c8e9c'],
    ['slanted text', () => textOps('Aa 标签 g', 4, true), IDENTITY, 'cb97e6a360b9de11', 'd3dee7b72be261d0'],
    [
      'symbols',
      async () => [createDots(10, 10, 3, 60, 16, 10, 2, 60, 20, 10, 7, 60)],
      IDENTITY,
      'f195ed92eb3c6bdb',
      'd022ca1c6a50e423',
    ],
  ])('paints %s as ever', async (_name, ops, transform, onScreen, inPrint) => {
    const list = createList(await ops(), transform);
    expect({ onScreen: hashOf(view(list)), inPrint: hashOf(print(list).pixels) }).toEqual({ onScreen, inPrint });
  });

  test.each([203, 300, 600])('a print at %i dpi is black and white only', async (dpi) => {
    const list = createList([dashed, curve, ...(await textOps('标签 Label 0O', 2.2))], IDENTITY, dpi);
    expect([...new Set(print(list).pixels)].sort((a, b) => a - b)).toEqual([0, 255]);
  });

  test.each([203, 300, 600])('symbol rectangles are exact at %i dpi', (dpi) => {
    const rects = [3, 5, 2, 9, 7, 5, 1, 9, 20, 0, 4, 1, 0, 40, 30, 2];
    const { pixels, width, height } = print(createList([createDots(...rects)], QUARTER_TURN, dpi));
    const expected = new Uint8Array(width * height).fill(255);
    for (let i = 0; i < rects.length; i += 4) {
      const [x = 0, y = 0, w = 0, h = 0] = rects.slice(i, i + 4);
      for (let row = y; row < y + h; row++) expected.fill(0, row * width + x, row * width + x + w);
    }
    expect(hashOf(pixels)).toBe(hashOf(expected));
  });

  test('symbol rectangles that touch show no seam when scaled', () => {
    const pixels = view(createList([createDots(0, 0, 33, 101, 33, 0, 34, 101, 67, 0, 33, 101)]), 10);
    // One black block of 100 dots: 8.47 mm, so 84 whole pixels.
    for (let x = 1; x < 83; x++) expect(pixels[(20 * 200 + x) * 4]).toBe(0);
  });

  test('strokes in print have one width on all sides', () => {
    const frame: DisplayOp = { ...dashed, paint: { style: 'stroke', widthMm: 0.3 } };
    for (const dpi of [203, 300, 600]) {
      const { pixels, width, height } = print(createList([frame], IDENTITY, dpi));
      const pen = Math.round(0.3 * dotsPerMm(dpi));
      const row = Array.from(pixels.subarray(Math.floor(height / 2) * width, Math.floor(height / 2 + 1) * width));
      const column = Array.from({ length: height }, (_, y) => pixels[y * width + Math.floor(width / 2)] ?? 255);
      expect(runsOfInk(row)).toEqual([pen, pen]);
      expect(runsOfInk(column)).toEqual([pen, pen]);
    }
  });

  test('a pen thinner than a dot still prints', () => {
    const hair = (data: string): DisplayOp => ({
      type: 'path',
      data,
      ink: 'black',
      paint: { style: 'stroke', widthMm: 0.01 },
    });
    const { pixels, width, height } = print(createList([hair('M 1 5 L 19 5'), hair('M 1 1 L 4 9')], IDENTITY, 203));
    const column = Array.from({ length: height }, (_, y) => pixels[y * width + Math.floor(width / 2)] ?? 255);
    expect(runsOfInk(column)).toEqual([1]);
    const row = Array.from(pixels.subarray(20 * width, 21 * width));
    expect(runsOfInk(row)).toEqual([1]);
  });

  test('bands put together are the whole', async () => {
    // No curves and diagonals: Skia clips their edges to the band, which moves a dot here and there.
    const list = createList([dashed, ...(await textOps('标签 Label', 3)), createDots(5, 50, 60, 40)]);
    const { pixels, width, height } = print(list);
    const bands: Uint8Array[] = [];
    for (let top = 0; top < height; top += 32) {
      const rows = Math.min(32, height - top);
      bands.push(
        drawPixels(fixture.skia, 'gray', width, rows, (canvas) =>
          painter.paint(canvas, list, {
            pxPerMm: dotsPerMm(300),
            originXPx: 0,
            originYPx: -top,
            antialias: false,
            images: NO_IMAGES,
            clip: { x: 0, y: top / dotsPerMm(300), width: 20, height: rows / dotsPerMm(300) },
          }),
        ),
      );
    }
    expect(hashOf(Buffer.concat(bands))).toBe(hashOf(pixels));
  });

  test('painting leaves nothing on the heap', async () => {
    const { skia } = fixture;
    const list = createList([dashed, curve, ...(await textOps('标签 Label', 3)), createDots(1, 1, 5, 5, 6, 1, 5, 5)]);
    const surface = new RasterSurface(skia, 'rgba');
    const options = { pxPerMm: 7.3, originXPx: 0.4, originYPx: 0, antialias: true, images: NO_IMAGES };
    const canvas = expectOk(surface.resize(150, 80));
    const paintMany = (times: number): number => {
      for (let i = 0; i < times; i++) painter.paint(canvas, list, options);
      // Address of the next allocation: it rises when something is not freed.
      const probe = skia.Malloc(Uint8Array, 1 << 20);
      const at = probe.byteOffset;
      skia.Free(probe);
      return at;
    };
    const before = paintMany(100);
    const after = paintMany(2_000);
    surface.dispose();
    expect(after - before).toBeLessThan(64 * 1024);
  });
});

/** The lengths of the dark runs in a row of gray pixels. */
function runsOfInk(row: readonly number[]): number[] {
  const text = row.map((value) => (value < 128 ? '#' : ' ')).join('');
  return text
    .split(/ +/)
    .filter((run) => run !== '')
    .map((run) => run.length);
}
