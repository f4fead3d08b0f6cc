import { useState, type JSX } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PrintReport } from '#printing/report.ts';
import type { RunState } from '#printing/run-state.ts';
import { SpokenRun } from '#app/print/SpokenRun.tsx';
import type { PrintStage } from '#app/print/use-print-run.ts';
import { ReportView } from '#app/print/report/ReportView.tsx';
import { createTestServices, mountApp } from '#tests/support/mounted-app.tsx';
import { createRunReport } from '#tests/server/print-run-factory.ts';

const REPORT = createRunReport({ asked: 100, sent: 98, refused: 2 }) as PrintReport;

function running(type: 'preparing' | 'running' | 'paused', spooled: number): PrintStage {
  const counts = { asked: 100, verified: spooled, refused: 0, sent: spooled, spooled, inDoubt: 0 };
  const state = { phase: { type }, started: type !== 'preparing', queued: false, counts } as unknown as RunState;
  return { type: 'running', state, cancelling: false } as PrintStage;
}

const STAGES: readonly PrintStage[] = [
  { type: 'choosing' },
  running('preparing', 0),
  running('running', 0),
  running('running', 12),
  running('running', 13),
  running('paused', 13),
  running('running', 40),
  { type: 'over', report: REPORT },
];

function Run(): JSX.Element {
  const [at, setAt] = useState(0);
  const stage = STAGES[at] ?? expect.fail('no stage');
  return (
    <>
      <SpokenRun stage={stage} />
      {stage.type === 'over' ? (
        <ReportView report={stage.report} takesFocus />
      ) : (
        <button type="button" onClick={() => setAt(at + 1)}>
          Next
        </button>
      )}
    </>
  );
}

test('a run announces its progress at each tenth and its counts at the end, when the heading of its report has the focus', async () => {
  let nowMs = 1_000;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  onTestFinished(() => clock.mockRestore());
  await mountApp(<Run />, createTestServices({}));
  const words = (): string => page.getByTestId('run-spoken').element().textContent ?? '';
  const next = async (): Promise<void> => {
    nowMs += 6_000;
    await userEvent.click(page.getByRole('button', { name: 'Next' }));
  };
  await expect.element(page.getByTestId('run-spoken')).toBeInTheDocument();
  expect(words()).toBe('');
  const twelve = '12 of 100 labels sent';
  const said = ['', '', twelve, twelve, twelve];
  for (const expected of said) {
    await next();
    await expect.poll(words).toBe(expected);
  }
  await next();
  await expect.poll(words).toBe('40 of 100 labels sent');
  await next();
  await expect.poll(words).toBe('Requested: 100. Sent: 98. Rejected: 2.');
  await expect.poll(() => document.activeElement?.textContent).toBe('Printing is finished');
});
