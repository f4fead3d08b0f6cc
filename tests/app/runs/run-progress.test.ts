import { expect, test } from 'vitest';
import { createRunState, reduceRun } from '#printing/run-state.ts';
import type { PrintReport } from '#printing/report.ts';
import { figuresOf, shareDone } from '#app/print/runs/run-progress.ts';
import type { RunStage, ShownRun } from '#app/print/runs/run-manager.ts';
import { createRunReport } from '#tests/server/print-run-factory.ts';

function createRun(stage: RunStage): ShownRun {
  return { jobId: 'a', jobName: 'Tags', printer: 'Folder', startedAt: 0, isUnconfirmed: false, stage };
}

test('a canceled run shows its actual progress, not completion', () => {
  const report = createRunReport({
    outcome: 'cancelled',
    asked: 100_000,
    sent: 95_736,
    notPrinted: 4264,
  }) as PrintReport;
  expect(shareDone([createRun({ type: 'over', report })])).toBeCloseTo(0.95736);
  const done = createRunReport({ asked: 20, sent: 20, notPrinted: 0 }) as PrintReport;
  expect(shareDone([createRun({ type: 'over', report: done })])).toBe(1);
});

test('unanswered pages are unconfirmed in an abandoned run, and sending in one that another window prints', () => {
  const started = reduceRun(createRunState(500), { type: 'started' });
  const state = reduceRun(started, { type: 'sent', page: { sequence: 1, rows: [2], labels: 81 } });
  const kept = { type: 'kept', state, isBusy: false, problem: null } as const;
  expect(figuresOf(createRun({ ...kept, isElsewhere: false }))).toMatchObject({ inDoubt: 81, underWay: 0 });
  expect(figuresOf(createRun({ ...kept, isElsewhere: true }))).toMatchObject({ inDoubt: 0, underWay: 81 });
});

test('labels that wait for an answer are not done yet', () => {
  const started = reduceRun(createRunState(500), { type: 'started' });
  const sent = reduceRun(started, { type: 'sent', page: { sequence: 1, rows: [2], labels: 81 } });
  expect(shareDone([createRun({ type: 'running', state: sent, cancelling: false })])).toBe(0);
});
