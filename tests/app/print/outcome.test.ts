import { expect, test } from 'vitest';
import { isWithoutProblem, outcomeOf } from '#app/print/report/outcome.ts';
import { shownState } from '#app/print/history/RecordTable.tsx';
import type { PrintReport } from '#printing/report.ts';
import { createRunReport } from '#tests/server/print-run-factory.ts';

test('a finished run without a single label says that nothing was printed', () => {
  expect(outcomeOf({ outcome: 'finished', asked: 12, sent: 0 })).toBe('nothing');
  expect(outcomeOf({ outcome: 'finished', asked: 12, sent: 1 })).toBe('finished');
  expect(outcomeOf({ outcome: 'cancelled', asked: 12, sent: 0 })).toBe('cancelled');
});

test('a run is successful only when every label was printed and confirmed', () => {
  const report = createRunReport({ asked: 20, sent: 20, refused: 0 }) as PrintReport;
  expect(isWithoutProblem(report)).toBe(true);
  expect(isWithoutProblem({ ...report, sent: 19, refused: 1 })).toBe(false);
  expect(isWithoutProblem({ ...report, sent: 19, inDoubt: 1 })).toBe(false);
  expect(isWithoutProblem({ ...report, unconfirmed: true })).toBe(false);
  expect(isWithoutProblem({ ...report, outcome: 'cancelled' })).toBe(false);
});

test('the history shows rejected or unconfirmed labels of a finished run', () => {
  const finished = { state: 'finished', asked: 5, sent: 5, refused: 0, in_doubt: 0 } as const;
  expect(shownState(finished)).toBe('finished');
  expect(shownState({ ...finished, sent: 4, refused: 1 })).toBe('partly');
  expect(shownState({ ...finished, sent: 4, in_doubt: 1 })).toBe('partly');
  expect(shownState({ ...finished, sent: 0, refused: 5 })).toBe('nothing');
  expect(shownState({ ...finished, state: 'cancelled', sent: 1, refused: 1 })).toBe('cancelled');
});
