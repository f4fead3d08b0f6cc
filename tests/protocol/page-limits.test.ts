import { expect, test } from 'vitest';
import { isWithin } from '#protocol/page-limits.ts';

const LIMITS = { maxSideMm: 10, maxSideDots: 100, maxDots: 5_000 };

test.each([
  [100, 50, true],
  [50, 100, true],
  [100, 51, false],
  [101, 1, false],
  [1, 101, false],
])('a page of %i by %i dots: %s', (widthDots, heightDots, within) => {
  expect(isWithin(LIMITS, widthDots, heightDots)).toBe(within);
});
