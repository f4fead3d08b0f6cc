import { expect, test } from 'vitest';
import { scrubbed } from '#app/ui/use-scrub.ts';

const LENGTH = { min: -10, max: 300, step: 0.1, decimals: 3 };

test.each([
  [0, false, 12.5],
  [1, false, 12.5],
  [2, false, 12.6],
  [-3, false, 12.4],
  [200, false, 22.5],
  [20, true, 22.5],
  [100_000, false, 300],
  [-100_000, true, -10],
])('%i px with Shift %s make 12.5 mm to %d', (dx, shift, expected) => {
  expect(scrubbed(12.5, dx, shift, LENGTH)).toBe(expected);
});

test('scrubs in the steps of its field, within its decimals', () => {
  expect(scrubbed(4, 6, false, { min: 0, max: 10, step: 0.5, decimals: 1 })).toBe(5.5);
  expect(scrubbed(1, 7, false, { min: 1, max: 100, step: 1, decimals: 0 })).toBe(4);
  expect(scrubbed(0.1, 4, false, { min: 0, max: 1, step: 0.1, decimals: 1 })).toBe(0.3);
});
