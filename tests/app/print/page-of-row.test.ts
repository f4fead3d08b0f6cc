import { describe, expect, test } from 'vitest';
import { rowRange, rowSetOf } from '#model/data/row-set.ts';
import { pageOfRow, type RowOnPage } from '#app/print/page-of-row.ts';

const TEN: RowOnPage = {
  row: 0,
  rows: rowRange(0, 10),
  records: { count: 10 },
  repeats: 1,
  perPage: 1,
  firstCell: 0,
};

describe('finds the page of the row on the canvas', () => {
  test.each([
    ['one label a page', { row: 7 }, 7],
    ['some rows chosen', { row: 7, rows: rowSetOf([2, 7, 9]), records: { count: 3 } }, 1],
    ['a row that is not printed', { row: 3, rows: rowSetOf([2, 7]), records: { count: 2 } }, 0],
    ['copies by the printer', { row: 4, records: { count: 10, copiesAt: () => 5 } }, 4],
    ['sheets of four', { row: 7, perPage: 4 }, 1],
    ['a sheet that is begun', { row: 7, perPage: 4, firstCell: 1 }, 2],
    ['two copies side by side', { row: 7, perPage: 4, repeats: 2 }, 3],
    ['copies by a column', { row: 3, perPage: 4, records: { count: 10, copiesAt: (at: number) => at + 1 } }, 1],
    ['rows that are not known yet', { row: 7, rows: null, records: null }, 0],
    ['more rows than records', { row: 7, records: { count: 1 } }, 0],
  ] as const)('%s', (_name, given, page) => expect(pageOfRow({ ...TEN, ...given })).toBe(page));
});
