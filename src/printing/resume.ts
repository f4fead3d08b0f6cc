import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { JobStatus } from '#protocol/assistant.ts';
import type { EndedPage, JournalPage, KeptPage, KeptRun, PageSink } from '#protocol/printing.ts';
import type { ReadingStart } from './reading-log.ts';
import { settledAs } from './recovery.ts';
import { createRunState, withRefusals, type RunState } from './run-state.ts';

/** The point from which a run is resumed after its page was closed, reloaded or killed, based only on its journal. */
export interface ResumePoint {
  /** Every requested label is confirmed, unconfirmed, rejected or remaining. */
  readonly state: RunState;
  /** Sent pages, in order; the assistant has to be asked for their ends. */
  readonly unsettled: readonly JournalPage[];
  readonly lastSequence: number;
  /** The place of the first label that is neither on a page nor rejected before one. */
  readonly nextPlace: number;
}

/** The state from which a run continues. */
export interface Resumption {
  readonly kept: KeptRun;
  readonly point: ResumePoint;
  readonly readings: ReadingStart;
}

/**
 * Reads the journal of a run, with pages in the order of their sequences. `print.keptChanged` when one is missing: its
 * labels are then unknown.
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

/** The point of a run with an unreadable journal: all of its labels are unconfirmed. It can't be resumed. */
export function doubtAll({ asked }: Pick<KeptRun, 'asked'>): ResumePoint {
  const state = createRunState(asked);
  const counts = { ...state.counts, inDoubt: asked };
  return { state: { ...state, counts }, unsettled: [], lastSequence: 0, nextPlace: Infinity };
}

/**
 * Asks the assistant for the ends of the sent pages; those that it doesn't list never arrived. Problems: those of the
 * assistant's client.
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
  // A replaced record, or one that has lost the job, doesn't prove that a page was not printed.
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
