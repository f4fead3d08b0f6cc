import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { problem } from '#model/kernel/problem.ts';
import { createRunState, isOver, MAX_REFUSALS, notPrinted, reduceRun, type RunEvent } from '#printing/run-state.ts';
import { createOutcome } from './create-run.ts';

const event: fc.Arbitrary<RunEvent> = fc.oneof(
  fc.constantFrom<RunEvent>({ type: 'started' }, { type: 'paused' }, { type: 'resumed' }),
  fc.constant<RunEvent>({ type: 'held', problem: problem('assistant.wentAway') }),
  fc
    .record({ row: fc.nat(9), verified: fc.boolean() })
    .map(({ row, verified }): RunEvent => ({ type: 'rendered', labels: [createOutcome(row, verified)], copies: [2] })),
  fc.nat(8).map((sequence): RunEvent => ({ type: 'sent', page: { sequence, rows: [sequence], labels: sequence + 1 } })),
  fc
    .record({ sequence: fc.nat(8), as: fc.constantFrom('spooled', 'inDoubt', 'notPrinted') })
    .map((settled): RunEvent => ({ type: 'settled', ...settled })),
);
const end: fc.Arbitrary<RunEvent> = fc.constantFrom<RunEvent>(
  { type: 'ended', as: 'finished' },
  { type: 'ended', as: 'cancelled' },
  { type: 'failed', problem: problem('render.crashed') },
);

describe('the state of a run', () => {
  test('counts each page once, in any order of events, and keeps its end', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), end, fc.array(event), (before, last, after) => {
        let state = createRunState(1000);
        for (const one of before) {
          const { counts } = state;
          state = reduceRun(state, one);
          for (const name of ['verified', 'refused', 'sent', 'spooled', 'inDoubt'] as const) {
            expect(state.counts[name]).toBeGreaterThanOrEqual(counts[name]);
          }
          const out = [...state.out.values()].reduce((sum, page) => sum + page.labels, 0);
          expect(state.counts.spooled + state.counts.inDoubt + out).toBeLessThanOrEqual(state.counts.sent);
        }
        const ended = reduceRun(state, last);
        expect(isOver(ended)).toBe(true);
        expect(ended.out.size).toBe(0);
        const { asked, refused, spooled, inDoubt } = ended.counts;
        expect(refused + spooled + inDoubt + notPrinted(ended)).toBe(asked);
        expect(after.reduce(reduceRun, ended)).toBe(ended);
      }),
    );
  });

  test('lists a limited number of rejections and counts the rest', () => {
    const labels = Array.from({ length: MAX_REFUSALS + 5 }, (_, i) => createOutcome(i, false));
    const state = reduceRun(createRunState(labels.length), { type: 'rendered', labels, copies: labels.map(() => 1) });
    expect([state.refusals.length, state.refusalsBeyond, state.refusedRows]).toEqual([MAX_REFUSALS, 5, labels.length]);
  });
});
