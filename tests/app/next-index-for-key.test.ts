import { expect, test } from 'vitest';
import { nextIndexForKey } from '#app/ui/choice/radio-keys.ts';

test('moves from row to row with the keys of a list, and stops at the ends', () => {
  expect(
    ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End'].map((key) => nextIndexForKey(key, 12, 30)),
  ).toEqual([13, 11, 22, 2, 0, 29]);
  expect(nextIndexForKey('ArrowDown', 29, 30)).toBe(29);
  expect(nextIndexForKey('PageUp', 3, 30)).toBe(0);
  expect(nextIndexForKey('ArrowRight', 3, 30)).toBeNull();
  expect(nextIndexForKey('ArrowDown', 0, 0)).toBe(0);
});
