import { beforeAll, describe, expect, test } from 'vitest';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { ROTATIONS } from '#model/kernel/geometry.ts';
import { expectOk } from '#model/kernel/result.ts';
import type { Template } from '#model/template/template.ts';
import { createBitPlane } from '#render-worker/bits/bit-plane.ts';
import { createLabelPainter } from '#render-worker/print/label-painter.ts';
import { createPng } from '#tests/print/create-image-files.ts';
import { createTestElement, createTestTemplate, TEST_ASSET } from '#tests/support/create-elements.ts';
import { createExportFixture, onePage, type ExportFixture } from './create-vector-page.ts';
import { withPoppler, type GrayPicture } from './poppler.ts';

/** Whole pixels per millimeter. */
const DPI = 254;

let fixture: ExportFixture;
beforeAll(async () => {
  await initWasm(await readFile(fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))));
  fixture = await createExportFixture();
});

/** A gray gradient, transparent in one corner, over a black bar; upright, rotated and at a free angle. */
function createImageLabel(): Template {
  const elements = [
    createTestElement('rectangle', { xMm: 2, yMm: 2, widthMm: 30, heightMm: 4, penWidthMm: 2 }),
    createTestElement('image', { xMm: 2, yMm: 3, widthMm: 20, heightMm: 10 }),
    createTestElement('image', { xMm: 26, yMm: 3, widthMm: 20, heightMm: 10, rotation: 90 }),
    createTestElement('image', { xMm: 4, yMm: 18, widthMm: 16, heightMm: 8, turnDegrees: -12.3 }),
  ];
  const bytes = createPng(60, 30, (x, y) => [x * 4, x * 4, x * 4, x + y < 30 ? 0 : 255]);
  return {
    ...createTestTemplate(elements, { widthMm: 50, heightMm: 30 }),
    assets: new Map([[TEST_ASSET, { mime: 'image/png', bytes }]]),
  };
}

/** The printed page as gray pixels. */
async function print(template = createImageLabel()): Promise<GrayPicture> {
  const list = await fixture.list(template, DPI);
  const painter = createLabelPainter(fixture.skia, fixture.fonts, fixture.library);
  const plane = createBitPlane(500, 300);
  expectOk(painter.paint(list, plane));
  painter.dispose();
  const bit = (i: number): number => {
    const [x, y] = [i % 500, Math.floor(i / 500)];
    return ((plane.bits[y * plane.strideBytes + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
  };
  return { width: 500, height: 300, gray: Uint8Array.from({ length: 500 * 300 }, (_, i) => bit(i) * 255) };
}

/** Number of differing middle rows and columns of the pictures; poppler's edges are irrelevant. */
function differing(a: GrayPicture, b: GrayPicture): number {
  let count = 0;
  for (let i = 0; i < a.gray.length; i++) if ((a.gray[i] ?? 0) < 128 !== (b.gray[i] ?? 0) < 128) count++;
  return count;
}

describe('images in exports', () => {
  test('are exactly the printed dots in a PDF, with their transparent parts', async () => {
    const pdf = await fixture.pdf([onePage(await fixture.list(createImageLabel(), DPI))]);
    const drawn = await withPoppler(pdf, (opened) => opened.draw(1, DPI));
    expect([drawn.width, drawn.height]).toEqual([500, 300]);
    expect(differing(drawn, await print())).toBe(0);
  });

  test('are exactly the printed dots in an SVG, with their transparent parts', async () => {
    const svg = await fixture.svg(onePage(await fixture.list(createImageLabel(), DPI)));
    const rendered = new Resvg(svg, { fitTo: { mode: 'width', value: 500 } }).render();
    const { pixels } = rendered;
    const gray = Uint8Array.from({ length: 500 * 300 }, (_, i) => pixels[i * 4] ?? 255);
    expect(differing({ width: 500, height: 300, gray }, await print())).toBe(0);
  });

  test('are in a PDF once, however often the label has them', async () => {
    const page = onePage(await fixture.list(createImageLabel(), DPI));
    const [once, twice] = [await fixture.pdf([page]), await fixture.pdf([page, page])];
    expect(twice.length - once.length).toBeLessThan(1_000);
  });
});

describe('patterns in exports', () => {
  /** A patterned rectangle in each rotation, and a star that cuts its pattern off. */
  function createPatternLabel(): Template {
    const look = { yMm: 2, widthMm: 10, heightMm: 8, penWidthMm: 0.4, fillDensity: 'light' } as const;
    const elements = ROTATIONS.map((rotation, i) =>
      createTestElement('rectangle', { ...look, xMm: 2 + 12 * i, rotation, fillPattern: 'diagonalDown' }),
    );
    const star = { ...look, xMm: 2, yMm: 14, widthMm: 44, heightMm: 14, fillPattern: 'dots' } as const;
    return createTestTemplate([...elements, createTestElement('figure', star)], { widthMm: 50, heightMm: 30 });
  }

  /** Pixels that differ in the rectangles, and their part of all pixels. */
  function compare(drawn: GrayPicture, printed: GrayPicture): { rectangles: number; share: number } {
    const part = ({ gray }: GrayPicture): GrayPicture => ({ width: 500, height: 130, gray: gray.subarray(0, 65_000) });
    return {
      rectangles: differing(part(drawn), part(printed)),
      share: differing(drawn, printed) / printed.gray.length,
    };
  }

  test('are exactly the printed dots in a PDF, cut off by the shape', async () => {
    const template = createPatternLabel();
    const pdf = await fixture.pdf([onePage(await fixture.list(template, DPI))]);
    const drawn = await withPoppler(pdf, (opened) => opened.draw(1, DPI));
    const { rectangles, share } = compare(drawn, await print(template));
    expect(rectangles).toBe(0);
    // The star's slopes differ by single dots.
    expect(share).toBeLessThan(0.002);
  });

  test('are exactly the printed dots in an SVG, cut off by the shape', async () => {
    const template = createPatternLabel();
    const svg = await fixture.svg(onePage(await fixture.list(template, DPI)));
    const { pixels } = new Resvg(svg, { fitTo: { mode: 'width', value: 500 } }).render();
    const gray = Uint8Array.from({ length: 500 * 300 }, (_, i) => pixels[i * 4] ?? 255);
    const { rectangles, share } = compare({ width: 500, height: 300, gray }, await print(template));
    expect(rectangles).toBe(0);
    expect(share).toBeLessThan(0.002);
  });
});
