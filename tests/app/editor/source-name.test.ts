import { expect, test } from 'vitest';
import { shortFileName } from '#app/editor/data/source-name.ts';

test.each([
  ['prices.xlsx', 'prices.xlsx'],
  ['exactly 25 characters.xls', 'exactly 25 characters.xls'],
  ['a list of prices of 2026.xlsx', 'a list of pric… 2026.xlsx'],
  ['😀'.repeat(30), `${'😀'.repeat(14)}…${'😀'.repeat(10)}`],
])('the file %s is called %s', (name, shown) => expect(shortFileName(name)).toBe(shown));
