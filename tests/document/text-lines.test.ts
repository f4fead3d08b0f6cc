import { expect, test } from 'vitest';
import { linePieces, textPages } from '#document-worker/text-lines.ts';

const linesOf = (text: string, columns: number = 20) => textPages(text, columns, 10, 10).pages;

test('a tab moves to the next multiple of eight columns', () => {
  expect(linesOf('a\tb\n1234567\tb\n12345678\tb')).toEqual([['a       b', '1234567 b', '12345678        b']]);
  expect(linesOf('中\tb')).toEqual([['中      b']]);
});

test('a line is broken after a space in its second half, else where it is full', () => {
  expect(linesOf('one two three', 8)).toEqual([['one two', 'three']]);
  expect(linesOf('a bcdefghijk', 8)).toEqual([['a bcdefg', 'hijk']]);
  expect(linesOf('中文中文中文', 8)).toEqual([['中文中文', '中文']]);
});

test('a page ends by a form feed or after its last line, and those beyond the limit are counted', () => {
  expect(linesOf('a\fb\n')).toEqual([['a'], ['b']]);
  expect(textPages('1\n2\n3\n4\n5', 8, 2, 2)).toEqual({
    pages: [
      ['1', '2'],
      ['3', '4'],
    ],
    count: 3,
  });
});

test('segments of a line begin at their column, in the font of their script', () => {
  expect(linePieces('ab中文c')).toEqual([
    { column: 0, text: 'ab', font: 'RobotoMono' },
    { column: 2, text: '中文', font: 'NotoSansSC' },
    { column: 6, text: 'c', font: 'RobotoMono' },
  ]);
});
