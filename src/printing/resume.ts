import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { JobStatus } from '#protocol/assistant.ts';
import type { EndedPage, JournalPage, KeptPage, KeptRun, PageSink } from '#protocol/printing.ts';
import type { ReadingStart } from './reading-log.ts';
import { settledAs } from './recovery.ts';
import { createRunState, withRefusals, type RunState } from './run-state.ts';

/** From where a run goes on whose page was closed, reloaded or killed: what its journal says, and nothing more. */
export interface ResumePoint {
  /** Every label that was asked for is confirmed, in doubt, refused or left. */
  readonly state: RunState;
  /** Pages that were sent, in order; what became of them has to be asked. */
  readonly unsettled: readonly JournalPage[];
  readonly lastSequence: number;
  /** The place of the first label that is neither on a page nor refused before one. */
  readonly nextPlace: number;
}

/** What a run goes on from. */
export interface Resumption {
  readonly kept: KeptRun;
  readonly point: ResumePoint;
  readonly readings: ReadingStart;
}

/**
 * Reads the journal of a run. The pages come in the order of their sequences. `print.keptChanged` when one is missing: then
 * nobody can say which labels were on it.
 */
export function planResume({ asked }: Pick<KeptRun, 'asked'>, pages: readonly KeptPage[]): Result<ResumePoint> {
  let state = createRunState(asked);
  const unsettled: JournalPage[] = [];
  let nextPlace = 0;
  for (const [i, { state: end, ...page }] of pages.entries()) {
    const { sequence, rows, labels, places, refused } = page;
    const [first = -1] = places;
    if (sequence !== i + 1 || first < nextPlace) return err(problem('print.keptChanged'));
    nextPlace = (places.at(-1) ?? first) + 1;
    state = withRefusals(state, refused);
    const { counts } = state;
    const out = { sequence, rows, labels };
    const isOpen = end === 'sent' || end === 'notPrinted';
    if (isOpen) unsettled.push(page);
    state = {
      ...state,
      counts: {
        ...counts,
        verified: counts.verified + labels,
        sent: counts.sent + labels,
        spooled: counts.spooled + (end === 'spooled' ? labels : 0),
        inDoubt: counts.inDoubt + (end === 'inDoubt' ? labels : 0),
      },
      doubtful: end === 'inDoubt' ? [...state.doubtful, out] : state.doubtful,
    };
  }
  const out = new Map(unsettled.map(({ sequence, rows, labels }) => [sequence, { sequence, rows, labels }]));
  return ok({ state: { ...state, out }, unsettled, lastSequence: pages.length, nextPlace });
}

/** The point of a run whose journal cannot be read: of none of its labels anything is known. Nothing can go on from it. */
export function doubtAll({ asked }: Pick<KeptRun, 'asked'>): ResumePoint {
  const state = createRunState(asked);
  const counts = { ...state.counts, inDoubt: asked };
  return { state: { ...state, counts }, unsettled: [], lastSequence: 0, nextPlace: Infinity };
}

/**
 * Asks the assistant what became of the pages that were sent; those that it does not name never arrived. Problems: those of
 * the assistant's client.
 */
export async function findEnds(
  { jobId, instance }: Pick<KeptRun, 'jobId' | 'instance'>,
  point: ResumePoint,
  sink: PageSink,
  ask: 'jobStatus' | 'cancelJob',
  signal: AbortSignal,
): Promise<Result<readonly EndedPage[]>> {
  const assistant = await sink.connect(signal);
  if (!assistant.ok) return assistant;
  const status = await sink[ask](jobId, signal);
  if (!status.ok) return status;
  // A record that is not the one of that time, or has lost the job, does not say that a page was not printed.
  const isAnother = assistant.value.instance !== instance || (!status.value.known && point.state.counts.spooled > 0);
  return ok(
    point.unsettled.flatMap((page): readonly EndedPage[] => {
      const end = isAnother ? 'inDoubt' : settledAs(status.value, page.sequence);
      if (end !== null) return [{ ...page, end }];
      return ask === 'jobStatus' ? [] : [{ ...page, end: isUnderWay(status.value, page) ? 'inDoubt' : 'notPrinted' }];
    }),
  );
}

function isUnderWay({ accepted }: JobStatus, { sequence }: JournalPage): boolean {
  return accepted.some(([from, to]) => from <= sequence && sequence <= to);
}
