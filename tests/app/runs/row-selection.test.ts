import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ok } from '#model/kernel/result.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { RecordSource } from '#model/data/record-source.ts';
import { rowRange } from '#model/data/row-set.ts';
import { selectRecords } from '#model/data/copies.ts';
import { chosenRows } from '#app/print/runs/row-selection.ts';
import { rowNumbers } from '#app/print/report/row-numbers.ts';

const NEVER = new AbortController().signal;

function createSource(count: number): RecordSource {
  const records = Array.from({ length: count }, (_, i): DataRecord => ({ row: i + 2, values: {} }));
  return { count, read: async (first, wanted) => ok(records.slice(first, first + wanted)) };
}

async function rowsOf(source: RecordSource, first = 0, count = source.count): Promise<number[]> {
  const read = await source.read(first, count, NEVER);
  return read.ok ? read.value.map((record) => record.row) : [];
}

describe('the row selection', () => {
  test('uses the row numbers of the spreadsheet, prints each row once, in its order', async () => {
    const ranges = chosenRows({ type: 'chosen', text: ' 9, 2-4；4–5 , 9 ' }, { count: 10 });
    if (!ranges.ok) throw new Error('ranges');
    const chosen = selectRecords(createSource(10), ranges.value);
    expect(chosen.count).toBe(5);
    expect(await rowsOf(chosen)).toEqual([2, 3, 4, 5, 9]);
    expect(await rowsOf(chosen, 3, 2)).toEqual([5, 9]);
    // Numbers that continue from run to run depend on the position in the run.
    const read = await chosen.read(3, 2, NEVER);
    expect(read.ok ? read.value.map((record) => record.place) : []).toEqual([3, 4]);
  });

  test('from and to', () => {
    expect(chosenRows({ type: 'range', from: 3, to: 5 }, { count: 10 })).toEqual({ ok: true, value: rowRange(1, 4) });
  });

  test.each(['1', '2-12', '5-3', 'a', '2-', '3,,x', '2.5', '-4'])('rejects %s', (text) => {
    expect(chosenRows({ type: 'chosen', text }, { count: 10 })).toMatchObject({
      ok: false,
      error: { code: 'print.badRows', params: { first: 2, last: 11 } },
    });
  });

  test('rejects an unfinished range and an empty selection', () => {
    expect(chosenRows({ type: 'range', from: null, to: 5 }, { count: 10 }).ok).toBe(false);
    expect(chosenRows({ type: 'range', from: 6, to: 5 }, { count: 10 }).ok).toBe(false);
    expect(chosenRows({ type: 'chosen', text: ' , ' }, { count: 10 })).toMatchObject({
      error: { code: 'print.noRows' },
    });
    expect(chosenRows({ type: 'all' }, { count: 0 })).toMatchObject({ error: { code: 'print.noRows' } });
  });

  test('returns the same rows for any window as the whole selection has there', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 2, max: 41 }), fc.nat(6)), { minLength: 1, maxLength: 6 }),
        fc.nat(45),
        fc.nat(45),
        async (pieces, first, count) => {
          const text = pieces.map(([from, more]) => `${from}-${Math.min(41, from + more)}`).join(',');
          const ranges = chosenRows({ type: 'chosen', text }, { count: 40 });
          if (!ranges.ok) throw new Error(text);
          const chosen = selectRecords(createSource(40), ranges.value);
          const whole = await rowsOf(chosen);
          const wanted = new Set(pieces.flatMap(([from, more]) => rowRun(from, Math.min(41, from + more))));
          expect(whole).toEqual([...wanted].sort((a, b) => a - b));
          expect(await rowsOf(chosen, first, count)).toEqual(whole.slice(first, first + count));
        },
      ),
      { numRuns: 300 },
    );
  });
});

test('reports row numbers as ranges', () => {
  expect(rowNumbers([7, 2, 3, 4, 3, 9, 10])).toBe('2–4, 7, 9–10');
  expect(rowNumbers([])).toBe('');
});

function rowRun(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}
