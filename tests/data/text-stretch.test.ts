import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPace } from '#data-worker/pace.ts';
import { TableView } from '#data-worker/query/table-view.ts';
import type { PlacedFilter } from '#data-worker/query/row-filter.ts';
import { intersection, rangeOf, type OrderTest } from '#data-worker/query/value-range.ts';
import { CELL } from '#data-worker/table/cell-grid.ts';
import { expectOk } from '#model/kernel/result.ts';
import { createQueryGrid } from '#tests/support/query-grid.ts';

/** A whole page of texts, so that it is lent and searched at once, and a part of one. */
const ROWS = 4096 + 500;

/** Few letters, so that matches often cross from one text into the next; some have two cases of two bytes. */
const letters = fc.string({
  unit: fc.constantFrom('a', 'A', 'b', 'é', 'É', '中', ' ', '1', 'ß', 'İ', 'ſ'),
  maxLength: 5,
});

test('finds the texts that contain the search term, with any neighbors in memory', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(letters, { minLength: 1, maxLength: 60 }),
      fc.array(fc.nat(), { minLength: 5, maxLength: 50 }),
      fc.oneof(letters, fc.nat(58)),
      fc.constantFrom('contains', 'contains', 'is', 'isNot'),
      async (pool, order, wanted, asked) => {
        // Or the end of one text and the beginning of the next.
        const next = (at: number): string => pool[at % pool.length] ?? '';
        const value = typeof wanted === 'string' ? wanted : next(wanted).slice(-1) + next(wanted + 1).slice(0, 1);
        const { grid, keep, tableOf } = createQueryGrid();
        for (const each of pool) keep(each);
        const text = (row: number): string => next((order[row % order.length] as number) + row);
        for (let row = 0; row < ROWS; row++) grid.set(row, 0, CELL.text, keep(text(row)), 0);
        const folded = value.toLowerCase();
        const passes = (own: string): boolean =>
          asked === 'contains' ? own.includes(folded) : (own === folded) === (asked === 'is');
        const expected = Array.from({ length: ROWS }, (_, row) => row).filter((row) => passes(text(row).toLowerCase()));
        expect(await rowsOf(tableOf(ROWS), [{ column: 0, test: asked, value }])).toEqual(expected);
      },
    ),
    { numRuns: 60 },
  );
});

async function rowsOf(
  table: ConstructorParameters<typeof TableView>[0],
  filters: readonly PlacedFilter[],
): Promise<readonly number[]> {
  const view = new TableView(table, { search: '', searched: [], filters, sort: [], language: 'en' });
  expectOk(await view.run(createPace(undefined), () => undefined));
  return Array.from({ length: view.ready }, (_, place) => view.rowAt(place));
}

const COMPARE: Readonly<Record<OrderTest, (value: number, limit: number) => boolean>> = {
  less: (value, limit) => value < limit,
  atMost: (value, limit) => value <= limit,
  greater: (value, limit) => value > limit,
  atLeast: (value, limit) => value >= limit,
};

test('the doubles of a range are those that pass its tests', () => {
  const number = fc.oneof(fc.double(), fc.constantFrom(0, -0, Infinity, -Infinity, Number.MIN_VALUE, Number.MAX_VALUE));
  const order = fc.constantFrom<OrderTest>('less', 'atMost', 'greater', 'atLeast');
  const limit = number.filter((one) => !Number.isNaN(one));
  fc.assert(
    fc.property(order, limit, order, limit, number, (first, a, second, b, value) => {
      const { low, high } = intersection(rangeOf(first, a), rangeOf(second, b));
      for (const one of [value, a, b])
        expect(one >= low && one <= high).toBe(COMPARE[first](one, a) && COMPARE[second](one, b));
    }),
  );
});
