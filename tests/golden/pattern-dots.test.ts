import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  FILL_DENSITIES,
  FILL_PATTERNS,
  type FillDensity,
  type FillPattern,
} from '#model/elements/base/fill-pattern.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { expectOk } from '#model/kernel/result.ts';
import { dotsPerMm, dotsToMm } from '#model/kernel/units.ts';
import { NO_RECORD } from '#model/data/record.ts';
import { composeLabel } from '#model/page/compose.ts';
import type { DisplayList } from '#model/page/display-list.ts';
import { createBitPainter, type BitPainter } from '#render-worker/print/bit-painter.ts';
import { createBitPlane, hasInk, type BitPlane } from '#render-worker/bits/bit-plane.ts';
import { createImageLibrary } from '#render-worker/images/image-library.ts';
import { createSkiaPainter, type SkiaPainter } from '#render-worker/paint/skia-painter.ts';
import { createPrintFixture } from '../print/create-print-core-fixture.ts';
import { drawPixels } from '../render/skia-fixture.ts';
import { createTestElement, TEST_TIME } from '../support/create-elements.ts';
import { goldenTemplate } from './golden-page.ts';

let fixture: Awaited<ReturnType<typeof createPrintFixture>>;
let painter: BitPainter;
let screen: SkiaPainter;
beforeAll(async () => {
  fixture = await createPrintFixture();
  painter = createBitPainter(fixture.skia, fixture.fonts, createImageLibrary(fixture.skia));
  screen = createSkiaPainter(fixture.skia, fixture.fonts);
});
afterAll(() => {
  painter.dispose();
  screen.dispose();
  fixture.core.dispose();
});

const DPIS = [152, 203, 300, 406, 600, 1200] as const;
const PATTERNS = FILL_PATTERNS.filter((pattern) => pattern !== 'none');
const SIDE = 200;

type Type = 'rectangle' | 'roundRectangle' | 'ellipse' | 'diamond' | 'triangle' | 'figure';

interface Patterned {
  readonly type: Type;
  readonly fillPattern: FillPattern;
  readonly fillDensity: FillDensity;
  readonly dpi: number;
}

/** The shape with its box at whole dots, and a pen of one dot. */
function element(shape: Patterned, x: number, y: number, width: number, height: number): LabelElement {
  const { type, fillPattern, fillDensity, dpi } = shape;
  const dots = (count: number): number => dotsToMm(count, dpi);
  return createTestElement(type, {
    xMm: dots(x),
    yMm: dots(y),
    widthMm: dots(width),
    heightMm: dots(height),
    penWidthMm: dots(1),
    fillPattern,
    fillDensity,
  });
}

function listOf(one: LabelElement, dpi: number): DisplayList {
  const template = goldenTemplate([one], { widthMm: dotsToMm(SIDE, dpi), heightMm: dotsToMm(SIDE, dpi) });
  const { measure } = fixture;
  return composeLabel(template, NO_RECORD, {
    measure,
    dpi,
    label: template.label,
    imageSize: () => null,
    now: TEST_TIME,
  }).list;
}

function print(one: LabelElement, dpi: number): BitPlane {
  const plane = createBitPlane(SIDE, SIDE);
  expectOk(painter.paint(plane, listOf(one, dpi).items, dpi, 0));
  return plane;
}

const inked = (plane: BitPlane, x: number, y: number): boolean =>
  x >= 0 && y >= 0 && x < SIDE && y < SIDE && hasInk(plane, { x, y, width: 1, height: 1 });

const shapes: fc.Arbitrary<Patterned> = fc.record({
  type: fc.constantFrom('rectangle', 'roundRectangle', 'ellipse', 'diamond', 'triangle', 'figure'),
  fillPattern: fc.constantFrom(...PATTERNS),
  fillDensity: fc.constantFrom(...FILL_DENSITIES),
  dpi: fc.constantFrom(...DPIS),
});

/** The rows of dots of a rectangle's corner, within its pen. */
function corner(fillPattern: FillPattern, fillDensity: FillDensity, dpi: number, columns = 16, rows = 8): string[] {
  const plane = print(element({ type: 'rectangle', fillPattern, fillDensity, dpi }, 7, 5, 60, 60), dpi);
  return Array.from({ length: rows }, (_, y) =>
    Array.from({ length: columns }, (__, x) => (inked(plane, 8 + x, 6 + y) ? '#' : '.')).join(''),
  );
}

describe('a pattern', () => {
  test('has the same dots at every whole-dot position and resolution', () => {
    const position = fc.integer({ min: 0, max: 120 });
    fc.assert(
      fc.property(shapes, position, position, (shape, x, y) => {
        const home = print(element(shape, 3, 4, 71, 59), shape.dpi);
        const away = print(element(shape, x, y, 71, 59), shape.dpi);
        let differing = 0;
        for (let dy = 0; dy < 59; dy++)
          for (let dx = 0; dx < 71; dx++) {
            if (inked(home, 3 + dx, 4 + dy) !== inked(away, x + dx, y + dy)) differing++;
          }
        expect(differing).toBe(0);
      }),
      { numRuns: 100 },
    );
  });

  test('keeps its dots when the box moves by less than a dot, to the nearest one', () => {
    const shape: Patterned = { type: 'ellipse', fillPattern: 'dots', fillDensity: 'medium', dpi: 203 };
    const whole = print(element(shape, 20, 20, 71, 59), 203);
    const box = element(shape, 20, 20, 71, 59);
    const moved = print({ ...box, xMm: box.xMm + dotsToMm(0.4, 203), yMm: box.yMm - dotsToMm(0.4, 203) }, 203);
    expect(moved.bits).toEqual(whole.bits);
  });

  test('consists of lines and dots of whole dots, from the corner of the box on', () => {
    // The corner is at the pen's dot, so what is seen begins with the second row and column of the cell.
    expect(corner('horizontal', 'medium', 203, 4)).toEqual(['####', ...Array<string>(6).fill('....'), '####']);
    expect(corner('vertical', 'light', 203, 16, 2)).toEqual(['.......#.......#', '.......#.......#']);
    expect(corner('dots', 'dark', 203, 8, 2)).toEqual(['#.#.#.#.', '.#.#.#.#']);
    expect(corner('dots', 'medium', 203, 8, 2)).toEqual(['........', '.#.#.#.#']);
    expect(corner('dots', 'light', 203, 8, 4)).toEqual(['........', '.#...#..', '........', '...#...#']);
    expect(corner('diagonalDown', 'light', 203, 9, 3)).toEqual(['#.......#', '.#.......', '..#......']);
    expect(corner('diagonalUp', 'light', 203, 9, 3)).toEqual(['......#..', '.....#...', '....#....']);
    // Three dots of 600 dpi are one of 203 dpi.
    expect(corner('dots', 'dark', 600, 8, 6)).toEqual([
      '##...###',
      '##...###',
      '..###...',
      '..###...',
      '..###...',
      '##...###',
    ]);
  });

  test.each([
    ['horizontal', [1 / 8, 1 / 4, 1 / 2]],
    ['vertical', [1 / 8, 1 / 4, 1 / 2]],
    ['diagonalDown', [1 / 8, 1 / 4, 1 / 2]],
    ['diagonalUp', [1 / 8, 1 / 4, 1 / 2]],
    ['dots', [1 / 8, 1 / 4, 1 / 2]],
    ['grid', [15 / 64, 7 / 16, 3 / 4]],
  ] as const)('of %s has exactly its part of ink at every resolution', (fillPattern, parts) => {
    for (const dpi of DPIS) {
      // Whole cells, away from the line.
      const side = 8 * Math.max(1, Math.round(0.125 * dotsPerMm(dpi)));
      FILL_DENSITIES.forEach((fillDensity, i) => {
        const shape: Patterned = { type: 'rectangle', fillPattern, fillDensity, dpi };
        const plane = print(element(shape, 2, 2, 190, 190), dpi);
        let ink = 0;
        for (let y = 0; y < side; y++) for (let x = 0; x < side; x++) if (inked(plane, 20 + x, 20 + y)) ink++;
        expect([dpi, fillDensity, ink / side ** 2]).toEqual([dpi, fillDensity, parts[i]]);
      });
    }
  });

  test('stays inside its shape', () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        const plain = print(element({ ...shape, fillPattern: 'none' }, 30, 30, 71, 59), shape.dpi);
        const solid = print({ ...element(shape, 30, 30, 71, 59), filled: true } as LabelElement, shape.dpi);
        const patterned = print(element(shape, 30, 30, 71, 59), shape.dpi);
        let beyond = 0;
        patterned.bits.forEach((byte, i) => {
          const line = ~(plain.bits[i] as number);
          const ink = ~byte;
          // All ink is the line's or inside the shape, and the line has all of its own.
          if ((ink & ~(line | ~(solid.bits[i] as number)) & 0xff) !== 0 || (line & ~ink & 0xff) !== 0) beyond++;
        });
        expect(beyond).toBe(0);
      }),
      { numRuns: 60 },
    );
  });
});

describe('on the screen', () => {
  function show(one: LabelElement, dpi: number, pxPerDot: number, originXPx = 0): Uint8Array {
    const pixels = Math.round(SIDE * pxPerDot);
    const options = {
      pxPerMm: dotsPerMm(dpi) * pxPerDot,
      originXPx,
      originYPx: 0,
      antialias: true,
      images: { drawImage: () => undefined },
    };
    const rgba = drawPixels(fixture.skia, 'rgba', pixels, pixels, (canvas) =>
      screen.paint(canvas, listOf(one, dpi), options),
    );
    return rgba.filter((_, i) => i % 4 === 0);
  }

  test('a pattern has the printed dots, with sharp edges where dots are whole pixels', () => {
    for (const fillPattern of PATTERNS) {
      const one = element({ type: 'rectangle', fillPattern, fillDensity: 'medium', dpi: 203 }, 7, 5, 150, 160);
      const printed = print(one, 203);
      for (const zoom of [1, 3]) {
        const seen = show(one, 203, zoom);
        let differing = 0;
        for (let y = 6 * zoom; y < 160 * zoom; y++)
          for (let x = 8 * zoom; x < 150 * zoom; x++) {
            const isInk = inked(printed, Math.floor(x / zoom), Math.floor(y / zoom));
            if (seen[y * SIDE * zoom + x] !== (isInk ? 0 : 255)) differing++;
          }
        expect([fillPattern, zoom, differing]).toEqual([fillPattern, zoom, 0]);
      }
    }
  });

  test('a pattern smaller than pixels is as dark as its ink, without stripes', () => {
    const dark: Patterned = { type: 'rectangle', fillPattern: 'dots', fillDensity: 'dark', dpi: 600 };
    const seen = show(element(dark, 0, 0, SIDE, SIDE), 600, 1 / 12);
    const width = Math.round(SIDE / 12);
    for (let y = 2; y < width - 2; y++)
      for (let x = 2; x < width - 2; x++) expect(Math.abs((seen[y * width + x] ?? 0) - 127)).toBeLessThanOrEqual(2);
  });

  test('a pattern moves with the label by parts of a pixel', () => {
    const shape: Patterned = { type: 'rectangle', fillPattern: 'vertical', fillDensity: 'medium', dpi: 203 };
    const seen = show(element(shape, 0, 0, SIDE, SIDE), 203, 2, 0.5);
    // A line of two dots is four pixels, of which the move leaves two halves.
    const row = seen.subarray(100 * SIDE * 2 + 14, 100 * SIDE * 2 + 24);
    expect([...row]).toEqual([255, 255, 128, 0, 0, 0, 127, 255, 255, 255].map((gray) => expect.closeTo(gray, -0.5)));
  });
});
