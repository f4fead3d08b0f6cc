import { assertNever } from '#model/kernel/assert-never.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { FilterTest } from '#protocol/table-query.ts';
import {
  BLOCK,
  BLOCK_ROWS,
  createCellBlock,
  type BlockKind,
  type BlockPart,
  type CellBlock,
} from '../table/cell-block.ts';
import { readValues, wantedValue, type WantedValue } from './cell-values.ts';
import type { QueryTable } from './query-table.ts';
import { TextFinder } from './text-finder.ts';
import { createNeedle } from './text-needle.ts';
import { intersection, isOrderTest, rangeOf, type OrderTest, type ValueRange } from './value-range.ts';

/** A filter with its column as an index in the sheet. */
export interface PlacedFilter {
  readonly column: number;
  readonly test: FilterTest;
  readonly value: string;
}

/** Decides for a block of rows which are kept. */
export interface RowFilter {
  /** Sets `keep` to 1 or 0 for each of `count` rows from `firstRow` on. */
  apply(firstRow: number, count: number, keep: Uint8Array): void;
}

interface PlacedTest {
  /** The part of the block that it needs. */
  readonly needs: BlockPart;
  readonly apply: BlockTest;
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
  const tests: { readonly column: number; readonly test: PlacedTest }[] = [];
  const ranges: PlacedRange[] = [];
  for (const { column, test, value } of filters) {
    if (isOrderTest(test)) {
      const wanted = wantedValue(value, table.date1904);
      if (wanted === null) return err(problem('input.invalid', { value }));
      narrow(ranges, { column, type: wanted.type, range: rangeOf(test, wanted.value) });
    } else {
      tests.push({ column, test: placedTest(table, column, test, value) });
    }
  }
  for (const { column, type, range } of ranges)
    tests.push({ column, test: { needs: 'cells', apply: rangeTest(range, type, table.date1904) } });
  const finder = new TextFinder(table, createNeedle(search, false), true);
  const block = createCellBlock();
  const hits = new Uint8Array(BLOCK_ROWS);
  return ok({
    apply(firstRow, count, keep) {
      keep.fill(1, 0, count);
      for (const { column, test } of tests) {
        table.readBlock(column, firstRow, count, block, test.needs);
        test.apply(block, count, firstRow, keep);
      }
      if (search === '') return;
      // A row that an earlier filter has excluded is not searched.
      for (let i = 0; i < count; i++) hits[i] = keep[i] === 1 ? 0 : 1;
      for (const column of searched) {
        table.readBlock(column, firstRow, count, block, 'texts');
        finder.find(block, count, firstRow, column, hits);
      }
      for (let i = 0; i < count; i++) if (hits[i] === 0) keep[i] = 0;
    },
  });
}

/** Intersection of the order tests on one column. */
interface PlacedRange {
  readonly column: number;
  readonly type: WantedValue['type'];
  readonly range: ValueRange;
}

/** Adds a range; one of the same column and type becomes narrower, so that the column is read once. */
function narrow(ranges: PlacedRange[], added: PlacedRange): void {
  const at = ranges.findIndex(({ column, type }) => column === added.column && type === added.type);
  const before = ranges[at];
  if (before === undefined) ranges.push(added);
  else ranges[at] = { ...added, range: intersection(before.range, added.range) };
}

function placedTest(
  table: QueryTable,
  column: number,
  test: Exclude<FilterTest, OrderTest>,
  value: string,
): PlacedTest {
  switch (test) {
    case 'empty':
      return { needs: 'kinds', apply: kindTest(BLOCK.empty, true) };
    case 'filled':
      return { needs: 'kinds', apply: kindTest(BLOCK.empty, false) };
    case 'error':
      return { needs: 'kinds', apply: kindTest(BLOCK.error, true) };
    case 'contains':
      return { needs: 'texts', apply: textTest(table, column, value, null, false) };
    case 'is':
    case 'isNot': {
      const wanted = wantedValue(value, table.date1904);
      const apply = textTest(table, column, value, wanted, true);
      return { needs: wanted === null ? 'texts' : 'cells', apply: test === 'is' ? apply : negated(apply) };
    }
    default:
      return assertNever(test);
  }
}

/** Keeps the cells of a kind, or those of all other kinds. */
function kindTest(kind: BlockKind, wanted: boolean): BlockTest {
  return ({ kinds, alike }, count, _, keep) => {
    if (alike !== null) {
      if ((alike === kind) !== wanted) keep.fill(0, 0, count);
      return;
    }
    for (let i = 0; i < count; i++) if ((kinds[i] === kind) !== wanted) keep[i] = 0;
  };
}

function negated(test: BlockTest): BlockTest {
  const passed = new Uint8Array(BLOCK_ROWS);
  return (block, count, firstRow, keep) => {
    passed.set(keep);
    test(block, count, firstRow, passed);
    for (let i = 0; i < count; i++) if (passed[i] === 1) keep[i] = 0;
  };
}

function textTest(
  table: QueryTable,
  column: number,
  value: string,
  wanted: WantedValue | null,
  whole: boolean,
): BlockTest {
  // A plain number that shows exactly the typed text has the typed value.
  const finder = new TextFinder(table, createNeedle(value, whole), wanted === null);
  const hits = new Uint8Array(BLOCK_ROWS);
  const own = new Float64Array(BLOCK_ROWS);
  return (block, count, firstRow, keep) => {
    // An excluded row is not searched: it counts as found, and stays excluded.
    for (let i = 0; i < count; i++) hits[i] = 1 - (keep[i] as number);
    if (wanted !== null) {
      // 5 finds cells that show 5.00, and a date finds its cells in any format.
      const values = readValues(block, count, wanted.type, table.date1904, own);
      for (let i = 0; i < count; i++) if (values[i] === wanted.value) hits[i] = 1;
    }
    finder.find(block, count, firstRow, column, hits);
    for (let i = 0; i < count; i++) keep[i] = (keep[i] as number) & (hits[i] as number);
  };
}

function rangeTest({ low, high }: ValueRange, type: WantedValue['type'], date1904: boolean): BlockTest {
  const own = new Float64Array(BLOCK_ROWS);
  return (block, count, _, keep) => {
    const values = readValues(block, count, type, date1904, own);
    // Cells without such a value give NaN, which is in no range.
    for (let i = 0; i < count; i++) if (!((values[i] as number) >= low && (values[i] as number) <= high)) keep[i] = 0;
  };
}
