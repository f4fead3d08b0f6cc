import { expect, test } from 'vitest';
import type { Evidence } from '#model/document/split/evidence.ts';
import { jointScore, type Leaf } from '#model/document/split/layout-score.ts';

const PAGE = { ink: { dotsPerMm: 4 } } as Evidence;

function createLabel(left: number, top: number, width: number, height: number, isClosed: boolean): Leaf {
  const area = { left, top, right: left + width, bottom: top + height };
  return { area, core: area, isLabel: true, isCoded: false, isClosed, score: 0 };
}

test('a text next to framed labels counts against a layout in which it is a label, and a frameless label of their size does not', () => {
  const framed = [0, 300, 600].map((top) => createLabel(0, top, 400, 260, true));
  const text = createLabel(450, 0, 250, 900, false);
  const frameless = createLabel(450, 0, 400, 260, false);
  expect(jointScore(PAGE, [...framed, text])).toBeLessThan(jointScore(PAGE, framed));
  expect(jointScore(PAGE, [...framed, frameless])).toBeGreaterThan(jointScore(PAGE, framed));
  // One frame is no evidence about the others.
  expect(jointScore(PAGE, [framed[0] ?? text, text])).toBe(0);
});

test('parts of different widths next to each other count against a layout in which another label is as wide as both', () => {
  const coded = (left: number, top: number, width: number): Leaf => {
    return { ...createLabel(left, top, width, 260, true), isCoded: true };
  };
  const whole = coded(0, 0, 800);
  const consistent = [whole, coded(0, 260, 800)];
  const divided = [whole, coded(0, 260, 560), createLabel(560, 260, 240, 260, true)];
  expect(jointScore(PAGE, divided)).toBeLessThan(jointScore(PAGE, consistent) - 3);
  // The same part as something else: the label would lose it.
  const [stub] = divided.slice(2);
  const neighbors = stub === undefined ? [] : [{ ...stub, isLabel: false }];
  expect(jointScore(PAGE, divided.slice(0, 2), neighbors)).toBeLessThan(jointScore(PAGE, consistent) - 3);
});

test('parts without a code next to parts with one, in each row, are stubs of coupons', () => {
  const rows = [0, 260, 520].flatMap((top) => {
    return [{ ...createLabel(0, top, 560, 260, true), isCoded: true }, createLabel(560, top, 240, 260, true)];
  });
  const equal = [0, 260, 520].flatMap((top) => {
    return [{ ...createLabel(0, top, 400, 260, true), isCoded: true }, createLabel(400, top, 400, 260, true)];
  });
  expect(jointScore(PAGE, rows)).toBeLessThan(jointScore(PAGE, equal) - 10);
});
