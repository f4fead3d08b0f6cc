import { assertNever } from '#model/kernel/assert-never.ts';
import type { Problem } from '#model/kernel/problem.ts';
import type { RefusedLabel } from '#protocol/printing.ts';
import type { LabelOutcome } from '#protocol/render.ts';
import { type GradeTally, tallyGrades } from './readings.ts';

/** All counts are of printed labels, including copies. */
export interface RunCounts {
  readonly asked: number;
  /** Labels that were read back without a fault. */
  readonly verified: number;
  /** Labels that are not printed because of a problem. */
  readonly refused: number;
  /** Labels that were sent to the assistant, with any end; each counts once. */
  readonly sent: number;
  /** Labels that the printer's spooler has: screens call them confirmed. */
  readonly spooled: number;
  /** Labels that may or may not have been printed. */
  readonly inDoubt: number;
}

export interface Refusal {
  readonly row: number;
  readonly elementName: string;
  readonly problem: Problem;
}

/** A sent page without an answer yet. */
export interface PageOut {
  readonly sequence: number;
  readonly rows: readonly number[];
  readonly labels: number;
}

export type RunPhase =
  | { readonly type: 'preparing' }
  | { readonly type: 'running' }
  | { readonly type: 'paused' }
  /**
   * The run is stalled: the assistant or printer is away, a page is in doubt, or rows or the journal failed. It waits for
   * the user to resume or cancel. Pages without an answer may or may not have been printed. The value is sent to
   * other windows.
   */
  | { readonly type: 'held'; readonly problem: Problem }
  | { readonly type: 'finished' }
  | { readonly type: 'cancelled' }
  | { readonly type: 'failed'; readonly problem: Problem };

export interface RunState {
  readonly phase: RunPhase;
  /** False while the run is being prepared. It can be paused before: then it is prepared and sends nothing. */
  readonly started: boolean;
  /** Another run has the printer, and this one is prepared after it. */
  readonly queued: boolean;
  /** The percentage of the rows that were measured, for texts that have one size on all labels; null at other times. */
  readonly measuredPercent: number | null;
  readonly counts: RunCounts;
  /** The pages in flight, which were sent and have no answer yet, by sequence. */
  readonly out: ReadonlyMap<number, PageOut>;
  /** In order of occurrence, at most MAX_REFUSALS of them. */
  readonly refusals: readonly Refusal[];
  readonly refusalsBeyond: number;
  /** How many rows have a rejected label. */
  readonly refusedRows: number;
  readonly lastRefusedRow: number | null;
  readonly doubtful: readonly PageOut[];
  /** By element, in order of occurrence. */
  readonly grades: readonly GradeTally[];
}

export const MAX_REFUSALS = 10_000;

export type RunEvent =
  | { readonly type: 'queued'; readonly waits: boolean }
  /** So many rows were measured before the first label. */
  | { readonly type: 'measured'; readonly done: number; readonly total: number }
  | { readonly type: 'started' }
  /** `copies` is how often each of the labels would be printed, in their order. */
  | { readonly type: 'rendered'; readonly labels: readonly LabelOutcome[]; readonly copies: readonly number[] }
  | { readonly type: 'sent'; readonly page: PageOut }
  | { readonly type: 'settled'; readonly sequence: number; readonly as: 'spooled' | 'inDoubt' | 'notPrinted' }
  | { readonly type: 'paused' }
  | { readonly type: 'resumed' }
  | { readonly type: 'held'; readonly problem: Problem }
  | { readonly type: 'ended'; readonly as: 'finished' | 'cancelled' }
  | { readonly type: 'failed'; readonly problem: Problem };

export function createRunState(asked: number): RunState {
  return {
    phase: { type: 'preparing' },
    started: false,
    queued: false,
    measuredPercent: null,
    counts: { asked, verified: 0, refused: 0, sent: 0, spooled: 0, inDoubt: 0 },
    out: new Map(),
    refusals: [],
    refusalsBeyond: 0,
    refusedRows: 0,
    lastRefusedRow: null,
    doubtful: [],
    grades: [],
  };
}

export function isOver(state: RunState): boolean {
  const { type } = state.phase;
  return type === 'finished' || type === 'cancelled' || type === 'failed';
}

/** How many labels of an ended run were certainly not printed. */
export function notPrinted(state: RunState): number {
  const { asked, refused, spooled, inDoubt } = state.counts;
  return asked - refused - spooled - inDoubt;
}

/** The next state. An event that doesn't fit the state, such as a late answer, changes nothing. */
export function reduceRun(state: RunState, event: RunEvent): RunState {
  if (isOver(state)) return state;
  switch (event.type) {
    case 'queued':
      return { ...state, queued: event.waits };
    case 'measured':
      return { ...state, measuredPercent: Math.floor((100 * event.done) / event.total) };
    case 'started':
      return takeStarted({ ...state, measuredPercent: null });
    case 'rendered':
      return takeOutcomes(state, event.labels, event.copies);
    case 'sent':
      return takeSent(state, event.page);
    case 'settled':
      return takeSettled(state, event.sequence, event.as);
    case 'paused':
      return state.phase.type === 'held' ? state : { ...state, phase: { type: 'paused' } };
    case 'resumed':
      return { ...state, phase: { type: state.started ? 'running' : 'preparing' } };
    case 'held':
      return { ...state, phase: { type: 'held', problem: event.problem } };
    case 'ended':
      return { ...doubtAllOut(state), phase: { type: event.as } };
    case 'failed':
      return { ...doubtAllOut(state), phase: { type: 'failed', problem: event.problem } };
    default:
      return assertNever(event);
  }
}

/** A run that was paused during its preparation stays paused. */
function takeStarted(state: RunState): RunState {
  const phase: RunPhase = state.phase.type === 'preparing' ? { type: 'running' } : state.phase;
  return { ...state, started: true, phase };
}

function takeOutcomes(state: RunState, labels: readonly LabelOutcome[], copies: readonly number[]): RunState {
  let verified = 0;
  const refused: RefusedLabel[] = [];
  for (const [i, label] of labels.entries()) {
    if (label.verified) verified += copies[i] ?? 1;
    else refused.push({ row: label.row, copies: copies[i] ?? 1, reasons: label.problems });
  }
  const { counts } = state;
  const counted = { ...state, counts: { ...counts, verified: counts.verified + verified } };
  return { ...withRefusals(counted, refused), grades: tallyGrades(state.grades, labels) };
}

/** The state after more labels were rejected. */
export function withRefusals(state: RunState, refused: readonly RefusedLabel[]): RunState {
  if (refused.length === 0) return state;
  const found = refused.flatMap(({ row, reasons }) =>
    reasons.map(({ elementName, problem }): Refusal => ({ row, elementName, problem })),
  );
  const room = Math.max(0, MAX_REFUSALS - state.refusals.length);
  let { refusedRows, lastRefusedRow } = state;
  for (const { row } of refused) {
    // Copies of a row are successive on a sheet, so comparing with the last row counts each row once.
    if (row !== lastRefusedRow) refusedRows++;
    lastRefusedRow = row;
  }
  const { counts } = state;
  return {
    ...state,
    counts: { ...counts, refused: counts.refused + refused.reduce((sum, { copies }) => sum + copies, 0) },
    refusals: [...state.refusals, ...found.slice(0, room)],
    refusalsBeyond: state.refusalsBeyond + Math.max(0, found.length - room),
    refusedRows,
    lastRefusedRow,
  };
}

function takeSent(state: RunState, page: PageOut): RunState {
  if (state.out.has(page.sequence)) return state;
  return {
    ...state,
    counts: { ...state.counts, sent: state.counts.sent + page.labels },
    out: new Map(state.out).set(page.sequence, page),
  };
}

function takeSettled(state: RunState, sequence: number, as: 'spooled' | 'inDoubt' | 'notPrinted'): RunState {
  const page = state.out.get(sequence);
  if (page === undefined) return state;
  const out = new Map(state.out);
  out.delete(sequence);
  const { counts } = state;
  return {
    ...state,
    out,
    counts: {
      ...counts,
      spooled: counts.spooled + (as === 'spooled' ? page.labels : 0),
      inDoubt: counts.inDoubt + (as === 'inDoubt' ? page.labels : 0),
    },
    doubtful: as === 'inDoubt' ? [...state.doubtful, page] : state.doubtful,
  };
}

/** When a run ends, pages without an answer are unconfirmed. */
function doubtAllOut(state: RunState): RunState {
  let next = state;
  for (const sequence of state.out.keys()) next = takeSettled(next, sequence, 'inDoubt');
  return next;
}
