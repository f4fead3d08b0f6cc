import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Point, Rect } from '#model/kernel/geometry.ts';
import { expectOk } from '#model/kernel/result.ts';
import { definitionOf } from '#model/elements/element.ts';
import { elementBox } from '#model/elements/base/box.ts';
import { layoutElement } from '#model/elements/layouts.ts';
import { createElement } from '#model/elements/registry.ts';
import { bracketLine } from '#model/elements/shapes/bracket.ts';
import { pointsOf, polygonOf } from '#model/elements/shapes/contour.ts';
import {
  ARROW_DIRECTIONS,
  BRACKET_SIDES,
  BRACKETS,
  FIGURE_LIMITS,
  FIGURES,
  NEW_FORM,
  type FigureForm,
} from '#model/elements/shapes/figure-element.ts';
import { outlineOfFigure } from '#model/elements/shapes/figure-outline.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import { createElementId } from '#model/kernel/ids.ts';
import { createTestContext, createTestElement, createTestTemplate } from '../support/create-elements.ts';

const SQUARE: Rect = { x: 5, y: 10, width: 20, height: 20 };
const CENTER: Point = { x: 15, y: 20 };

function cornersOf(form: Partial<FigureForm>, box = SQUARE, insetMm = 0): readonly Point[] {
  return polygonOf(outlineOfFigure({ ...NEW_FORM, ...form }).contour(box, insetMm) ?? []);
}
const fromCenter = ({ x, y }: Point): number => Math.hypot(x - CENTER.x, y - CENTER.y);

const forms: fc.Arbitrary<FigureForm> = fc.record({
  figure: fc.constantFrom(...FIGURES),
  sides: fc.integer(FIGURE_LIMITS.sides),
  points: fc.integer(FIGURE_LIMITS.points),
  innerPercent: fc.integer(FIGURE_LIMITS.innerPercent),
  direction: fc.constantFrom(...ARROW_DIRECTIONS),
  headPercent: fc.integer(FIGURE_LIMITS.headPercent),
  shaftPercent: fc.integer(FIGURE_LIMITS.shaftPercent),
  bracket: fc.constantFrom(...BRACKETS),
  bracketSide: fc.constantFrom(...BRACKET_SIDES),
});

describe('a polygon', () => {
  test('is regular in a square box, with a corner at the top', () => {
    for (let sides = 3; sides <= 12; sides++) {
      const corners = cornersOf({ figure: 'polygon', sides });
      expect(corners).toHaveLength(sides);
      expect(corners[0]).toEqual({ x: 15, y: 10 });
      for (const corner of corners) expect(fromCenter(corner)).toBeCloseTo(10);
      const lengths = corners.map((to, i) => {
        const from = corners.at(i - 1) as Point;
        return Math.hypot(to.x - from.x, to.y - from.y);
      });
      for (const length of lengths) expect(length).toBeCloseTo(20 * Math.sin(Math.PI / sides));
    }
  });
});

describe('a star', () => {
  test('has its points on a circle, and its inner corners at their part of the radius', () => {
    const corners = cornersOf({ points: 7, innerPercent: 30 });
    expect(corners).toHaveLength(14);
    corners.forEach((corner, i) => expect(fromCenter(corner)).toBeCloseTo(i % 2 === 0 ? 10 : 3));
  });

  test('keeps the width of its line also where its sides are on one straight line', () => {
    const inner = cornersOf({ points: 3, innerPercent: 50 }, SQUARE, 1);
    // A triangle: its sides are 5 from the center, and the line takes 1 of them.
    expect(inner).toHaveLength(6);
    expect(inner.filter((_, i) => i % 2 === 1).map(fromCenter)).toEqual([4, 4, 4].map((v) => expect.closeTo(v)));
  });
});

describe('a block arrow', () => {
  const WIDE: Rect = { x: 0, y: 0, width: 30, height: 10 };
  const arrow = { figure: 'arrow', headPercent: 50, shaftPercent: 40 } as const;

  test('has a head as long as its part of the height, and a shaft as wide as its part of the head', () => {
    expect(cornersOf(arrow, WIDE)).toEqual(
      [
        [0, 3],
        [25, 3],
        [25, 0],
        [30, 5],
        [25, 10],
        [25, 7],
        [0, 7],
      ].map(([x, y]) => ({ x: expect.closeTo(x ?? 0), y: expect.closeTo(y ?? 0) })),
    );
    // Its head stays as it is when the box becomes longer.
    expect(cornersOf(arrow, { ...WIDE, width: 60 })[2]?.x).toBeCloseTo(55);
  });

  test.each([
    ['left', { x: 0, y: 5 }],
    ['up', { x: 15, y: 0 }],
    ['down', { x: 15, y: 10 }],
    ['right', { x: 30, y: 5 }],
  ] as const)('points %s', (direction, tip) => {
    const corners = cornersOf({ ...arrow, direction }, WIDE);
    // Upright, the head is half as long as the box is wide, and leaves no room for a shaft.
    expect(corners).toHaveLength(direction === 'up' || direction === 'down' ? 3 : 7);
    expect(corners.some(({ x, y }) => Math.hypot(x - tip.x, y - tip.y) < 1e-9)).toBe(true);
  });

  test('in both directions is two heads and a shaft, and a diamond without room for a shaft', () => {
    expect(cornersOf({ ...arrow, direction: 'both' }, WIDE)).toHaveLength(10);
    expect(cornersOf({ ...arrow, direction: 'both' }, { ...WIDE, width: 8 })).toHaveLength(4);
  });

  test('keeps a hollow head where its shaft or the corners of its head are all line', () => {
    // A shaft of 4 has no room between two lines of 2.1, and the head has.
    expect(cornersOf({ ...arrow, headPercent: 100 }, WIDE, 2.1)).toHaveLength(3);
    // The head is only half a millimeter wider than the shaft on each side.
    expect(cornersOf({ ...arrow, shaftPercent: 90 }, WIDE, 0.6)).toHaveLength(5);
    expect(cornersOf(arrow, WIDE, 5)).toEqual([]);
  });
});

test('a figure and its line are inside the box, whatever its form and size', () => {
  const boxes = fc.record({
    x: fc.integer({ min: 0, max: 5000 }).map((v) => v / 100),
    y: fc.integer({ min: 0, max: 5000 }).map((v) => v / 100),
    width: fc.integer({ min: 1, max: 5000 }).map((v) => v / 100),
    height: fc.integer({ min: 1, max: 5000 }).map((v) => v / 100),
  });
  fc.assert(
    fc.property(forms, boxes, fc.constantFrom(-0.003, 0, 0.1, 1), (form, box, insetMm) => {
      const beyond = Math.max(0, -insetMm) + 1e-9;
      for (const { x, y } of cornersOf(form, box, insetMm)) {
        expect(x).toBeGreaterThanOrEqual(box.x - beyond);
        expect(x).toBeLessThanOrEqual(box.x + box.width + beyond);
        expect(y).toBeGreaterThanOrEqual(box.y - beyond);
        expect(y).toBeLessThanOrEqual(box.y + box.height + beyond);
      }
    }),
  );
});

test.each(FIGURES)('a %s without size is laid out, and paints at most a dot', (figure) => {
  const element = createTestElement('figure', { figure, widthMm: 0, heightMm: 0 });
  const { ops } = layoutElement(element, [], createTestContext(203));
  expect(ops.length).toBeLessThanOrEqual(1);
  expect(JSON.stringify(ops)).not.toMatch(/NaN|Infinity|null/);
});

test.each(FIGURES)('a new %s has the proportions of its form, and takes the form that was asked for', (figure) => {
  const options = { centreMm: { x: 30, y: 20 }, labelWidthMm: 60, labelHeightMm: 40, zoom: 1 };
  const element = createElement('figure', { ...options, id: createElementId(Math.random), name: 'F', variant: figure });
  expect(element).toMatchObject({ figure, filled: false });
  if (figure === 'star' || figure === 'polygon') expect(element.widthMm).toBe(element.heightMm);
  const { x, y, width, height } = elementBox(element);
  expect([x + width / 2, y + height / 2]).toEqual([expect.closeTo(30, 2), expect.closeTo(20, 2)]);
});

test('points of a star are hit, and what is between them is not', () => {
  const star = createTestElement('figure', { xMm: 10, yMm: 10, widthMm: 20, heightMm: 20, innerPercent: 20 });
  const hit = (x: number, y: number): string => definitionOf('figure').hit(star, { x, y }, 0.4, elementBox(star));
  expect(hit(20, 10.2)).toBe('element');
  expect(hit(20, 20)).toBe('inside');
  expect(hit(14, 13)).toBe('none');
  expect(definitionOf('figure').hit({ ...star, filled: true }, { x: 20, y: 20 }, 0.4, elementBox(star))).toBe(
    'element',
  );
});

describe('a bracket', () => {
  const BOX: Rect = { x: 10, y: 20, width: 6, height: 24 };

  test('has its ends on one side of the box and its back on the other, and its pen inside', () => {
    const bracket = fc.record({
      bracket: fc.constantFrom(...BRACKETS),
      bracketSide: fc.constantFrom(...BRACKET_SIDES),
    });
    const pens = fc.integer({ min: 1, max: 20 }).map((v) => v / 10);
    const sizes = fc.record({ width: fc.integer({ min: 2, max: 60 }), height: fc.integer({ min: 6, max: 60 }) });
    fc.assert(
      fc.property(bracket, pens, sizes, (form, pen, size) => {
        const points = pointsOf(bracketLine(form, { x: 10, y: 20, ...size }, pen));
        const [back, front] = form.bracketSide === 'left' ? [10, 10 + size.width] : [10 + size.width, 10];
        const [top, bottom] = [20 + pen / 2, 20 + size.height - pen / 2];
        expect([points[0]?.x, points.at(-1)?.x]).toEqual([front, front]);
        expect([points[0]?.y, points.at(-1)?.y]).toEqual([expect.closeTo(top), expect.closeTo(bottom)]);
        const reach = form.bracket === 'brace' ? 0 : pen / 2;
        expect(Math.min(...points.map(({ x }) => Math.abs(x - back)))).toBeCloseTo(reach);
        for (const { x, y } of points) {
          expect(x).toBeGreaterThanOrEqual(10);
          expect(x).toBeLessThanOrEqual(10 + size.width);
          expect(y).toBeGreaterThanOrEqual(top - 1e-9);
          expect(y).toBeLessThanOrEqual(bottom + 1e-9);
        }
      }),
    );
  });

  test.each([
    ['square', 'left', 10.1, 30, 'element'],
    ['square', 'right', 10.1, 30, 'none'],
    ['square', 'right', 15.9, 30, 'element'],
    ['square', 'left', 13, 20.1, 'element'],
    ['brace', 'left', 10.2, 32, 'element'],
    ['brace', 'left', 13, 26, 'element'],
    ['brace', 'left', 10.2, 26, 'none'],
    ['round', 'left', 10.2, 32, 'element'],
    ['round', 'left', 10.2, 20.2, 'none'],
    ['round', 'left', 14, 32, 'none'],
  ] as const)('%s on the %s at %d, %d is hit: %s', (bracket, bracketSide, x, y, expected) => {
    const place = { xMm: BOX.x, yMm: BOX.y, widthMm: BOX.width, heightMm: BOX.height };
    const element = createTestElement('figure', { figure: 'bracket', bracket, bracketSide, ...place });
    // What a fill would cover is no part of it.
    for (const filled of [false, true]) {
      const hit = definitionOf('figure').hit({ ...element, filled }, { x, y }, 0.4, elementBox(element));
      expect(hit).toBe(expected);
    }
  });
});

describe('in a file', () => {
  test('a figure has its form and all its numbers', () => {
    const element = createTestElement('figure', { figure: 'polygon', sides: 8, points: 12, innerPercent: 77 });
    const text = writeTemplate(createTestTemplate([element]));
    expect(text).toMatch(
      /Type="Figure"[^>]* Figure="Polygon" Sides="8" Points="12" InnerRadius="77" Direction="Right" HeadLength="60" ShaftWidth="50" Bracket="Brace" Side="Left"/,
    );
    expect(expectOk(readTemplate(text)).elements).toEqual([element]);
  });

  test.each([
    ['Figure="Polygon"', 'Figure="Cloud"', { figure: 'star' }],
    ['Sides="8"', 'Sides="40"', { sides: 12 }],
    ['Direction="Right"', 'Direction="North"', { direction: 'right' }],
    ['Points="12"', 'Points="4.5"', { points: 5 }],
    ['InnerRadius="77"', 'InnerRadius=""', { innerPercent: 40 }],
  ])('a form that this version does not know stays in it: %s as %s', (known, unknown, read) => {
    const element = createTestElement('figure', { figure: 'polygon', sides: 8, points: 12, innerPercent: 77 });
    const file = writeTemplate(createTestTemplate([element])).replace(known, unknown);
    const template = expectOk(readTemplate(file));
    expect(template.elements[0]).toMatchObject(read);
    expect(writeTemplate(template)).toBe(file);
  });
});
