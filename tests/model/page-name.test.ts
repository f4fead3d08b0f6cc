import { expect, test } from 'vitest';
import { pageFileName } from '#model/page/page-name.ts';

test('names of page files sort in the order of the pages, however many there are', () => {
  expect(pageFileName(1, 3)).toBe('page-00001');
  expect(pageFileName(99_999, 99_999)).toBe('page-99999');
  expect(pageFileName(10_001, 100_000)).toBe('page-010001');
  for (const pages of [1, 9, 99_999, 100_000, 1_234_567]) {
    const numbers = [1, 2, 9, 10, 99, 10_001, 99_999, 100_000, 1_000_000, pages].filter((page) => page <= pages);
    const names = [...new Set(numbers)].sort((a, b) => a - b).map((page) => pageFileName(page, pages));
    expect([...names].sort()).toEqual(names);
  }
});
