import { expect, test } from 'vitest';
import { parsePageRange } from '#model/document/page-range.ts';

test.each([
  ['1-3,5', [0, 1, 2, 4]],
  ['7-', [6, 7]],
  ['-2', [0, 1]],
  ['5-3', [4, 3, 2]],
  ['３、１', [2, 0]],
  ['', [0, 1, 2, 3, 4, 5, 6, 7]],
])('pages %j of 8', (text, pages) => {
  expect(parsePageRange(text, 8)).toEqual({ ok: true, value: pages });
});

test.each([
  ['0', 'document.pageMissing'],
  ['9', 'document.pageMissing'],
  ['7-9', 'document.pageMissing'],
  ['1,,2', 'document.badPages'],
  ['-', 'document.badPages'],
  ['two', 'document.badPages'],
  [Array(12_501).fill('1-8').join(','), 'document.badPages'],
])('refuses pages that are none of 8: %#', (text, code) => {
  expect(parsePageRange(text, 8)).toMatchObject({ error: { code } });
});
