import { expect, test } from 'vitest';
import { copyFileNames, pageFileName } from '#model/page/page-name.ts';

test('names of page files sort in the order of the pages, for any number of pages', () => {
  expect(pageFileName(1, 3)).toBe('page-00001');
  expect(pageFileName(99_999, 99_999)).toBe('page-99999');
  expect(pageFileName(10_001, 100_000)).toBe('page-010001');
  for (const pages of [1, 9, 99_999, 100_000, 1_234_567]) {
    const numbers = [1, 2, 9, 10, 99, 10_001, 99_999, 100_000, 1_000_000, pages].filter((page) => page <= pages);
    const names = [...new Set(numbers)].sort((a, b) => a - b).map((page) => pageFileName(page, pages));
    expect([...names].sort()).toEqual(names);
  }
});

test('names of a page and its copies sort in their order, for any number of copies', () => {
  for (const copies of [1, 2, 9, 10, 99, 100, 999]) {
    const [page, ...others] = copyFileNames(12, 500, copies);
    expect(page).toBe('page-00012');
    expect(others).toHaveLength(copies - 1);
    expect(others.toSorted()).toEqual(others);
  }
  expect(copyFileNames(12, 500, 2)).toEqual(['page-00012', 'page-00012-copy-2']);
  expect(copyFileNames(12, 500, 10)[1]).toBe('page-00012-copy-02');
});
