import { Type } from 'typebox';
import type { Message } from '../message.ts';
import { nothing, post, shape, userId, type Call } from './call.ts';

/** As a run stands; `paused` is one that rests, `printing` one whose pages are made and go to its printer. */
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
/** What has started a run: a program with a token, a time of a schedule, its owner by hand, or its address. */
export const RUN_ORIGINS = ['program', 'due', 'now', 'trigger'] as const;
/** `uncertain`: its pages were given to an assistant that went away before it answered. Empty where files are made. */
export const SERVER_PRINTING = ['waiting', 'printing', 'uncertain', 'ended', ''] as const;
/** Refused labels that a report has. */
export const MOST_REFUSED_LABELS = 200;

const runSchema = Type.Object({
  id: Type.String(),
  /** That of its template when it was started. */
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
  /** Pages of which nobody can tell whether they were printed, and that are not decided. */
  in_doubt: Type.Integer(),
  /** Seconds that workers have spent on it, and bytes that they have made. */
  render_seconds: Type.Number(),
  bytes: Type.Integer(),
  /** Why it ended, or why its printer does not take the next page, in the user's language; empty for nothing. */
  problem: Type.String(),
  /** ISO 8601, UTC; `end_time` is empty for one that is open. */
  add_time: Type.String(),
  end_time: Type.String(),
});
export type ServerRun = Message<typeof runSchema>;

const listInput = Type.Object({ user_id: userId });
const listAnswer = Type.Object({
  list: Type.Array(runSchema),
  /** Of all that are open or have ended in the last day and were not put away. */
  count: Type.Integer(),
});

/** The runs that the server makes for the user: those that are open, and the latest that have ended. The newest first. */
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

/** Pauses a run, lets it go on, or ends it. Where there is nothing to change, it stays as it is. */
export const steerServerRun: Call<Message<typeof steerInput>, ServerRun, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/steerServerRun',
  shape(steerInput),
  shape(runSchema),
);

const idInput = Type.Object({ id, user_id: userId });

/** Takes a run that has ended out of the list. What it has made stays. */
export const putAwayServerRun: Call<Message<typeof idInput>, null, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/putAwayServerRun',
  shape(idInput),
  nothing,
);

const reportAnswer = Type.Object({
  run: runSchema,
  /** The first of the labels that were refused, with each thing that is wrong. */
  labels: Type.Array(Type.Object({ row: Type.Integer(), field: Type.String(), detail: Type.String() })),
  /** Whether there are pages to download. */
  has_pages: Type.Boolean(),
});
export type ServerRunReport = Message<typeof reportAnswer>;

/** What became of a run that has ended. */
export const serverRunReport: Call<Message<typeof idInput>, ServerRunReport, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/getServerRunReport',
  shape(idInput),
  shape(reportAnswer),
);

/** What its owner says of a page in doubt. */
export const DOUBT_DECISIONS = ['printed', 'again'] as const;
export type DoubtDecision = (typeof DOUBT_DECISIONS)[number];

const doubtSchema = Type.Object({
  /** Counted from 1. */
  page: Type.Integer(),
  /** `unanswered`: its assistant is away. `doubt`: its assistant cannot tell, or is unbound. */
  state: Type.Enum(['unanswered', 'doubt']),
  /** The assistant that was given the page; empty for one that is gone. */
  assistant: Type.String(),
});
export type PageInDoubt = Message<typeof doubtSchema>;
const doubtsAnswer = Type.Object({ list: Type.Array(doubtSchema) });

/** The pages of a run of which nobody can tell whether they were printed. */
export const serverRunDoubts: Call<Message<typeof idInput>, Message<typeof doubtsAnswer>, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/getServerRunDoubts',
  shape(idInput),
  shape(doubtsAnswer),
);

const decideInput = Type.Object({
  id,
  decision: Type.Enum(DOUBT_DECISIONS),
  /** Those of them that are decided; all that are in doubt when left out. */
  pages: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: 10_000 })),
  user_id: userId,
});

/**
 * Decides pages in doubt: one that was printed never goes out again, one that is to be printed again goes out once. Pages that
 * are not in doubt stay as they are.
 */
export const decideServerRun: Call<Message<typeof decideInput>, ServerRun, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/decideServerRun',
  shape(decideInput),
  shape(runSchema),
);

/** Files of a run that has ended, for the session's user: all pages, and its report as a table. */
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
