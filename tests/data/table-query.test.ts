import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPace } from '#data-worker/pace.ts';
import type { QueryTable } from '#data-worker/query/query-table.ts';
import { TableView, type PlacedQuery } from '#data-worker/query/table-view.ts';
import { CELL } from '#data-worker/table/cell-grid.ts';
import { rowSetOf } from '#model/data/row-set.ts';
import { expectOk } from '#model/kernel/result.ts';
import { createQueryGrid, DATE_STYLE } from '#tests/support/query-grid.ts';

type Cell = string | number | null | boolean | { readonly error: string } | { readonly date: number };

const ALL: PlacedQuery = { search: '', searched: [0, 1], filters: [], sort: [], language: 'en' };

/** A table of some cells, in a grid as the .xlsx reader fills it. */
function createTable(rows: readonly (readonly Cell[])[]): QueryTable {
  const { grid, keep, tableOf } = createQueryGrid();
  rows.forEach((cells, row) =>
    cells.forEach((cell, column) => {
      if (cell === null) return;
      if (typeof cell === 'string') grid.set(row, column, CELL.text, keep(cell), 0);
      else if (typeof cell === 'number') grid.set(row, column, CELL.number, cell, 0);
      else if (typeof cell === 'boolean') grid.set(row, column, CELL.boolean, cell ? 1 : 0, 0);
      else if ('date' in cell) grid.set(row, column, CELL.number, cell.date, DATE_STYLE);
      else grid.set(row, column, CELL.error, keep(cell.error), 0);
    }),
  );
  return tableOf(rows.length);
}

async function rowsOf(table: QueryTable, query: Partial<PlacedQuery>): Promise<number[]> {
  const view = new TableView(table, { ...ALL, ...query });
  expectOk(await view.run(createPace(undefined), () => undefined));
  return Array.from({ length: view.ready }, (_, place) => view.rowAt(place));
}

const text = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.string({
    maxLength: 6,
    unit: fc.constantFrom('a', 'A', 'b', 'B', ' ', '-', '1', '2', 'é', 'ж', 'Ж', 'ё', 'й', '中', '文', '😀'),
  }),
);
const cell: fc.Arbitrary<Cell> = fc.oneof(
  { weight: 4, arbitrary: text },
  fc.integer({ min: -300, max: 300 }),
  fc.integer({ min: -30_000, max: 30_000 }).map((cents) => cents / 100),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
  fc.constant({ error: '#N/A' }),
  fc.integer({ min: 1, max: 60_000 }).map((date) => ({ date })),
);
const rows = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 60 });

describe('the rows of a query', () => {
  test('a search matches parts of the shown texts, ignoring case', async () => {
    await fc.assert(
      fc.asyncProperty(
        rows,
        fc.oneof(text, fc.constantFrom('1', '0', '.', '-', '20', 'tr', '#n')),
        async (cells, search) => {
          const table = createTable(cells);
          const expected = cells.flatMap((_, row) =>
            [0, 1].some((column) => table.text(row, column).toLowerCase().includes(search.toLowerCase())) ? [row] : [],
          );
          expect(await rowsOf(table, { search })).toEqual(expected);
        },
      ),
      { numRuns: 400 },
    );
  });

  test.each(['en', 'zh', 'ru', 'es', 'pt'])('texts are sorted in the collation order of %s', async (language) => {
    const { compare } = new Intl.Collator(language);
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 80 }), fc.boolean(), async (texts, descending) => {
        const words = texts.map((word) => `x${word}`);
        const expected = words
          .map((word, row) => ({ word, row }))
          .sort((a, b) => (descending ? -1 : 1) * compare(a.word, b.word) || a.row - b.row);
        const table = createTable(words.map((word) => [word]));
        const found = await rowsOf(table, { sort: [{ column: 0, descending }], language });
        expect(found).toEqual(expected.map(({ row }) => row));
      }),
      { numRuns: 300 },
    );
  });

  test('numbers are sorted as numbers, equal rows by the next column, and empty cells are last both ways', async () => {
    const table = createTable([
      [10, 'b'],
      ['text', 'a'],
      [9, 'c'],
      [null, 'a'],
      ['0012', 'd'],
      [true, 'a'],
      [9, 'B'],
      [{ error: '#N/A' }, 'a'],
      [-0.5, 'a'],
    ]);
    const by = (descending: boolean): Partial<PlacedQuery> => ({
      sort: [
        { column: 0, descending },
        { column: 1, descending: false },
      ],
    });
    expect(await rowsOf(table, by(false))).toEqual([8, 6, 2, 0, 4, 1, 5, 7, 3]);
    expect(await rowsOf(table, by(true))).toEqual([7, 5, 1, 4, 0, 6, 2, 8, 3]);
  });

  test('many numbers are sorted stably, and the first screen is final', async () => {
    const cells = Array.from({ length: 20_000 }, (_, i): Cell[] => [
      (Math.imul(i, 0x9e3779b1) >>> 8) % 5000,
      `t${(i * 7919) % 9001}`,
    ]);
    const table = createTable(cells);
    for (const column of [0, 1]) {
      for (const descending of [false, true]) {
        const firsts: number[][] = [];
        const view = new TableView(table, { ...ALL, sort: [{ column, descending }] });
        expectOk(
          await view.run(createPace(undefined), ({ ready, done }) => {
            if (!done && ready > 0) firsts.push(Array.from({ length: ready }, (_, place) => view.rowAt(place)));
          }),
        );
        const found = Array.from({ length: view.ready }, (_, place) => view.rowAt(place));
        const { compare } = new Intl.Collator('en');
        const expected = cells
          .map((_, row) => row)
          .sort((a, b) => {
            const [x, y] = [cells[a]?.[column], cells[b]?.[column]];
            const order = column === 0 ? Number(x) - Number(y) : compare(String(x), String(y));
            return (descending ? -order : order) || a - b;
          });
        expect(found).toEqual(expected);
        expect(firsts).toHaveLength(1);
        expect(firsts[0]).toEqual(expected.slice(0, firsts[0]?.length));
      }
    }
  });

  test('filters compare texts, numbers and dates', async () => {
    const table = createTable([
      ['Apple', 5],
      ['apple', 5.5],
      ['Pineapple', '7'],
      [null, { date: 45_000 }],
      [{ error: '#REF!' }, 'x'],
    ]);
    const by = (column: number, test: PlacedQuery['filters'][number]['test'], value = ''): Promise<number[]> =>
      rowsOf(table, { filters: [{ column, test, value }] });
    expect(await by(0, 'is', 'APPLE')).toEqual([0, 1]);
    expect(await by(0, 'isNot', 'apple')).toEqual([2, 3, 4]);
    expect(await by(0, 'contains', 'apple')).toEqual([0, 1, 2]);
    expect(await by(0, 'empty')).toEqual([3]);
    expect(await by(0, 'filled')).toEqual([0, 1, 2, 4]);
    expect(await by(0, 'error')).toEqual([4]);
    expect(await by(1, 'is', '5.0')).toEqual([0]);
    expect(await by(1, 'greater', '5')).toEqual([1, 2]);
    expect(await by(1, 'atMost', '5.5')).toEqual([0, 1]);
    expect(await by(1, 'atLeast', '2023-01-01')).toEqual([3]);
    expect(await by(1, 'less', '2023/1/1')).toEqual([]);
    expect(await by(1, 'is', '2023-03-15')).toEqual([3]);
    const wrong = new TableView(table, { ...ALL, filters: [{ column: 1, test: 'less', value: 'many' }] });
    expect(await wrong.run(createPace(undefined), () => undefined)).toMatchObject({ error: { code: 'input.invalid' } });
  });

  test('a canceled query ends', async () => {
    const cells = Array.from({ length: 50_000 }, (_, i): Cell[] => [`text ${i}`]);
    const stop = new AbortController();
    stop.abort();
    const view = new TableView(createTable(cells), { ...ALL, searched: [0], search: 'x' });
    // Due at once, so that it checks after the first block.
    const pace = { ...createPace(stop.signal), due: () => true };
    expect(await view.run(pace, () => undefined)).toMatchObject({ error: { code: 'aborted' } });
  });
});

test('returns a subset of the rows that match, in the requested order', async () => {
  const cells = fc.array(fc.constantFrom('a', 'b', 'ab'), { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(cells, fc.array(fc.nat(29)), async (texts, rows) => {
      const table = createTable(texts.map((cell) => [cell, null]));
      const only = rowSetOf(rows);
      const all = [...new Set(rows)].filter((row) => row < texts.length).sort((x, y) => x - y);
      expect(await rowsOf(table, { only })).toEqual(all);
      expect(await rowsOf(table, { only, search: 'b' })).toEqual(all.filter((row) => texts[row]?.includes('b')));
      const sorted = await rowsOf(table, { only, sort: [{ column: 0, descending: false }] });
      expect(sorted).toEqual(
        await rowsOf(table, { sort: [{ column: 0, descending: false }] }).then((every) =>
          every.filter((row) => all.includes(row)),
        ),
      );
    }),
    { numRuns: 50 },
  );
});
