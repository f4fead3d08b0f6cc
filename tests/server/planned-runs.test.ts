import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import type { BlobStore } from '#server/core/files/blob-store.ts';
import type { Lease, RunJob } from '#server/core/queue/queue.ts';
import { RUN_LIMITS } from '#server/runs/run-settings.ts';
import { findRun, keepChunk } from '#server/runs/run-steps.ts';
import { putRunFile } from '#server/runs/run-files.ts';
import { planRun } from '#worker/plan-run.ts';
import { createRenderers } from '#worker/renderers.ts';
import type { WorkContext } from '#worker/work-context.ts';
import { work } from '#worker/work.ts';
import { createRenderFolder } from '#tests/support/command-line.ts';
import { createTestServer, createUser } from './create-test-server.ts';
import { openTestBlobs } from './test-storage.ts';
import {
  asking,
  digest,
  renderedByCommandLine,
  saveLabel,
  tokenOf,
  untilEnd,
  type Ask,
  type Run,
} from './v1-program.ts';

/** More than the first part of a plan has, which is 512. */
const ROWS = 800;
const FIRST_PART = 512;
/** Rows of a frozen file. */
const WINDOW = 256;

interface PlannedRun {
  readonly id: string;
  readonly ask: Ask;
  readonly context: WorkContext;
  readonly blobs: BlobStore;
  readonly lease: Lease<RunJob>;
  /** Plans the run with files that `put` may delay or reject before they are stored. */
  readonly plan: (lease: Lease<RunJob>, put?: (place: number) => Promise<void>) => Promise<unknown>;
  readonly chunks: () => Promise<{ first_label: number; label_count: number }[]>;
  readonly expected: () => Promise<Buffer>;
}

/** A run that waits for its plan, on a server without workers. */
async function createWaitingRun(): Promise<PlannedRun> {
  const server = await createTestServer();
  const owner = await createUser(server.url, 'owner');
  const folder = await createRenderFolder();
  const template = await saveLabel(owner, folder);
  const ask = asking(server.url, await tokenOf(owner));
  const rows = Array.from({ length: ROWS }, (_, i) => `Tea ${i},A-${i}`);
  const csv = `name,code\n${rows.join('\n')}\n`;
  await writeFile(join(folder, 'rows.csv'), csv);
  const { id } = (await (await ask('/v1/runs', { template, csv, format: 'zpl', dpi: 300 })).json()) as Run;
  const { db, queue } = server.server.services;
  const blobs = await openTestBlobs(server.dataDir);
  const context: WorkContext = { db, queue, blobs, now: Date.now, worker: 'w', fontFolder: folder };
  const renderers = createRenderers(context);
  onTestFinished(() => renderers.close());
  const lease = await queue.lease('render');
  if (lease === null) throw new Error('nothing waits');
  return {
    id,
    ask,
    context,
    blobs,
    lease,
    async plan(held, put = () => Promise.resolve()) {
      const run = await findRun(db, id);
      if (run === null) throw new Error('no run');
      let windows = 0;
      const watched: BlobStore = {
        ...blobs,
        async put(key, bytes, signal) {
          // First the template, then the rows.
          await put(run.plan === null ? windows++ - 1 : windows++ + FIRST_PART / WINDOW);
          return blobs.put(key, bytes, signal);
        },
      };
      const places = { ...context, blobs: watched };
      return expectOk(await planRun(places, renderers, held, run, RUN_LIMITS, new AbortController().signal));
    },
    chunks: () =>
      db
        .selectFrom('run_chunk')
        .select(['first_label', 'label_count'])
        .where('run_id', '=', id)
        .orderBy('first_label')
        .execute(),
    expected: () => renderedByCommandLine(folder, join(folder, 'rows.csv'), 'zpl'),
  };
}

/** Waits before the first file of rows of the second part. */
function createGate(): {
  readonly put: (window: number) => Promise<void>;
  readonly reached: Promise<void>;
  readonly open: () => void;
} {
  const reached = Promise.withResolvers<undefined>();
  const opened = Promise.withResolvers<undefined>();
  return {
    async put(window) {
      if (window < FIRST_PART / WINDOW) return;
      reached.resolve(undefined);
      await opened.promise;
    },
    reached: reached.promise,
    open: () => opened.resolve(undefined),
  };
}

async function runOf({ ask, id }: PlannedRun): Promise<Run> {
  return (await (await ask(`/v1/runs/${id}`)).json()) as Run;
}

/** Renders chunks as a worker does, until the test ends. */
function startWork({ context }: PlannedRun): void {
  const stop = new AbortController();
  const ended = work(context, stop.signal, (error) => console.error(error));
  onTestFinished(async () => {
    stop.abort();
    await ended;
  });
}

async function untilDone(waiting: PlannedRun): Promise<void> {
  const { ask, id, expected } = waiting;
  expect(await untilEnd(ask, id)).toMatchObject({ state: 'done', labels: ROWS, verified: ROWS, pages: ROWS });
  const pages = new Uint8Array(await (await ask(`/v1/runs/${id}/pages`)).arrayBuffer());
  expect(digest(pages)).toBe(digest(await expected()));
  const { labels } = (await (await ask(`/v1/runs/${id}/report`)).json()) as { labels: { row: number; page: number }[] };
  expect(labels.map(({ row, page }) => [row, page])).toEqual(Array.from({ length: ROWS }, (_, i) => [i + 2, i + 1]));
}

/** Each label is in one chunk, and each chunk was queued once. */
async function expectWholePlan({ chunks, context, id }: PlannedRun): Promise<void> {
  let next = 0;
  for (const { first_label: first, label_count: count } of await chunks()) {
    expect(first).toBe(next);
    next = first + count;
  }
  expect(next).toBe(ROWS);
  expect((await context.queue.depth('render')).waiting).toBe((await chunks()).length);
  const files = await context.db.selectFrom('run_file').select(['role', 'place']).where('run_id', '=', id).execute();
  expect(files.filter(({ role }) => role === 'template')).toHaveLength(1);
  const places = files.filter(({ role }) => role === 'rows').map(({ place }) => place);
  expect(places.toSorted((a, b) => a - b)).toEqual([0, 256, 512, 768]);
}

describe('a run whose rows are still being frozen', () => {
  test('has its first labels rendered, and ends when all are planned and rendered', async () => {
    const waiting = await createWaitingRun();
    const gate = createGate();
    const planning = waiting.plan(waiting.lease, gate.put);
    await gate.reached;
    // The lease is not renewed here.
    const beat = setInterval(() => void waiting.context.queue.heartbeat(waiting.lease), 1_000);
    onTestFinished(() => clearInterval(beat));
    const planned = (await waiting.chunks()).reduce((sum, chunk) => sum + chunk.label_count, 0);
    expect(planned).toBeGreaterThan(0);
    startWork(waiting);
    await expect.poll(async () => (await runOf(waiting)).verified, { interval: 100 }).toBe(planned);
    expect(await runOf(waiting)).toMatchObject({ state: 'running', labels: ROWS });
    expect((await waiting.ask(`/v1/runs/${waiting.id}/pages`)).status).toBe(409);
    gate.open();
    expect(await planning).toBe(true);
    await untilDone(waiting);
  });

  test('continues after the last stored part when its planner is lost', async () => {
    const waiting = await createWaitingRun();
    const lost = waiting.plan(waiting.lease, (window) =>
      window < FIRST_PART / WINDOW ? Promise.resolve() : Promise.reject(new Error('the worker is lost')),
    );
    await expect(lost).rejects.toThrow('the worker is lost');
    const before = await waiting.chunks();
    expect(before.reduce((sum, chunk) => sum + chunk.label_count, 0)).toBeLessThanOrEqual(FIRST_PART);
    expect(before.length).toBeGreaterThan(1);
    expect(await waiting.plan(waiting.lease)).toBe(true);
    expect((await waiting.chunks()).slice(0, before.length)).toEqual(before);
    await expectWholePlan(waiting);
    startWork(waiting);
    await untilDone(waiting);
  });

  test('gets no part twice when a stopped planner continues after another one has finished', async () => {
    const waiting = await createWaitingRun();
    const gate = createGate();
    const stopped = waiting.plan(waiting.lease, gate.put);
    await gate.reached;
    expect(await waiting.plan(waiting.lease)).toBe(true);
    gate.open();
    expect(await stopped).toBe(false);
    await expectWholePlan(waiting);
  });

  test('leaves nothing in the queue when it is canceled', async () => {
    const waiting = await createWaitingRun();
    const gate = createGate();
    const planning = waiting.plan(waiting.lease, gate.put);
    await gate.reached;
    await waiting.ask(`/v1/runs/${waiting.id}/cancel`, {});
    gate.open();
    expect(await planning).toBe(false);
    expect(await waiting.context.queue.depth('render')).toEqual({ waiting: 0, leased: 0 });
    expect((await runOf(waiting)).state).toBe('cancelled');
  });

  test('queues no chunk while it is paused', async () => {
    const waiting = await createWaitingRun();
    const gate = createGate();
    const planning = waiting.plan(waiting.lease, gate.put);
    await gate.reached;
    await waiting.ask(`/v1/runs/${waiting.id}/pause`, {});
    gate.open();
    expect(await planning).toBe(true);
    expect((await waiting.context.queue.depth('render')).waiting).toBe(0);
    await waiting.ask(`/v1/runs/${waiting.id}/resume`, {});
    await expectWholePlan(waiting);
  });
});

test('each chunk takes the same number of statements, also the last but one of a run', async () => {
  const waiting = await createWaitingRun();
  const { context, blobs, id } = waiting;
  expect(await waiting.plan(waiting.lease)).toBe(true);
  const run = await findRun(context.db, id);
  if (run === null) throw new Error('no run');
  let statements = 0;
  const db = context.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult({ result }) {
      statements++;
      return Promise.resolve(result);
    },
  });
  const taken: number[] = [];
  for (const { first_label: first, label_count: count } of await waiting.chunks()) {
    const lease = await context.queue.lease('render');
    if (lease?.data.type !== 'chunk') throw new Error('no chunk');
    expect(lease.data.first).toBe(first);
    const file = await putRunFile(blobs, id, 'chunk', first, Buffer.from('result'));
    statements = 0;
    const made = { file, done: count, pages: count, verified: count, refused: 0, ms: 1 };
    expect(await keepChunk({ ...context, db }, lease, run, lease.data, made)).toBe(true);
    taken.push(statements);
  }
  const last = taken.pop() ?? 0;
  expect(taken.length).toBeGreaterThan(8);
  expect(new Set(taken)).toEqual(new Set([taken[0]]));
  expect(taken[0]).toBeLessThanOrEqual(6);
  // It queues the end of the run.
  expect(last).toBeGreaterThan(taken[0] ?? 0);
  expect((await runOf(waiting)).state).toBe('joining');
});
