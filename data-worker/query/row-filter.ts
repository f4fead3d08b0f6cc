import { assertNever } from '#model/kernel/assert-never.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { TESTS_OF_ORDER, type FilterTest } from '#protocol/table-query.ts';
import { BLOCK, BLOCK_ROWS, createCellBlock, type CellBlock } from '../table/cell-block.ts';
import { valueAt, wantedValue, type WantedValue } from './cell-values.ts';
import type { QueryTable } from './query-table.ts';
import { TextFinder } from './text-finder.ts';
import { createNeedle } from './text-needle.ts';

/** A filter whose column is known as its place in the sheet. */
export interface PlacedFilter {
  readonly column: number;
  readonly test: FilterTest;
  readonly value: string;
}

/** Tells for a block of rows which of them are kept. */
export interface RowFilter {
  /** Sets `keep` to 1 or 0 for each of `count` rows from `firstRow` on. */
  apply(firstRow: number, count: number, keep: Uint8Array): void;
}

/** Clears `keep` where the cells of a block do not pass. */
type BlockTest = (block: CellBlock, count: number, firstRow: number, keep: Uint8Array) => void;

/** `input.invalid` for a value that is neither a number nor a date where one is needed. */
export function createRowFilter(
  table: QueryTable,
  search: string,
  searched: readonly number[],
  filters: readonly PlacedFilter[],
): Result<RowFilter> {
  const tests: { readonly column: number; readonly test: BlockTest }[] = [];
  for (const filter of filters) {
    const test = blockTest(table, filter);
    if (!test.ok) return test;
    tests.push({ column: filter.column, test: test.value });
  }
  const finder = new TextFinder(table, createNeedle(search), false);
  const block = createCellBlock();
  const hits = new Uint8Array(BLOCK_ROWS);
  return ok({
    apply(firstRow, count, keep) {
      keep.fill(1, 0, count);
      for (const { column, test } of tests) {
        table.readBlock(column, firstRow, count, block);
        test(block, count, firstRow, keep);
      }
      if (search === '') return;
      // A row that a filter has sorted out is not searched any more.
      for (let i = 0; i < count; i++) hits[i] = keep[i] === 1 ? 0 : 1;
      for (const column of searched) {
        table.readBlock(column, firstRow, count, block);
        finder.find(block, count, firstRow, column, hits);
      }
      for (let i = 0; i < count; i++) if (hits[i] === 0) keep[i] = 0;
    },
  });
}

function blockTest(table: QueryTable, { column, test, value }: PlacedFilter): Result<BlockTest> {
  const wanted = wantedValue(value, table.date1904);
  if (wanted === null && TESTS_OF_ORDER.has(test)) return err(problem('input.invalid', { value }));
  switch (test) {
    case 'empty':
      return ok((block, count, _, keep) => keepIf(count, keep, (i) => block.kinds[i] === BLOCK.empty));
    case 'filled':
      return ok((block, count, _, keep) => keepIf(count, keep, (i) => block.kinds[i] !== BLOCK.empty));
    case 'error':
      return ok((block, count, _, keep) => keepIf(count, keep, (i) => block.kinds[i] === BLOCK.error));
    case 'contains':
      return ok(textTest(table, column, value, null, false));
    case 'is':
      return ok(textTest(table, column, value, wanted, true));
    case 'isNot': {
      const is = textTest(table, column, value, wanted, true);
      const equal = new Uint8Array(BLOCK_ROWS);
      return ok((block, count, firstRow, keep) => {
        equal.fill(1, 0, count);
        is(block, count, firstRow, equal);
        keepIf(count, keep, (i) => equal[i] === 0);
      });
    }
    case 'less':
    case 'atMost':
    case 'greater':
    case 'atLeast':
      return ok(orderTest(test, wanted as WantedValue, table.date1904));
    default:
      return assertNever(test);
  }
}

function keepIf(count: number, keep: Uint8Array, passes: (i: number) => boolean): void {
  for (let i = 0; i < count; i++) if (keep[i] === 1 && !passes(i)) keep[i] = 0;
}

function textTest(
  table: QueryTable,
  column: number,
  value: string,
  wanted: WantedValue | null,
  whole: boolean,
): BlockTest {
  const finder = new TextFinder(table, createNeedle(value), whole);
  const hits = new Uint8Array(BLOCK_ROWS);
  return (block, count, firstRow, keep) => {
    // What is sorted out already is not looked at: it counts as found, and stays out.
    for (let i = 0; i < count; i++) hits[i] = keep[i] === 0 ? 1 : 0;
    if (wanted !== null) {
      for (let i = 0; i < count; i++) {
        // 5 finds what shows 5.00, and a date finds its cells however they are written.
        if (valueAt(block, i, wanted.type, table.date1904) === wanted.value) hits[i] = 1;
      }
    }
    finder.find(block, count, firstRow, column, hits);
    for (let i = 0; i < count; i++) if (hits[i] === 0) keep[i] = 0;
  };
}

function orderTest(
  test: 'less' | 'atMost' | 'greater' | 'atLeast',
  { type, value: limit }: WantedValue,
  date1904: boolean,
): BlockTest {
  const passes: (value: number) => boolean = {
    less: (value: number) => value < limit,
    atMost: (value: number) => value <= limit,
    greater: (value: number) => value > limit,
    atLeast: (value: number) => value >= limit,
  }[test];
  return (block, count, _, keep) => {
    for (let i = 0; i < count; i++) {
      // Cells without such a value give NaN, which passes no comparison.
      if (keep[i] === 1 && !passes(valueAt(block, i, type, date1904))) keep[i] = 0;
    }
  };
}
