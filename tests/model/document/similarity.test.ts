import { expect, test } from 'vitest';
import { inkSums } from '#model/document/split/ink-sums.ts';
import { similarityOf } from '#model/document/split/similarity.ts';

test('cells that are rotated by half a turn against each other are alike only if they may be', () => {
  const ink = { bits: new Uint8Array(400 * 200), width: 400, height: 200, dotsPerMm: 4 };
  const fill = (left: number, top: number, width: number, height: number): void => {
    for (let row = top; row < top + height; row++) ink.bits.fill(1, row * 400 + left, row * 400 + left + width);
  };
  // A heading and a block on the left of the first cell; the second cell is the first one upside down.
  fill(10, 10, 150, 20);
  fill(10, 60, 50, 110);
  fill(240, 170, 150, 20);
  fill(340, 30, 50, 110);
  const cells = [
    { left: 0, top: 0, right: 200, bottom: 200 },
    { left: 200, top: 0, right: 400, bottom: 200 },
  ];
  expect(similarityOf(inkSums(ink), cells, 4)).toBeLessThan(0.5);
  expect(similarityOf(inkSums(ink), cells, 4, true)).toBeGreaterThan(0.85);
});
