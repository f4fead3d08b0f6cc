import type { Generated } from 'kysely';

/** A token by which programs ask in its user's name. */
export interface ApiTokenTable {
  id: string;
  user_id: string;
  name: string;
  /** SHA-256 of the token, which is nowhere. */
  token_hash: string;
  /** How the token ends, by which its user distinguishes one from another. */
  hint: string;
  /** With spaces between them. */
  scopes: string;
  created_at: number;
  expires_at: number;
  /** Null for one that was never used. */
  used_at: number | null;
}

/** A run: rows that become pages without a browser. */
export interface LabelRunTable {
  id: string;
  user_id: string;
  /** The token that has started it, which may be deleted. */
  token_id: string | null;
  template_id: string;
  template_name: string;
  template_revision: number;
  /** What was asked for, as JSON. */
  settings: string;
  format: string;
  /** 1 for a run that is only looked at and lasts a moment; 0 for any other. */
  preview: number;
  state: string;
  /** How often its chunks were laid out: once more where refused labels have moved those behind them. */
  generation: number;
  /** What was settled when its rows were read, as JSON; null before. */
  plan: string | null;
  /** How many labels there are to make; 0 before that is known. */
  total: number;
  verified: number;
  refused: number;
  pages: number;
  /** Why it did not get to its end, as JSON. */
  problem: string | null;
  idempotency_key: string | null;
  /** The webhook of its end, with the key that signs it, sealed; null for none. */
  webhook: string | null;
  /** Null where there is no webhook. */
  webhook_state: 'waiting' | 'delivered' | 'failed' | null;
  /** Of the request, which may come once more. */
  body_hash: string;
  /** Since when it rests; null for one that does not. */
  paused_at: number | null;
  priority: 'high' | 'normal' | 'low';
  /** The run whose labels it prints again, which may be deleted. */
  reprint_of: string | null;
  /** Labels that were made, those again that were made again. */
  made: number;
  /** What workers have spent on it. */
  render_ms: number;
  /** Of what workers have made for it. */
  bytes: number;
  created_at: number;
  updated_at: number;
  finished_at: number | null;
  /** When its owner has taken it out of the list of runs; null for one that is in it. */
  put_away_at: number | null;
}

/** What all runs together came to that have ended, by their ends: runs themselves are forgotten after a week. */
interface RunTotalTable {
  state: string;
  runs: number;
  made: number;
  render_ms: number;
  bytes: number;
}

/** Labels of a run that are made together. */
interface RunChunkTable {
  run_id: string;
  generation: number;
  /** Counted from 0. */
  first_label: number;
  label_count: number;
  /** How many of them are done with; null while it is not made. */
  done_count: number | null;
  page_count: number;
  result_key: string | null;
}

/** What a run has among the stored files. */
export interface RunFileTable {
  run_id: string;
  file_key: string;
  role:
    | 'original'
    | 'template'
    | 'font'
    | 'source'
    | 'rows'
    | 'firstTemplate'
    | 'firstRows'
    | 'chunk'
    | 'pages'
    | 'report';
  /** Of the first label, for rows and chunks. */
  place: number;
}

/** One time that a worker began a step of a run. */
export interface RunAttemptTable {
  run_id: string;
  step: 'plan' | 'chunk' | 'join';
  generation: number;
  /** Of a chunk; 0 for the other steps. */
  first_label: number;
  /** From 1. */
  attempt: number;
  /** By what the worker calls itself in its log; empty for one that was lost before it could say so. */
  worker: string;
  started_at: number;
  /** Null while it is at work. */
  ended_at: number | null;
  outcome: 'done' | 'failed' | 'returned' | 'lost' | null;
  /** Why it brought no result, as JSON. */
  why: string | null;
}

/** Work that waits or is done, in the queue of this database. */
export interface QueueJobTable {
  id: string;
  lane: string;
  group_id: string;
  user_id: string;
  /** The lowest comes first. */
  rank: number;
  /** Among the work of one user, the lowest goes first: 0 to 2. */
  own_order: number;
  data: string;
  state: 'waiting' | 'leased';
  attempts: number;
  run_at: number;
  lease: string | null;
  leased_until: number | null;
}

/** The turn that the last work of a user got. */
interface QueueShareTable {
  lane: string;
  user_id: string;
  last_turn: number;
  /** Which orders its work has had, a bit each: with more than one of them turns are given out again. */
  orders: number;
}

/** The tables of tokens, runs and the queue. */
export interface RunTables {
  api_token: ApiTokenTable;
  label_run: LabelRunTable;
  run_chunk: RunChunkTable;
  run_file: RunFileTable;
  run_total: RunTotalTable;
  run_try: RunAttemptTable;
  queue_job: QueueJobTable;
  queue_share: QueueShareTable;
}

/** A run that starts at its times, or when its address is asked for. */
interface ScheduleTable {
  id: string;
  user_id: string;
  name: string;
  /** What the run is asked for with, as JSON. */
  request: string;
  /** The webhook of the ends of its runs, with the key that signs it, sealed; null for none. */
  webhook: string | null;
  /** In which its owner is written to. */
  language: string;
  /** Five fields; null for one that has no times and is triggered. */
  cron: string | null;
  /** Of the times, and of dates on the labels: as `Europe/Madrid`. */
  zone: string;
  /** `paused` by its owner, `stopped` after failures in a row. */
  state: 'on' | 'paused' | 'stopped';
  /** Null while it is not on, and where there is no next time. */
  next_at: number | null;
  /** Its time has failed and is tried again then, before the next one; null for none. */
  retry_at: number | null;
  /** Until when one of the servers is at work on its time. */
  claimed_until: number | null;
  /** In a row. */
  failures: number;
  /** SHA-256 of the secret in its address, which is nowhere; null for none. */
  secret_hash: string | null;
  /** The key by which triggers are signed: sealed. Null where they need not be. */
  signing: string | null;
  created_at: number;
  updated_at: number;
}

/** What came of one time of a schedule, or of one trigger. */
interface ScheduleFiringTable {
  schedule_id: string;
  /** What it was fired by, once: `due`, `now` or `trigger` and what distinguishes it from others. */
  cause: string;
  due_at: number;
  fired_at: number;
  /** How many more of its times had passed by then. */
  missed: number;
  /** How often it was tried. */
  tries: Generated<number>;
  run_id: string | null;
  outcome: 'started' | 'done' | 'cancelled' | 'failed';
  /** Why it failed, as JSON: a `ScheduleFault`. */
  problem: string | null;
}

/** The tables of schedules. */
export interface ScheduleTables {
  schedule: ScheduleTable;
  schedule_firing: ScheduleFiringTable;
}
