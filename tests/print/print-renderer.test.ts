import { afterEach, describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import type { PagesApi } from '#protocol/render.ts';
import { createPrintRenderer, type PrintRenderer, type PrintRendererOptions } from '#services/render/print-renderer.ts';
import { createTestTemplate } from '../support/create-elements.ts';
import { createLocalWorker, type LocalWorker, type WorkerChanges } from './local-render-worker.ts';
import { createLabelElements, createRecord } from './create-print-core-fixture.ts';

const SETUP = { template: createTestTemplate(createLabelElements(), { widthMm: 40, heightMm: 30 }), dpi: 203 };
const never = <T>(): Promise<T> => new Promise<T>(() => undefined);
const rows = (count: number) =>
  Array.from({ length: count }, (_, i) => createRecord(i + 2, { name: `N${i}`, ean: `4006381333${10 + i}` }));

let renderer: PrintRenderer;
afterEach(() => renderer.dispose());

function create(
  change: (pages: PagesApi, nth: number) => WorkerChanges = () => ({}),
  options: Partial<PrintRendererOptions> = {},
): LocalWorker[] {
  const workers: LocalWorker[] = [];
  renderer = createPrintRenderer({
    createWorker: () => {
      const nth = workers.length;
      const worker = createLocalWorker((pages) => change(pages, nth));
      workers.push(worker);
      return worker;
    },
    ...options,
  });
  return workers;
}

const signal = (): AbortSignal => new AbortController().signal;

describe('print renderer', () => {
  test('starts one worker on demand; runs print and preview the same bits', async () => {
    const workers = create();
    expect(workers).toHaveLength(0);
    const run = expectOk(await renderer.openRun(SETUP, signal()));
    const other = expectOk(await renderer.openRun(SETUP, signal()));
    const preview = expectOk(await other.previewPage(rows(1), signal()));
    const step = expectOk(await run.printRecords(rows(3), true, signal()));
    expect(step.pages).toHaveLength(3);
    expect(step.pages[0]?.pngHash).toBe(preview.pngHash);
    expect(workers).toHaveLength(1);
    run.close();
    expect(await run.printRecords(rows(1), true, signal())).toMatchObject({ error: { code: 'aborted' } });
    expect((await other.previewPage(rows(1), signal())).ok).toBe(true);
  });

  test('a crash settles pending requests, and the next run gets a fresh worker', async () => {
    const workers = create((_api, nth) => (nth === 0 ? { printRecords: never } : {}));
    const run = expectOk(await renderer.openRun(SETUP, signal()));
    const waiting = run.printRecords(rows(1), true, signal());
    workers[0]?.crash();
    expect(await waiting).toMatchObject({ ok: false, error: { code: 'render.crashed' } });
    expect(await run.previewPage(rows(1), signal())).toMatchObject({ error: { code: 'render.crashed' } });
    const next = expectOk(await renderer.openRun(SETUP, signal()));
    expect((await next.printRecords(rows(1), true, signal())).ok).toBe(true);
    expect(workers.map((w) => w.isTerminated())).toEqual([true, false]);
  });

  test('a call that throws counts as a crash', async () => {
    create((_api, nth) => (nth === 0 ? { printRecords: () => Promise.reject(new Error('null function')) } : {}));
    const run = expectOk(await renderer.openRun(SETUP, signal()));
    expect(await run.printRecords(rows(1), true, signal())).toMatchObject({ error: { code: 'render.crashed' } });
  });

  test('a worker that hangs, does not start or takes too long is ended', async () => {
    const hanging = create(() => ({ ping: never, printRecords: never }), { heartbeatMs: 10, hangMs: 30 });
    const run = expectOk(await renderer.openRun(SETUP, signal()));
    expect(await run.printRecords(rows(1), true, signal())).toMatchObject({ error: { code: 'render.crashed' } });
    expect(hanging[0]?.isTerminated()).toBe(true);

    create(() => ({ start: never }), { startMs: 30 });
    expect(await renderer.openRun(SETUP, signal())).toMatchObject({ error: { code: 'render.crashed' } });

    create(() => ({ openRun: never }), { callMs: 20, recordMs: 10 });
    expect(await renderer.openRun(SETUP, signal())).toMatchObject({ error: { code: 'render.crashed' } });
  });

  test('a label that takes long to paint is no hang', async () => {
    const silence = Promise.withResolvers<number>();
    const workers = create(
      (pages) => ({
        ping: () => silence.promise,
        async printRecords(...asked) {
          await new Promise((resolve) => setTimeout(resolve, 400));
          silence.resolve(0);
          return pages.printRecords(...asked);
        },
      }),
      { heartbeatMs: 5, callMs: 2_000, recordMs: 1_000 },
    );
    const run = expectOk(await renderer.openRun(SETUP, signal()));
    expect(expectOk(await run.printRecords(rows(1), true, signal())).pages).toHaveLength(1);
    expect(workers.map((worker) => worker.isTerminated())).toEqual([false]);
  });

  test('a worker that reports a failed start passes its reason on', async () => {
    const workers = create(() => ({
      start: () => Promise.resolve({ ok: false, error: { code: 'render.unavailable' } } as const),
    }));
    expect(await renderer.openRun(SETUP, signal())).toMatchObject({ error: { code: 'render.unavailable' } });
    expect(workers[0]?.isTerminated()).toBe(true);
  });

  test('an abort answers at once and ends the run', async () => {
    const closed: number[] = [];
    const workers = create((pages) => ({
      closeRun: (runId) => {
        closed.push(runId);
        return pages.closeRun(runId);
      },
    }));
    const run = expectOk(await renderer.openRun(SETUP, signal()));
    const abort = new AbortController();
    const waiting = run.printRecords(rows(60), true, abort.signal);
    abort.abort();
    expect(await waiting).toMatchObject({ error: { code: 'aborted' } });
    expect(closed).toHaveLength(1);
    expect(await run.printRecords(rows(1), true, signal())).toMatchObject({ error: { code: 'aborted' } });
    // The worker continues for others.
    expect((await renderer.openRun(SETUP, signal())).ok).toBe(true);
    expect(workers).toHaveLength(1);

    const late = new AbortController();
    const opening = renderer.openRun(SETUP, late.signal);
    late.abort();
    expect(await opening).toMatchObject({ error: { code: 'aborted' } });
  });

  test('dispose ends the worker and all pending requests', async () => {
    const workers = create(() => ({ previewPage: never }));
    const run = expectOk(await renderer.openRun(SETUP, signal()));
    const waiting = run.previewPage(rows(1), signal());
    renderer.dispose();
    expect(await waiting).toMatchObject({ error: { code: 'aborted' } });
    expect(workers[0]?.isTerminated()).toBe(true);
    expect(await renderer.openRun(SETUP, signal())).toMatchObject({ error: { code: 'aborted' } });
  });
});
