import { expect } from 'vitest';
import { expectSound } from '#tests/printing/create-run.ts';
import type { Outcome, Schedule } from './faulty-run.ts';

/** Nothing lost, nothing twice, nothing claimed without evidence, and the journal explains each page. */
export function expectHonest({ report, journal, paper, unannounced }: Outcome, schedule: Schedule): void {
  const { rows, copies, refusedEvery } = schedule;
  expectSound(report);
  expect(report.asked).toBe(rows * copies);
  expect([...new Set(paper)]).toHaveLength(paper.length);
  expect(unannounced).toEqual([]);
  const inState = (state: string): readonly number[] =>
    [...journal.pages].filter(([, kept]) => kept === state).map(([sequence]) => sequence);
  // Every printed page is in the journal, and not as an unprinted one.
  const spooled = inState('spooled');
  const doubtful = [...inState('inDoubt'), ...inState('sent')];
  expect(paper.filter((sequence) => !spooled.includes(sequence) && !doubtful.includes(sequence))).toEqual([]);
  expect(spooled.filter((sequence) => !paper.includes(sequence))).toEqual([]);
  expect([report.sent, report.inDoubt]).toEqual([spooled.length * copies, doubtful.length * copies]);
  expect(journal.outcome).toBe(report.outcome);
  if (report.outcome !== 'finished') return;
  const refused = Array.from({ length: rows }, (_, i) => i + 2).filter((row) => row % refusedEvery === 0).length;
  expect([report.refused, report.notPrinted]).toEqual([refused * copies, 0]);
  // If the printer can be queried after a crash, nothing stays unconfirmed.
  if (schedule.printer === 'known' && !schedule.atPrinter.some(isSwallow)) expect(report.inDoubt).toBe(0);
}

function isSwallow(fault: Schedule['atPrinter'][number]): boolean {
  return typeof fault === 'object' && fault.type === 'swallow';
}
