import { expect, test } from 'vitest';
import type { ElementId } from '#model/kernel/ids.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, expectOk, ok, type Result } from '#model/kernel/result.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { RecordSource } from '#model/data/record-source.ts';
import { runPreflight, type PreflightReader } from '#printing/preflight.ts';
import type { RowPreflight } from '#protocol/render.ts';

const NEVER = new AbortController().signal;
const FAULTY = 7;

function sourceOf(count: number, windows: number[] = []): RecordSource {
  return {
    count,
    async read(first, wanted) {
      windows.push(wanted);
      return ok(
        Array.from({ length: Math.min(wanted, count - first) }, (_, i) => ({ row: first + i + 2, values: {} })),
      );
    },
  };
}

/** Every seventh row has a problem. */
function findingsOf(records: readonly DataRecord[]): readonly RowPreflight[] {
  const finding = { elementId: 'code' as ElementId, elementName: 'Code', problem: problem('symbol.empty') };
  return records.flatMap(({ row }, index) =>
    row % FAULTY === 0 ? [{ index, row, problems: [finding], warnings: [] }] : [],
  );
}

/** Answers calls in any order: of those that wait, the last one first. */
function createLateReader(callsAtOnce: number): PreflightReader & { readonly log: { most: number } } {
  const waiting: (() => void)[] = [];
  const log = { most: 0 };
  return {
    callsAtOnce,
    log,
    preflightRecords: (records) =>
      new Promise<Result<readonly RowPreflight[]>>((resolve) => {
        waiting.push(() => resolve(ok(findingsOf(records))));
        log.most = Math.max(log.most, waiting.length);
        setTimeout(() => waiting.pop()?.());
      }),
  };
}

test('the findings of concurrent calls are those of one call after the other, in the order of the rows', async () => {
  const one = expectOk(await runPreflight(sourceOf(3000), createLateReader(1), NEVER, () => undefined));
  const reader = createLateReader(4);
  const windows: number[] = [];
  const several = expectOk(await runPreflight(sourceOf(3000, windows), reader, NEVER, () => undefined));
  expect(several).toEqual(one);
  expect(reader.log.most).toBe(4);
  expect(several.groups[0]?.rows.slice(0, 3).map(({ row, index }) => [row, index])).toEqual([
    [7, 5],
    [14, 12],
    [21, 19],
  ]);
  expect(several.refused).toBe(Math.floor(3001 / FAULTY));
  // Not past the end.
  expect(windows.reduce((sum, count) => sum + count, 0)).toBe(3000);
});

test('progress is reported for the first rows, then a few times per second, and at the end', async () => {
  const reported: number[] = [];
  let now = 0;
  // Each call takes 30 ms.
  const reader: PreflightReader = {
    callsAtOnce: 1,
    async preflightRecords(records) {
      now += 30;
      return ok(findingsOf(records));
    },
  };
  const report = ({ done }: { readonly done: number }): void => void reported.push(done);
  expectOk(await runPreflight(sourceOf(5000), reader, NEVER, report, () => now));
  expect(reported[0]).toBe(16);
  expect(reported.at(-1)).toBe(5000);
  expect(reported).toHaveLength(2 + Math.floor((now - 30) / 270));
});

test('a problem of any call ends the check with it', async () => {
  let calls = 0;
  const reader: PreflightReader = {
    callsAtOnce: 3,
    preflightRecords: async (records) => (++calls === 4 ? err(problem('render.crashed')) : ok(findingsOf(records))),
  };
  const ended = await runPreflight(sourceOf(5000), reader, NEVER, () => undefined);
  expect(ended).toMatchObject({ ok: false, error: { code: 'render.crashed' } });
});
