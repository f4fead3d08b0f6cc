import { expect, test } from 'vitest';
import { problem } from '#model/kernel/problem.ts';
import { err, expectOk, ok, type Result } from '#model/kernel/result.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { RowPreflight } from '#protocol/render.ts';
import { createPreflightPool } from '#services/render/preflight-pool.ts';
import type { PrintRenderer, PrintRunHandle } from '#services/render/print-renderer.ts';
import { createTestElement, createTestTemplate } from '../support/create-elements.ts';

const SETUP = { template: createTestTemplate([createTestElement('text')]), dpi: 300 };
const NEVER = new AbortController().signal;
const rowsOf = (count: number): DataRecord[] => Array.from({ length: count }, (_, i) => ({ row: i + 2, values: {} }));

/** Renderers that answer on command; all but the first may fail to start. */
function createWorkers({ starts = true } = {}) {
  const calls: ((answer: Result<readonly RowPreflight[]>) => void)[][] = [];
  const log = { closed: 0, disposed: 0 };
  const create = (): PrintRenderer => {
    const mine: (typeof calls)[number] = [];
    const isFirst = calls.push(mine) === 1;
    const run = {
      preflightRecords: () => new Promise<Result<readonly RowPreflight[]>>((resolve) => mine.push(resolve)),
      close: () => void log.closed++,
    } as unknown as PrintRunHandle;
    const openRun = async () => (isFirst || starts ? ok(run) : err(problem('render.crashed')));
    return { openRun, dispose: () => void log.disposed++ } as unknown as PrintRenderer;
  };
  const answerAll = (): void => {
    for (const ofWorker of calls) for (const resolve of ofWorker.splice(0)) resolve(ok([]));
  };
  return { calls, log, create, answerAll };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

test('a check of few rows starts one worker, and one of many starts the others and distributes the calls', async () => {
  const { calls, log, create, answerAll } = createWorkers();
  const pool = createPreflightPool({ create, size: 2 });
  const run = expectOk(await pool.openRun(SETUP, NEVER));
  expect(run.callsAtOnce).toBe(4);
  void run.preflightRecords(rowsOf(1000), NEVER);
  await settled();
  expect(calls.map(({ length }) => length)).toEqual([1]);
  void run.preflightRecords(rowsOf(1), NEVER);
  await settled();
  expect(calls.map(({ length }) => length)).toEqual([2, 0]);
  for (let i = 0; i < 2; i++) void run.preflightRecords(rowsOf(1), NEVER);
  expect(calls.map(({ length }) => length)).toEqual([2, 2]);
  answerAll();
  run.close();
  pool.dispose();
  expect(log).toEqual({ closed: 2, disposed: 2 });
  expect(await run.preflightRecords(rowsOf(1), NEVER)).toMatchObject({ error: { code: 'aborted' } });
});

test('a check continues in the first worker when no other one starts', async () => {
  const { calls, create, answerAll } = createWorkers({ starts: false });
  const run = expectOk(await createPreflightPool({ create, size: 2 }).openRun(SETUP, NEVER));
  const found = [run.preflightRecords(rowsOf(2000), NEVER)];
  await settled();
  found.push(run.preflightRecords(rowsOf(1), NEVER));
  expect(calls.map(({ length }) => length)).toEqual([2, 0]);
  answerAll();
  expect(await Promise.all(found)).toEqual([ok([]), ok([])]);
});

test('a worker that is ready after the check was closed gets no open run', async () => {
  const { log, create } = createWorkers();
  const run = expectOk(await createPreflightPool({ create, size: 2 }).openRun(SETUP, NEVER));
  void run.preflightRecords(rowsOf(2000), NEVER);
  run.close();
  await settled();
  expect(log.closed).toBe(2);
});
