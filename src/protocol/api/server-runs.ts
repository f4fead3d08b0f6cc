import { Type } from 'typebox';
import type { Message } from '../message.ts';
import { nothing, post, shape, userId, type Call } from './call.ts';

/** The state of a run; `paused` is suspended, `printing` has all its pages rendered and prints them. */
export const SERVER_RUN_STATES = [
  'planning',
  'running',
  'joining',
  'printing',
  'paused',
  'done',
  'failed',
  'cancelled',
] as const;
/** The origin of a run: a program with a token, a time of a schedule, a manual start by its owner, or its address. */
export const RUN_ORIGINS = ['program', 'due', 'now', 'trigger'] as const;
/** `uncertain`: its pages were sent to an assistant that disconnected before it answered. Empty if files are made. */
export const SERVER_PRINTING = ['waiting', 'printing', 'uncertain', 'ended', ''] as const;
/** The most rejected labels in a report. */
export const MOST_REFUSED_LABELS = 200;

const runSchema = Type.Object({
  id: Type.String(),
  /** The name of its template at the start. */
  name: Type.String(),
  origin: Type.Enum(RUN_ORIGINS),
  state: Type.Enum(SERVER_RUN_STATES),
  /** 0 until the rows are read. */
  labels: Type.Integer(),
  verified: Type.Integer(),
  refused: Type.Integer(),
  pages: Type.Integer(),
  format: Type.String(),
  /** Empty where files are made. */
  printer: Type.String(),
  printing: Type.Enum(SERVER_PRINTING),
  /** Pages that the printer has. */
  printed: Type.Integer(),
  /** Unconfirmed pages without a decision. */
  in_doubt: Type.Integer(),
  /** Seconds of workers' time, and bytes of output. */
  render_seconds: Type.Number(),
  bytes: Type.Integer(),
  /** Why it ended, or why its printer doesn't accept the next page, in the user's language; empty for nothing. */
  problem: Type.String(),
  /** ISO 8601, UTC; `end_time` is empty for one that is open. */
  add_time: Type.String(),
  end_time: Type.String(),
});
export type ServerRun = Message<typeof runSchema>;

const listInput = Type.Object({ user_id: userId });
const listAnswer = Type.Object({
  list: Type.Array(runSchema),
  /** Of all that are open or have ended in the last day and were not dismissed. */
  count: Type.Integer(),
});

/** The user's server runs: open ones, and the latest ended ones. Newest first. */
export const serverRunList: Call<Message<typeof listInput>, Message<typeof listAnswer>, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/getServerRunList',
  shape(listInput),
  shape(listAnswer),
);

const id = Type.String({ minLength: 1, maxLength: 64 });
export const RUN_STEERINGS = ['pause', 'resume', 'cancel'] as const;
export type RunSteering = (typeof RUN_STEERINGS)[number];
const steerInput = Type.Object({ id, action: Type.Enum(RUN_STEERINGS), user_id: userId });

/** Pauses a run, resumes it, or ends it. Does nothing if it already is in that state. */
export const steerServerRun: Call<Message<typeof steerInput>, ServerRun, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/steerServerRun',
  shape(steerInput),
  shape(runSchema),
);

const idInput = Type.Object({ id, user_id: userId });

/** Dismisses an ended run from the list. Its output is kept. */
export const putAwayServerRun: Call<Message<typeof idInput>, null, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/putAwayServerRun',
  shape(idInput),
  nothing,
);

const reportAnswer = Type.Object({
  run: runSchema,
  /** The first of the rejected labels, with all their problems. */
  labels: Type.Array(Type.Object({ row: Type.Integer(), field: Type.String(), detail: Type.String() })),
  /** Whether there are pages to download. */
  has_pages: Type.Boolean(),
});
export type ServerRunReport = Message<typeof reportAnswer>;

/** The report of an ended run. */
export const serverRunReport: Call<Message<typeof idInput>, ServerRunReport, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/getServerRunReport',
  shape(idInput),
  shape(reportAnswer),
);

/** The owner's decision on an unconfirmed page. */
export const DOUBT_DECISIONS = ['printed', 'again'] as const;
export type DoubtDecision = (typeof DOUBT_DECISIONS)[number];

const doubtSchema = Type.Object({
  /** Counted from 1. */
  page: Type.Integer(),
  /** `unanswered`: its assistant is away. `doubt`: its assistant doesn't know, or is unbound. */
  state: Type.Enum(['unanswered', 'doubt']),
  /** The assistant that received the page; empty for a deleted one. */
  assistant: Type.String(),
});
export type PageInDoubt = Message<typeof doubtSchema>;
const doubtsAnswer = Type.Object({ list: Type.Array(doubtSchema) });

/** The unconfirmed pages of a run. */
export const serverRunDoubts: Call<Message<typeof idInput>, Message<typeof doubtsAnswer>, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/getServerRunDoubts',
  shape(idInput),
  shape(doubtsAnswer),
);

const decideInput = Type.Object({
  id,
  decision: Type.Enum(DOUBT_DECISIONS),
  /** The decided pages; all unconfirmed ones when left out. */
  pages: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: 10_000 })),
  user_id: userId,
});

/**
 * Decides unconfirmed pages: a printed one is never sent again, one to be printed again is sent once. Other pages don't
 * change.
 */
export const decideServerRun: Call<Message<typeof decideInput>, ServerRun, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/decideServerRun',
  shape(decideInput),
  shape(runSchema),
);

/** Files of an ended run, for the session's user: all pages, and its report as a table. */
export const SERVER_RUN_PAGES_PATH = '/server-runs/:id/pages';
export const SERVER_RUN_REPORT_PATH = '/server-runs/:id/report.csv';

export interface ServerRunCalls {
  readonly serverRunList: typeof serverRunList;
  readonly steerServerRun: typeof steerServerRun;
  readonly putAwayServerRun: typeof putAwayServerRun;
  readonly serverRunReport: typeof serverRunReport;
  readonly serverRunDoubts: typeof serverRunDoubts;
  readonly decideServerRun: typeof decideServerRun;
}

export const SERVER_RUN_CALLS: ServerRunCalls = {
  serverRunList,
  steerServerRun,
  putAwayServerRun,
  serverRunReport,
  serverRunDoubts,
  decideServerRun,
};
