import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LabelElement } from '#model/elements/element.ts';
import { expectOk } from '#model/kernel/result.ts';
import { ROTATIONS, type Rotation } from '#model/kernel/geometry.ts';
import { dotsToMm } from '#model/kernel/units.ts';
import { NO_RECORD } from '#model/data/record.ts';
import { composeLabel } from '#model/page/compose.ts';
import {
  ARROW_DIRECTIONS,
  BRACKET_SIDES,
  BRACKETS,
  FIGURE_LIMITS,
  FIGURES,
  NEW_FORM,
  type FigureForm,
} from '#model/elements/shapes/figure-element.ts';
import { FILL_DENSITIES, FILL_PATTERNS, NO_PATTERN, type PatternFill } from '#model/elements/base/fill-pattern.ts';
import { createBitPainter, type BitPainter } from '#render-worker/print/bit-painter.ts';
import { createBitPlane, hasInk, type BitPlane } from '#render-worker/bits/bit-plane.ts';
import { createImageLibrary } from '#render-worker/images/image-library.ts';
import { createPrintFixture } from '../print/create-print-core-fixture.ts';
import { createTestElement, TEST_TIME } from '../support/create-elements.ts';
import { goldenTemplate } from './golden-page.ts';

const DPI = 300;
const dots = (count: number): number => dotsToMm(count, DPI);
/** Sides that are prime numbers of dots, so that nothing ends at a whole byte by chance. */
const WIDTH = 211;
const HEIGHT = 173;

let fixture: Awaited<ReturnType<typeof createPrintFixture>>;
let painter: BitPainter;
beforeAll(async () => {
  fixture = await createPrintFixture();
  painter = createBitPainter(fixture.skia, fixture.fonts, createImageLibrary(fixture.skia));
});
afterAll(() => {
  painter.dispose();
  fixture.core.dispose();
});

interface Shape {
  readonly type: 'ellipse' | 'roundRectangle' | 'diamond' | 'triangle' | 'rectangle' | 'line' | 'figure';
  /** In dots. */
  readonly width: number;
  readonly height: number;
  readonly pen: number;
  readonly filled: boolean;
  readonly dashed: boolean;
  readonly form: FigureForm;
  readonly fill: PatternFill;
}

const within = (field: keyof typeof FIGURE_LIMITS): fc.Arbitrary<number> => fc.integer(FIGURE_LIMITS[field]);
const shapes: fc.Arbitrary<Shape> = fc.record({
  type: fc.constantFrom('ellipse', 'roundRectangle', 'diamond', 'triangle', 'rectangle', 'line', 'figure', 'figure'),
  width: fc.integer({ min: 1, max: 90 }),
  height: fc.integer({ min: 1, max: 70 }),
  pen: fc.integer({ min: 4, max: 12 }),
  filled: fc.boolean(),
  dashed: fc.boolean(),
  form: fc.record({
    figure: fc.constantFrom(...FIGURES),
    sides: within('sides'),
    points: within('points'),
    innerPercent: within('innerPercent'),
    direction: fc.constantFrom(...ARROW_DIRECTIONS),
    headPercent: within('headPercent'),
    shaftPercent: within('shaftPercent'),
    bracket: fc.constantFrom(...BRACKETS),
    bracketSide: fc.constantFrom(...BRACKET_SIDES),
  } satisfies { readonly [K in keyof FigureForm]: fc.Arbitrary<FigureForm[K]> }),
  fill: fc.record({
    fillPattern: fc.constantFrom(...FILL_PATTERNS),
    fillDensity: fc.constantFrom(...FILL_DENSITIES),
  }),
});

/** The shape with its box's top left at the dot (x, y). */
function element(shape: Shape, x: number, y: number): LabelElement {
  const { type, width, height, pen, filled, dashed, form, fill } = shape;
  const base = {
    xMm: dots(x),
    yMm: dots(y),
    widthMm: dots(width),
    heightMm: dots(height),
    penWidthMm: dots(pen),
    dashed,
  };
  if (type === 'line') return createTestElement('line', { ...base, direction: 'left' });
  if (type === 'figure') return createTestElement(type, { ...base, filled, ...form, ...fill });
  return createTestElement(type, { ...base, filled, ...fill });
}

function paint(elements: readonly LabelElement[], top = 0, rows = HEIGHT, height = HEIGHT): BitPlane {
  const template = goldenTemplate(elements, { widthMm: dots(WIDTH), heightMm: dots(height) });
  const { measure } = fixture;
  const { list } = composeLabel(template, NO_RECORD, {
    measure,
    dpi: DPI,
    label: template.label,
    imageSize: () => null,
    now: TEST_TIME,
  });
  const plane = createBitPlane(WIDTH, rows);
  expectOk(painter.paint(plane, list.items, DPI, top));
  return plane;
}

const inked = (plane: BitPlane, x: number, y: number): boolean =>
  x >= 0 && y >= 0 && x < plane.width && y < plane.height && hasInk(plane, { x, y, width: 1, height: 1 });

/** Number of dots of `b` that differ from those that `from` names in `a`. */
function differing(a: BitPlane, b: BitPlane, from: (x: number, y: number) => readonly [number, number]): number {
  let count = 0;
  for (let y = 0; y < b.height; y++)
    for (let x = 0; x < b.width; x++) if (inked(b, x, y) !== inked(a, ...from(x, y))) count++;
  return count;
}

/** In which directions a shape is its own mirror image. */
function mirrorsOf({ type, form }: Shape): { leftToRight: boolean; topToBottom: boolean } {
  if (type !== 'figure') return { leftToRight: true, topToBottom: type !== 'triangle' };
  const { figure, sides, points, direction } = form;
  if (figure === 'bracket') return { leftToRight: false, topToBottom: true };
  if (figure !== 'arrow') return { leftToRight: true, topToBottom: (figure === 'polygon' ? sides : points) % 2 === 0 };
  const isUpright = direction === 'up' || direction === 'down';
  return { leftToRight: isUpright || direction === 'both', topToBottom: !isUpright };
}

const RUNS = { numRuns: 60 };

describe('the dots of a shape', () => {
  test('are the same at every whole-dot position, also when only a part is on the label', () => {
    fc.assert(
      fc.property(
        shapes,
        fc.integer({ min: -40, max: WIDTH }),
        fc.integer({ min: -40, max: HEIGHT }),
        (shape, x, y) => {
          const home = paint([element(shape, 60, 50)]);
          const away = paint([element(shape, x, y)]);
          const seen = (px: number, py: number): readonly [number, number] => [px - x + 60, py - y + 50];
          expect(differing(home, away, seen)).toBe(0);
        },
      ),
      RUNS,
    );
  });

  test('rotate and mirror with it', () => {
    fc.assert(
      fc.property(shapes, fc.constantFrom(...ROTATIONS), fc.boolean(), (shape, rotation: Rotation, mirror) => {
        const { width, height } = shape;
        const upright = paint([element(shape, 60, 50)]);
        const turned = rotation === 90 || rotation === 270;
        const [across, down] = turned ? [height, width] : [width, height];
        const after = paint([{ ...element(shape, 60, 50), rotation, mirror }]);
        const from = (px: number, py: number): readonly [number, number] => {
          const [u, v] = [px - 60, py - 50];
          const [a, b] =
            rotation === 0
              ? [u, v]
              : rotation === 90
                ? [v, across - 1 - u]
                : rotation === 180
                  ? [across - 1 - u, down - 1 - v]
                  : [down - 1 - v, u];
          return [60 + (mirror ? width - 1 - a : a), 50 + b];
        };
        expect(differing(upright, after, from)).toBe(0);
      }),
      RUNS,
    );
  });

  test('are their own mirror image when the shape is', () => {
    fc.assert(
      fc.property(
        shapes.filter((shape) => !shape.dashed && shape.type !== 'line'),
        (patterned) => {
          const shape = { ...patterned, fill: NO_PATTERN };
          const plane = paint([element(shape, 60, 50)]);
          const { leftToRight, topToBottom } = mirrorsOf(shape);
          if (leftToRight) expect(differing(plane, plane, (x, y) => [119 + shape.width - x, y])).toBe(0);
          if (topToBottom) {
            expect(differing(plane, plane, (x, y) => [x, 99 + shape.height - y])).toBe(0);
          }
        },
      ),
      RUNS,
    );
  });

  test('do not depend on the painted part of the label, however long the shape', () => {
    const long = 9000;
    const fill: PatternFill = { fillPattern: 'diagonalDown', fillDensity: 'light' };
    for (const type of ['ellipse', 'diamond', 'roundRectangle', 'triangle', 'line', 'figure'] as const) {
      for (const rotation of [0, 90] as const) {
        const shape = {
          type,
          width: 190,
          height: long - 40,
          pen: 9,
          filled: false,
          dashed: false,
          form: NEW_FORM,
          fill,
        };
        const upright = element(shape, 10, 20);
        const lying = {
          ...element({ ...shape, width: shape.height, height: shape.width }, 10, 20),
          rotation,
        };
        const one = rotation === 0 ? upright : lying;
        const whole = paint([one], 0, long, long);
        expect(whole.bits.some((byte) => byte !== 0xff)).toBe(true);
        for (const [top, rows] of [
          [0, 64],
          [500, 37],
          [4090, 512],
          [8700, 300],
        ] as const) {
          const part = paint([one], top, rows, long);
          const { strideBytes } = part;
          expect(Buffer.compare(part.bits, whole.bits.subarray(top * strideBytes, (top + rows) * strideBytes))).toBe(0);
        }
      }
    }
  });
});
