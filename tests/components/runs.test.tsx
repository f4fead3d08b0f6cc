import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectOk, ok } from '#model/kernel/result.ts';
import type { PrintReport } from '#printing/report.ts';
import { printedLabels, runLabels } from '#printing/run-labels.ts';
import type { PrintRun } from '#printing/run-print.ts';
import { createRunState, reduceRun, type RunState } from '#printing/run-state.ts';
import type { EarlierRun } from '#app/print/reprint/earlier-run.ts';
import { ReprintForm } from '#app/print/reprint/ReprintForm.tsx';
import { createRunManager, type RunManager } from '#app/print/runs/run-manager.ts';
import { figuresOf } from '#app/print/runs/run-progress.ts';
import { RunsProvider } from '#app/print/runs/runs.tsx';
import type { Services } from '#app/state/services.tsx';
import { KEPT_FORMAT, type JournalJob, type KeptRun } from '#protocol/printing.ts';
import { openJournal } from '#services/storage/journal.ts';
import { createKeptRuns } from '#services/storage/kept-runs.ts';
import { createTestServices, mountApp } from '#tests/support/mounted-app.tsx';
import { createRunReport } from '#tests/server/print-run-factory.ts';

const JOB = { jobId: 'job-1', jobName: 'Tags', printer: 'Folder', startedAt: 1, asked: 500 };
const ENDLESS = new Promise<never>(() => undefined);

/** The services of a window; `isLeft` when another window, or an earlier one, started the run. */
function createRunServices(isLeft: boolean): Services {
  return {
    runRecords: { end: () => Promise.resolve(), begin: () => Promise.resolve() },
    assistant: { close: () => undefined, allowAsking: () => undefined },
    keptRuns: {
      list: () => Promise.resolve(ok(isLeft ? [{ run: JOB, pages: [] }] : [])),
      get: () => Promise.resolve(ok(null)),
      canceled: () => Promise.resolve(ok([])),
      keepCanceled: () => Promise.resolve(ok(null)),
    },
    runLocks: {
      isTaken: () => Promise.resolve(isLeft),
      untilFree: () => ENDLESS,
      take: () => Promise.resolve({ release: () => undefined }),
    },
  } as unknown as Services;
}

interface TestRun {
  readonly run: PrintRun;
  change(state: RunState): void;
  end(report: Partial<PrintReport>): void;
}

function createTestRun(state: RunState): TestRun {
  const done = Promise.withResolvers<PrintReport>();
  let now = state;
  let listener: (state: RunState) => void = () => undefined;
  const run: Partial<PrintRun> = {
    jobId: JOB.jobId,
    state: () => now,
    subscribe(called) {
      listener = called;
      return () => undefined;
    },
    isUnconfirmed: () => false,
    suspend: () => undefined,
    done: done.promise,
  };
  return {
    run: run as PrintRun,
    change(next) {
      now = next;
      listener(next);
    },
    end: (report) => done.resolve({ ...(createRunReport() as PrintReport), jobId: JOB.jobId, ...report }),
  };
}

const stageOf = (manager: RunManager): string | undefined => manager.runs()[0]?.stage.type;

test('a second window shows the progress of a run that another one prints', async () => {
  const first = createRunManager(createRunServices(false));
  const second = createRunManager(createRunServices(true));
  const started = reduceRun(createRunState(JOB.asked), { type: 'started' });
  const driven = createTestRun(started);
  first.take(driven.run, JOB);
  await second.look();
  expect(second.runs()[0]?.stage).toMatchObject({ type: 'kept', isElsewhere: true });
  const sent = reduceRun(started, { type: 'sent', page: { sequence: 1, rows: [2], labels: 419 } });
  const printed = reduceRun(sent, { type: 'settled', sequence: 1, as: 'spooled' });
  driven.change(reduceRun(printed, { type: 'sent', page: { sequence: 2, rows: [3], labels: 81 } }));
  await expect
    .poll(() => second.runs().map(figuresOf)[0])
    .toMatchObject({ asked: 500, confirmed: 419, underWay: 81, inDoubt: 0, left: 0 });
});

test('a canceled run stays in the list after its report was seen, until it is dismissed; a finished one does not', async () => {
  for (const outcome of ['cancelled', 'finished'] as const) {
    const manager = createRunManager(createRunServices(false));
    const driven = createTestRun(createRunState(JOB.asked));
    manager.take(driven.run, JOB);
    driven.end({ outcome });
    await expect.poll(() => stageOf(manager)).toBe('over');
    manager.seen(JOB.jobId);
    expect(stageOf(manager)).toBe(outcome === 'cancelled' ? 'over' : undefined);
    manager.dismiss(JOB.jobId);
    expect(manager.runs()).toEqual([]);
  }
});

test('a canceled run is in the list after a reload, in every window, until it is dismissed in one of them', async () => {
  const keptRuns = createKeptRuns<PrintReport>(() => 'canceled');
  const services = { ...createRunServices(false), keptRuns };
  const journal = expectOk(await openJournal('canceled'));
  expectOk(await journal.begin(JOB as unknown as JournalJob, { ...JOB, format: KEPT_FORMAT } as unknown as KeptRun));
  const manager = createRunManager(services);
  const driven = createTestRun(createRunState(JOB.asked));
  manager.take(driven.run, JOB);
  expectOk(await journal.end(JOB.jobId, 'cancelled'));
  driven.end({ outcome: 'cancelled', notPrinted: 81 });
  await expect.poll(async () => expectOk(await keptRuns.canceled())).toHaveLength(1);

  const [reloaded, other] = [createRunManager(services), createRunManager(services)];
  await Promise.all([reloaded.look(), other.look()]);
  expect(reloaded.runs()[0]).toMatchObject({ jobId: JOB.jobId, stage: { type: 'over', report: { notPrinted: 81 } } });
  expect(other.runs()).toEqual(reloaded.runs());
  reloaded.dismiss(JOB.jobId);
  await expect.poll(() => other.runs()).toEqual([]);
  expect(expectOk(await keptRuns.canceled())).toEqual([]);
  expect(expectOk(await keptRuns.find(JOB.jobId))).not.toBeNull();
  journal.close();
});

test('the missing labels of a canceled run are offered without asking for the last good one', async () => {
  const labels = runLabels({ count: 100_000 }, 1);
  const pages = [{ jobId: JOB.jobId, sequence: 1, rows: [2], places: [95_735], labels: 1, refused: [], pngHash: '' }];
  const run = {
    kept: { ...JOB },
    labels,
    printed: printedLabels(
      pages.map((one) => ({ ...one, state: 'spooled' })),
      labels,
      1,
    ),
    isBound: true,
    extent: { count: 100_000 },
    counts: false,
  } as unknown as EarlierRun;
  const nothing = vi.fn();
  await mountApp(
    <RunsProvider>
      <ReprintForm
        jobId={JOB.jobId}
        run={run}
        hasRows
        refused={{ text: '', isWhole: true }}
        isOver
        isCanceled
        onClose={nothing}
        onStarted={nothing}
        onOpened={nothing}
      />
    </RunsProvider>,
    createTestServices({ services: createRunServices(false) }),
  );
  await expect.element(page.getByText('4,264 labels were not printed.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Print 4,264 labels' })).toBeEnabled();
});

test('a run of one label is printed again by one press, without any question', async () => {
  const labels = runLabels({ count: 1 }, 1);
  const pages = [
    { jobId: JOB.jobId, sequence: 1, rows: [], places: [0], labels: 1, refused: [], pngHash: '' },
  ] as const;
  const run = {
    kept: { ...JOB },
    labels,
    printed: printedLabels(
      pages.map((one) => ({ ...one, state: 'spooled' })),
      labels,
      1,
    ),
    isBound: false,
    extent: null,
    counts: false,
  } as unknown as EarlierRun;
  const nothing = vi.fn();
  await mountApp(
    <RunsProvider>
      <ReprintForm
        jobId={JOB.jobId}
        run={run}
        hasRows={false}
        refused={{ text: '', isWhole: true }}
        isOver
        onClose={nothing}
        onStarted={nothing}
        onOpened={nothing}
      />
    </RunsProvider>,
    createTestServices({ services: { ...createRunServices(false), eachReadings: () => Promise.resolve(true) } }),
  );
  await expect.element(page.getByRole('button', { name: 'Print 1 label' })).toBeEnabled();
  await expect.element(page.getByRole('radio')).not.toBeInTheDocument();
});
