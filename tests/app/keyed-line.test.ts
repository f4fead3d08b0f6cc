import { expect, test } from 'vitest';
import { keyedLine } from '#app/ui/choice/keyed-line.ts';

test('the keys of a list lead from line to line and stop at its ends', () => {
  expect(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End'].map((key) => keyedLine(key, 12, 30))).toEqual([
    13, 11, 22, 2, 0, 29,
  ]);
  expect(keyedLine('ArrowDown', 29, 30)).toBe(29);
  expect(keyedLine('PageUp', 3, 30)).toBe(0);
  expect(keyedLine('ArrowRight', 3, 30)).toBeNull();
  expect(keyedLine('ArrowDown', 0, 0)).toBe(0);
});
