import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ok } from '#model/kernel/result.ts';
import { labelCount, oneRecordPerLabel, readCopyCounts, selectRecords, type CopyCounts } from '#model/data/copies.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { RecordSource, RowReader } from '#model/data/record-source.ts';
import { rowRange, rowSetOf } from '#model/data/row-set.ts';
import type { BoundTable } from '#model/data/tables.ts';

const NEVER = new AbortController().signal;
const TABLE: BoundTable = { connection: 'sha256:0', fileName: 'a.csv', sheet: 'a', columns: [], fields: [] };

function createSource(count: number): RecordSource {
  const records = Array.from({ length: count }, (_, i): DataRecord => ({ row: i + 2, index: i, values: {} }));
  return { count, read: async (first, wanted) => ok(records.slice(first, first + wanted)) };
}

function createReader(texts: readonly string[]): RowReader {
  return {
    extent: async () => ok({ count: texts.length }),
    rows: async (_table, first, count) =>
      ok({ rows: texts.slice(first, first + count).map((text) => [text]), errors: [] }),
  };
}

async function countsOf(texts: readonly string[]): Promise<CopyCounts> {
  const counts = await readCopyCounts(TABLE, 'Qty', texts.length, createReader(texts), NEVER);
  if (!counts.ok) throw new Error(counts.error.code);
  return counts.value;
}

async function recordsOf(source: RecordSource, first = 0, count = source.count): Promise<readonly DataRecord[]> {
  const read = await source.read(first, count, NEVER);
  if (!read.ok) throw new Error(read.error.code);
  return read.value;
}

describe('a column of copies', () => {
  test('gives the number of labels per row, none for 0, and the wrong rows', async () => {
    const texts = ['2', '0', '007', '1.5', '-1', '', 'ten', '3.00', '10000', '１', '1e2', ' 4 '];
    const counts = await countsOf(texts);
    const source = selectRecords(createSource(texts.length), rowRange(0, texts.length), counts, 9999);
    const records = await recordsOf(source);
    expect(records.map(({ row, copies, fault }) => [row, copies ?? fault?.code])).toEqual([
      [2, 2],
      [4, 7],
      [5, 'data.badCopies'],
      [6, 'data.badCopies'],
      [7, 'data.badCopies'],
      [8, 'data.badCopies'],
      [9, 3],
      [10, 'data.badCopies'],
      [11, 'data.badCopies'],
      [12, 'data.badCopies'],
      [13, 4],
    ]);
    expect(records[2]?.fault?.params).toEqual({ column: 'Qty', value: '1.5', max: 9999 });
    // Each wrong row is requested as one label, and rejected.
    expect(labelCount(source)).toBe(2 + 7 + 3 + 4 + 7);
  });

  test('a number that only the copies of each label make too large is wrong', async () => {
    const source = selectRecords(createSource(2), rowRange(0, 2), await countsOf(['10', '11']), 10);
    const [first, second] = await recordsOf(source);
    expect([first?.copies, second?.fault?.params?.['max']]).toEqual([10, 10]);
  });

  test('on sheets each label is a record: any window is that part of the whole', async () => {
    const choice = fc.record({
      copies: fc.array(fc.nat(4), { minLength: 1, maxLength: 30 }),
      chosen: fc.array(fc.nat(29)),
      first: fc.nat(70),
      count: fc.nat(70),
    });
    await fc.assert(
      fc.asyncProperty(choice, async ({ copies, chosen, first, count }) => {
        const rows = [...new Set(chosen.filter((row) => row < copies.length))].sort((a, b) => a - b);
        const counts = await countsOf(copies.map(String));
        const source = oneRecordPerLabel(selectRecords(createSource(copies.length), rowSetOf(rows), counts));
        const whole = rows.flatMap((row) => Array.from({ length: copies[row] ?? 0 }, () => row + 2));
        expect(source.count).toBe(whole.length);
        const read = await recordsOf(source, first, count);
        expect(read.map(({ row }) => row)).toEqual(whole.slice(first, first + count));
        expect(read.every((record) => record.copies === undefined)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
