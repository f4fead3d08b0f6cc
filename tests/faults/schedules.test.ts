import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { STEP_MS } from '#tests/support/time-limits.ts';
import { expectHonest } from './expect-honest.ts';
import { runThrough, type PrinterFault, type Schedule } from './faulty-run.ts';
import type { FrameFault } from './memory-line.ts';

/** `npm run fuzz` sets ten thousand. */
const SCHEDULES = Number(process.env['FAULT_SCHEDULES'] ?? 200);

const CALM: Schedule = {
  rows: 40,
  copies: 1,
  refusedEvery: 7,
  takesBatches: true,
  printer: 'known',
  atPrinter: [],
  requests: [],
  replies: [],
  journal: [],
  pauseAfter: null,
  cancelAfter: null,
};

/** The fault affects the page of this number. */
function at<T>(place: number, fault: T, otherwise: T): readonly T[] {
  return [...Array.from({ length: place - 1 }, () => otherwise), fault];
}

/** The second frame of several pages, or the fifth of one. */
describe.each([
  ['in batches', true, 2],
  ['one by one', false, 5],
])('a run of pages %s through one fault', (_how, takesBatches, place) => {
  test.each<readonly [string, Partial<Schedule>]>([
    ['no fault at all', {}],
    ['the line breaks before a page has arrived', { requests: at<FrameFault>(place, 'breakBefore', 'pass') }],
    ['the line breaks when a page has arrived', { requests: at<FrameFault>(place, 'breakAfter', 'pass') }],
    ['the line breaks before an answer has arrived', { replies: at<FrameFault>(place, 'breakBefore', 'pass') }],
    ['an answer is lost, and the line stays', { replies: at<FrameFault>(place, 'swallow', 'pass') }],
    ['a page is lost, and the line stays', { requests: at<FrameFault>(place, 'swallow', 'pass') }],
    ['answers come late', { replies: at<FrameFault>(place, 'late', 'pass') }],
    ['the printer refuses a page', { atPrinter: at<PrinterFault>(5, 'refuse', 'none') }],
    ['the journal cannot be written', { journal: [true, true, false, true] }],
    [
      'the assistant dies in the midst of a group, before a page came out',
      { atPrinter: at<PrinterFault>(12, { type: 'kill', printed: false }, 'none') },
    ],
    [
      'the assistant dies in the midst of a group, when a page had come out',
      { atPrinter: at<PrinterFault>(12, { type: 'kill', printed: true }, 'none') },
    ],
    ['it is paused and goes on', { pauseAfter: 10 }],
  ])('%s: every label is printed once', async (_what, faults) => {
    const schedule = { ...CALM, takesBatches, ...faults };
    const outcome = await runThrough(schedule);
    expectHonest(outcome, schedule);
    expect(outcome.report).toMatchObject({ outcome: 'finished', sent: 35, refused: 5, inDoubt: 0 });
    expect(outcome.paper.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 35 }, (_, i) => i + 1));
    expect(outcome.unused).toBe(0);
  });

  test.each([true, false])(
    'the assistant dies, and the printer does not know the result (printed: %s)',
    async (printed) => {
      const atPrinter = at<PrinterFault>(12, { type: 'kill', printed }, 'none');
      const schedule: Schedule = { ...CALM, takesBatches, printer: 'blind', atPrinter };
      const outcome = await runThrough(schedule);
      expectHonest(outcome, schedule);
      // Only one page is unknown: the others were not accepted yet.
      expect(outcome.report).toMatchObject({ outcome: 'finished', sent: 34, inDoubt: 1 });
      expect(outcome.paper).toHaveLength(printed ? 35 : 34);
    },
  );
});

const frameFault = fc.oneof(
  { weight: 8, arbitrary: fc.constant<FrameFault>('pass') },
  { weight: 2, arbitrary: fc.constantFrom<FrameFault>('breakBefore', 'breakAfter', 'late') },
  { weight: 1, arbitrary: fc.constant<FrameFault>('swallow') },
);

const printerFault = fc.oneof(
  { weight: 8, arbitrary: fc.constant<PrinterFault>('none') },
  {
    weight: 2,
    arbitrary: fc.oneof(
      fc.constant<PrinterFault>('refuse'),
      fc.record({ type: fc.constantFrom('swallow' as const, 'kill' as const), printed: fc.boolean() }),
    ),
  },
);

const schedules: fc.Arbitrary<Schedule> = fc.record({
  rows: fc.integer({ min: 1, max: 60 }),
  copies: fc.integer({ min: 1, max: 3 }),
  refusedEvery: fc.integer({ min: 2, max: 9 }),
  takesBatches: fc.boolean(),
  printer: fc.constantFrom('known', 'blind'),
  atPrinter: fc.array(printerFault, { maxLength: 30 }),
  requests: fc.array(frameFault, { maxLength: 30 }),
  replies: fc.array(frameFault, { maxLength: 30 }),
  journal: fc.array(
    fc.nat(5).map((n) => n === 0),
    { maxLength: 10 },
  ),
  pauseAfter: fc.option(fc.nat(40), { nil: null }),
  cancelAfter: fc.option(fc.nat(60), { nil: null }),
});

test('any faults in any order', async () => {
  await fc.assert(
    fc.asyncProperty(schedules, async (schedule) => expectHonest(await runThrough(schedule), schedule)),
    // A run that never ends is named, too.
    { numRuns: SCHEDULES, timeout: STEP_MS },
  );
});
