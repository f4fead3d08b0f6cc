import { expect, test } from 'vitest';
import { problem } from '#model/kernel/problem.ts';
import { err, ok } from '#model/kernel/result.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { SheetRenderer, SheetRun } from '#protocol/printing.ts';
import type { PrintStep } from '#protocol/render.ts';
import { createRendererPool, poolSize } from '#services/render/renderer-pool.ts';
import { createTestElement, createTestTemplate } from '../support/create-elements.ts';

const SETUP = { template: createTestTemplate([createTestElement('text')]), dpi: 300 };
const NEVER = new AbortController().signal;

/** Renderers that answer on command, and die at these rows. */
function createWorkers({ deadly = [], starts = true }: { deadly?: readonly number[]; starts?: boolean } = {}) {
  const log = { opened: 0, closed: 0, disposed: 0, mostAtOnce: 0, made: [] as number[][] };
  let kills = [...deadly];
  function createWorker(isFirst: boolean): SheetRenderer & { dispose(): void } {
    /** Calls in this worker; all of them end when it dies. */
    let underWay: ((died: boolean) => void)[] = [];
    return {
      async openRun() {
        if (!isFirst && !starts) return err(problem('render.cannotStart', { reason: 'no memory' }));
        log.opened++;
        let isDead = false;
        const run: SheetRun = {
          sheet: { widthDots: 1, heightDots: 1, labelWidthDots: 1, labelHeightDots: 1, cells: [] },
          callsAtOnce: 2,
          async printRecords(records) {
            if (isDead) return err(problem('render.crashed'));
            const rows = records.map(({ row }) => row);
            const died = await new Promise<boolean>((resolve) => {
              underWay.push(resolve);
              log.mostAtOnce = Math.max(log.mostAtOnce, underWay.length);
              const at = rows.findIndex((row) => kills.includes(row));
              setTimeout(() => {
                if (at < 0) return resolve(false);
                isDead = true;
                kills = kills.toSpliced(kills.indexOf(rows[at] ?? 0), 1);
                for (const end of underWay.splice(0)) end(true);
              });
            });
            underWay = underWay.slice(1);
            if (died) return err(problem('render.crashed'));
            log.made.push(rows);
            const labels = rows.map((row) => ({ row, verified: true, symbols: [], problems: [], warnings: [] }));
            return ok({ labels, pages: labels.map((label) => ({ labels: [label] })) } as unknown as PrintStep);
          },
          sizeRecords: () => Promise.resolve(ok(new Map())),
          close: () => log.closed++,
        };
        return ok(run);
      },
      dispose: () => log.disposed++,
    };
  }
  return { log, first: createWorker(true), another: () => createWorker(false) };
}

const recordsOf = (...rows: number[]): DataRecord[] => rows.map((row) => ({ row, values: {} }));

async function makeAll(pool: SheetRenderer, groups: readonly (readonly number[])[]) {
  const opened = await pool.openRun(SETUP, NEVER);
  if (!opened.ok) throw new Error(opened.error.code);
  const run = opened.value;
  const steps = await Promise.all(groups.map((rows) => run.printRecords(recordsOf(...rows), false, NEVER)));
  run.close();
  return steps.map((step) =>
    step.ok ? step.value.labels.map(({ row, verified }) => (verified ? row : -row)) : step.error.code,
  );
}

test('work is assigned to the worker with the least to do, and workers started for a run end with it', async () => {
  const { log, first, another } = createWorkers();
  const groups = Array.from({ length: 12 }, (_, i) => [2 * i + 2, 2 * i + 3]);
  expect(await makeAll(createRendererPool({ first, another, size: 3 }), groups)).toEqual(groups);
  expect(log).toMatchObject({ opened: 3, mostAtOnce: 2, disposed: 2 });
});

test('a short run needs no other worker', async () => {
  const { log, first, another } = createWorkers();
  await makeAll(createRendererPool({ first, another, size: 3 }), [[2], [3]]);
  expect(log).toMatchObject({ opened: 1, disposed: 0, closed: 1 });
});

test('the current and pending work of a dead worker is done again', async () => {
  const { log, first, another } = createWorkers({ deadly: [3] });
  const groups = [[2, 3], [4, 5], [6], [7]];
  expect(await makeAll(createRendererPool({ first, another, size: 2 }), groups)).toEqual(groups);
  expect(log.made.flat().toSorted()).toEqual([2, 3, 4, 5, 6, 7]);
});

test('a record at which workers keep dying is rejected, and none around it', async () => {
  const { first, another } = createWorkers({ deadly: Array.from({ length: 50 }, () => 3) });
  const groups = [[2, 3, 4], [5, 6], [7], [8]];
  const labels = await makeAll(createRendererPool({ first, another, size: 2 }), groups);
  expect(labels).toEqual([[2, -3, 4], [5, 6], [7], [8]]);
});

test('a worker that cannot start is skipped', async () => {
  const { log, first, another } = createWorkers({ starts: false });
  const groups = [[2], [3], [4], [5], [6]];
  expect(await makeAll(createRendererPool({ first, another, size: 4 }), groups)).toEqual(groups);
  expect(log).toMatchObject({ opened: 1, disposed: 2 });
});

test('a call that is aborted while it waits for a worker is over, and the others continue', async () => {
  const { first, another } = createWorkers();
  const opened = await createRendererPool({ first, another, size: 1 }).openRun(SETUP, NEVER);
  if (!opened.ok) throw new Error(opened.error.code);
  const abort = new AbortController();
  const steps = [2, 3, 4, 5].map((row) =>
    opened.value.printRecords(recordsOf(row), false, row === 4 ? abort.signal : NEVER),
  );
  abort.abort();
  const codes = await Promise.all(steps.map(async (step) => ((await step).ok ? 'made' : 'ended')));
  expect(codes).toEqual(['made', 'made', 'ended', 'made']);
});

test('as many workers as cores, up to four, and one when memory is short', () => {
  expect(poolSize({ hardwareConcurrency: 1 })).toBe(1);
  expect(poolSize({ hardwareConcurrency: 2, deviceMemory: 8 })).toBe(2);
  expect(poolSize({ hardwareConcurrency: 64, deviceMemory: 8 })).toBe(4);
  expect(poolSize({ hardwareConcurrency: 8, deviceMemory: 2 })).toBe(1);
});
