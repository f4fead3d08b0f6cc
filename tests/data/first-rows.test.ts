import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPace } from '#data-worker/pace.ts';
import { TableView } from '#data-worker/query/table-view.ts';
import { CELL } from '#data-worker/table/cell-grid.ts';
import { expectOk } from '#model/kernel/result.ts';
import { createQueryGrid } from '#tests/support/query-grid.ts';

type Cell = string | number | boolean | null | { readonly error: string };

// Texts that the collator treats as equal though they differ: with a soft hyphen, or an accent of its own.
const letter = fc.constantFrom('a', 'A', 'b', 'é', 'é', '\u00ad', '-', 'ж', '中', '😀');
const cell: fc.Arbitrary<Cell> = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: letter, minLength: 1, maxLength: 3 }).map((text) => `x${text}`) },
  { weight: 3, arbitrary: fc.integer({ min: -20, max: 20 }) },
  fc.boolean(),
  fc.constant(null),
  fc.constant({ error: '#N/A' }),
);
/** More rows than a screen, made of some cells in a fixed shuffle. */
const column = fc
  .tuple(fc.array(cell, { minLength: 1, maxLength: 40 }), fc.integer({ min: 1, max: 1500 }))
  .map(([cells, count]) =>
    Array.from({ length: count }, (_, i) => cells[(Math.imul(i, 0x9e3779b1) >>> 8) % cells.length] as Cell),
  );

const CLASSES = ['number', 'string', 'boolean', 'object'];

/** Of two cells that are not empty. */
function compareCells(a: Cell, b: Cell, compareTexts: Intl.Collator['compare']): number {
  if (typeof a !== typeof b) return CLASSES.indexOf(typeof a) - CLASSES.indexOf(typeof b);
  if (typeof a === 'string') return compareTexts(a, String(b));
  return typeof a === 'object' ? 0 : Number(a) - Number(b);
}

test.each(['en', 'zh', 'ru'])('the first rows are the beginning of the whole order (%s)', async (language) => {
  const { compare } = new Intl.Collator(language);
  await fc.assert(
    fc.asyncProperty(column, column, fc.boolean(), fc.boolean(), fc.boolean(), async (left, right, down, up, two) => {
      const cells = left.map((each, row) => [each, right[row % right.length] ?? null]);
      const sort = [
        { column: 0, descending: down },
        { column: 1, descending: up },
      ].slice(0, two ? 2 : 1);
      const expected = cells
        .map((_, row) => row)
        .sort((x, y) => {
          for (const key of sort) {
            const a = cells[x]?.[key.column] ?? null;
            const b = cells[y]?.[key.column] ?? null;
            // Empty cells are last in both directions.
            if (a === null || b === null) {
              if (a !== b) return a === null ? 1 : -1;
              continue;
            }
            const difference = compareCells(a, b, compare);
            if (difference !== 0) return key.descending ? -difference : difference;
          }
          return x - y;
        });
      const { grid, keep, tableOf } = createQueryGrid();
      cells.forEach((pair, row) =>
        pair.forEach((each, at) => {
          if (typeof each === 'string') grid.set(row, at, CELL.text, keep(each), 0);
          else if (typeof each === 'number') grid.set(row, at, CELL.number, each, 0);
          else if (typeof each === 'boolean') grid.set(row, at, CELL.boolean, each ? 1 : 0, 0);
          else if (each !== null) grid.set(row, at, CELL.error, keep(each.error), 0);
        }),
      );
      const view = new TableView(tableOf(cells.length), { search: '', searched: [], filters: [], sort, language });
      const placesOf = (ready: number): number[] => Array.from({ length: ready }, (_, place) => view.rowAt(place));
      const firsts: number[][] = [];
      const all = expectOk(await view.run(createPace(undefined), ({ ready }) => firsts.push(placesOf(ready))));
      expect(placesOf(all.ready)).toEqual(expected);
      expect(firsts).toEqual([expected.slice(0, Math.min(200, cells.length))]);
    }),
    { numRuns: 100 },
  );
});
