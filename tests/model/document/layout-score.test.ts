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
