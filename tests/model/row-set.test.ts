import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  hasRow,
  NO_ROWS,
  RowCollector,
  rowAtPlace,
  rowRange,
  rowSetOf,
  rowSetOfRanges,
  runsAtPlaces,
  sharedRows,
  withoutRows,
  withRows,
  type RowRun,
  type RowSet,
} from '#model/data/row-set.ts';

const LIMIT = 60;
const rows = fc.uniqueArray(fc.nat(LIMIT - 1), { maxLength: LIMIT });

function rowsIn(runs: readonly RowRun[]): number[] {
  return runs.flatMap(({ first, count }) => Array.from({ length: count }, (_, i) => first + i));
}

/** Compares a set of rows with the plain one, with all queries of it. */
function expectRows(found: RowSet, expected: ReadonlySet<number>): void {
  const sorted = [...expected].sort((a, b) => a - b);
  expect(found.size).toBe(sorted.length);
  expect(rowsIn(runsAtPlaces(found, 0, LIMIT))).toEqual(sorted);
  expect(sorted.map((_, place) => rowAtPlace(found, place))).toEqual(sorted);
  expect(rowAtPlace(found, sorted.length)).toBe(null);
  for (let row = 0; row <= LIMIT; row++) expect(hasRow(found, row)).toBe(expected.has(row));
  // The minimum number of ranges: each ends before a missing row.
  for (let i = 1; i < found.starts.length; i++) expect(found.starts[i]).toBeGreaterThan(found.ends[i - 1] ?? 0);
}

describe('a set of rows', () => {
  test('equals a plain set after any union, difference or intersection', () => {
    fc.assert(
      fc.property(rows, rows, (a, b) => {
        const [one, other] = [rowSetOf(a), rowSetOf(b)];
        const plainOther = new Set(b);
        expectRows(one, new Set(a));
        expectRows(withRows(one, other), new Set([...a, ...b]));
        expectRows(withoutRows(one, other), new Set(a.filter((row) => !plainOther.has(row))));
        expectRows(sharedRows(one, other), new Set(a.filter((row) => plainOther.has(row))));
      }),
      { numRuns: 500 },
    );
  });

  test('inverting twice gives the original', () => {
    fc.assert(
      fc.property(rows, (a) => {
        const all = rowRange(0, LIMIT);
        expectRows(withoutRows(all, withoutRows(all, rowSetOf(a))), new Set(a));
      }),
    );
  });

  test('any window of its positions is that part of the whole', () => {
    fc.assert(
      fc.property(rows, fc.nat(LIMIT + 5), fc.nat(LIMIT + 5), (a, first, count) => {
        const sorted = [...a].sort((x, y) => x - y);
        expect(rowsIn(runsAtPlaces(rowSetOf(a), first, count))).toEqual(sorted.slice(first, first + count));
      }),
      { numRuns: 500 },
    );
  });

  test('ranges may overlap and come in any order', () => {
    const ranges = fc.array(fc.tuple(fc.nat(LIMIT - 1), fc.nat(8)), { maxLength: 10 });
    fc.assert(
      fc.property(ranges, (pieces) => {
        const given = pieces.map(([from, length]) => [from, Math.min(LIMIT, from + length)] as const);
        const plain = new Set(given.flatMap(([from, to]) => rowsIn([{ first: from, count: Math.max(0, to - from) }])));
        expectRows(rowSetOfRanges(given), plain);
      }),
    );
  });

  test('a million rows are one range, and every second one of them is found', () => {
    expect(rowRange(0, 1_000_000).starts).toHaveLength(1);
    const second = rowSetOf(Array.from({ length: 500_000 }, (_, i) => i * 2));
    expect([second.size, hasRow(second, 999_998), hasRow(second, 999_999), rowAtPlace(second, 499_999)]).toEqual([
      500_000,
      true,
      false,
      999_998,
    ]);
    expect(withoutRows(second, second)).toEqual(NO_ROWS);
  });

  test('many rows in any order, some of them twice, are the same as in order', () => {
    const shuffled = Array.from({ length: 30_000 }, (_, i) => (Math.imul(i, 0x9e3779b1) >>> 0) % 40_000);
    const sorted = [...new Set(shuffled)].sort((a, b) => a - b);
    expect(sorted.length).toBeLessThan(30_000);
    expect(rowSetOf(shuffled)).toEqual(rowSetOf(sorted));
    // Few of very many rows: nothing as large as the highest of them is created.
    const far = shuffled.map((row) => 4_294_967_294 - row * 3);
    expect(rowSetOf(far)).toMatchObject({ size: sorted.length });
    expect(hasRow(rowSetOf(far), far[7] ?? 0)).toBe(true);
  });

  test('a finished set does not change when more is added', () => {
    fc.assert(
      fc.property(rows, fc.nat(LIMIT), (a, pause) => {
        const sorted = [...a].sort((x, y) => x - y);
        const collector = new RowCollector();
        for (const row of sorted.slice(0, pause)) collector.add(row);
        const before = collector.rows();
        for (const row of sorted.slice(pause)) collector.add(row);
        expectRows(before, new Set(sorted.slice(0, pause)));
        expectRows(collector.rows(), new Set(sorted));
      }),
    );
    const many = new RowCollector();
    for (let row = 0; row < 10_000; row += 2) many.add(row);
    expect(many.rows()).toEqual(rowSetOf(Array.from({ length: 5000 }, (_, i) => i * 2)));
  });
});
