import { expect, test } from 'vitest';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { createRunState } from '#printing/run-state.ts';
import type { PrintReport } from '#printing/report.ts';
import type { RunStage, ShownRun } from '#app/print/runs/run-manager.ts';
import type { FoundRow } from '#app/quick-print/scan/find-rows.ts';
import { createScanSession, type ScanWay } from '#app/quick-print/scan/scan-session.ts';

function createRow(index: number): FoundRow {
  return { index, row: index + 2, texts: [] };
}

/** A run manager whose runs end when the test says so, with the keys of this table. */
function createSession(keys: Readonly<Record<string, readonly number[]>>) {
  let runs: readonly ShownRun[] = [];
  let listeners: readonly (() => void)[] = [];
  let clock = 1_000_000;
  const printed: number[] = [];
  const notify = (): void => listeners.forEach((listener) => listener());
  const stage: RunStage = { type: 'running', state: createRunState(1), cancelling: false };
  const manager = {
    runs: () => runs,
    subscribe(listener: () => void) {
      listeners = [...listeners, listener];
      return () => (listeners = listeners.filter((one) => one !== listener));
    },
    dismiss(jobId: string) {
      runs = runs.filter((run) => run.jobId !== jobId);
      notify();
    },
  };
  const session = createScanSession(manager, () => clock);
  session.follow();
  const wayOf = (printsAgain: boolean): ScanWay => ({
    printsAgain,
    find: (key): Promise<Result<readonly FoundRow[]>> =>
      Promise.resolve(key === 'broken' ? err(problem('data.crashed')) : ok((keys[key] ?? []).map(createRow))),
    print({ index }) {
      printed.push(index);
      const jobId = `job ${printed.length}`;
      runs = [...runs, { jobId, jobName: 'Tag', printer: 'P', startedAt: clock, isUnconfirmed: false, stage }];
      notify();
      return jobId;
    },
  });
  return {
    session,
    printed,
    manager,
    pass: (ms: number) => (clock += ms),
    async scan(key: string, printsAgain = false) {
      session.scan(key, wayOf(printsAgain));
      await expect.poll(() => session.entries()[0]?.state.type).not.toBe('looking');
      return session.entries()[0];
    },
    again(row: FoundRow) {
      const [entry] = session.entries();
      if (entry !== undefined) session.print(entry.id, row, wayOf(false));
    },
    end(jobId: string, report: Partial<PrintReport>) {
      const whole = { outcome: 'finished', sent: 1, inDoubt: 0, refusals: [], ...report } as unknown as PrintReport;
      runs = runs.map((run) => (run.jobId === jobId ? { ...run, stage: { type: 'over', report: whole } } : run));
      notify();
    },
    states: () => session.entries().map(({ state }) => state.type),
  };
}

test('a key prints its row at once, and its run leaves the list of runs when it ends', async () => {
  const { scan, end, states, printed, manager } = createSession({ A: [4] });
  await scan('A');
  expect([printed, states(), manager.runs().length]).toEqual([[4], ['printing'], 1]);
  end('job 1', {});
  expect([states(), manager.runs().length]).toEqual([['over'], 0]);
});

test('a key without a row, or with several rows, prints nothing on its own', async () => {
  const { scan, again, states, printed } = createSession({ B: [1, 2] });
  await scan('nowhere');
  await scan('broken');
  await scan('B');
  expect([states(), printed]).toEqual([['several', 'failed', 'unknown'], []]);
  again(createRow(2));
  expect([states()[0], printed]).toEqual(['printing', [2]]);
});

test('a row prints again only when the user confirms it', async () => {
  const { scan, again, pass, end, printed } = createSession({ A: [4], a: [4] });
  await scan('A');
  end('job 1', {});
  pass(60_000);
  expect(await scan('a')).toMatchObject({ state: { type: 'repeated', isQuick: false, before: 1_000_000 } });
  expect(printed).toEqual([4]);
  again(createRow(4));
  expect(printed).toEqual([4, 4]);
});

test('a code that the scanner reads twice in quick succession prints once, even if rows may repeat', async () => {
  const { scan, pass, printed } = createSession({ A: [4] });
  await scan('A', true);
  pass(300);
  expect(await scan('A', true)).toMatchObject({ state: { type: 'repeated', isQuick: true } });
  expect(printed).toEqual([4]);
  pass(5_000);
  expect(await scan('A', true)).toMatchObject({ state: { type: 'printing' } });
  expect(printed).toEqual([4, 4]);
});

test('a rejected row prints when it is scanned again; an unconfirmed one does not', async () => {
  const { scan, pass, end, printed } = createSession({ A: [4], B: [5] });
  await scan('A');
  end('job 1', { sent: 0 });
  await scan('B');
  end('job 2', { outcome: 'failed', sent: 0, inDoubt: 1 });
  pass(60_000);
  expect(await scan('A')).toMatchObject({ state: { type: 'printing' } });
  expect(await scan('B')).toMatchObject({ state: { type: 'repeated' } });
  expect(printed).toEqual([4, 5, 4]);
});

test('keys print in the order in which they are scanned, whatever their lookup time', async () => {
  const { session, printed } = createSession({});
  const slow = Promise.withResolvers<Result<readonly FoundRow[]>>();
  const way = (found: Promise<Result<readonly FoundRow[]>>): ScanWay => ({
    printsAgain: false,
    find: () => found,
    print({ index }) {
      printed.push(index);
      return `job ${index}`;
    },
  });
  session.scan('first', way(slow.promise));
  session.scan('second', way(Promise.resolve(ok([createRow(2)]))));
  await Promise.resolve();
  expect(printed).toEqual([]);
  slow.resolve(ok([createRow(1)]));
  await expect.poll(() => printed).toEqual([1, 2]);
});
