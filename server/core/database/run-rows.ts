import type { Generated } from 'kysely';

/** An API token of a user's programs. */
export interface ApiTokenTable {
  id: string;
  user_id: string;
  name: string;
  /** SHA-256 of the token, which is not stored. */
  token_hash: string;
  /** The last characters of the token, by which its user recognizes it. */
  hint: string;
  /** Separated by spaces. */
  scopes: string;
  created_at: number;
  expires_at: number;
  /** Null for never. */
  used_at: number | null;
}

/** A run: rows that become pages without a browser. */
export interface LabelRunTable {
  id: string;
  user_id: string;
  /** The token that started it, which may be deleted. */
  token_id: string | null;
  template_id: string;
  template_name: string;
  template_revision: number;
  /** The request as JSON. */
  settings: string;
  format: string;
  /** 1 for a preview, which is short-lived; 0 for any other run. */
  preview: number;
  state: string;
  /** How often its chunks were laid out: again after rejected labels have moved the following ones. */
  generation: number;
  /** Results of reading its rows, as JSON; null before. */
  plan: string | null;
  /** Number of labels; 0 until it is known. */
  total: number;
  verified: number;
  refused: number;
  pages: number;
  /** Why it failed, as JSON. */
  problem: string | null;
  idempotency_key: string | null;
  /** The webhook of its end, with its sealed signing key; null for none. */
  webhook: string | null;
  /** Null without a webhook. */
  webhook_state: 'waiting' | 'delivered' | 'failed' | null;
  /** Hash of the request, which may be repeated. */
  body_hash: string;
  /** When it was paused; null for one that is not. */
  paused_at: number | null;
  priority: 'high' | 'normal' | 'low';
  /** The run that it reprints, which may be deleted. */
  reprint_of: string | null;
  /** Rendered labels, including repeated ones. */
  made: number;
  /** Time that workers spent on it. */
  render_ms: number;
  /** Size of the workers' results. */
  bytes: number;
  created_at: number;
  updated_at: number;
  finished_at: number | null;
  /** When its owner dismissed it from the list of runs; null for one in the list. */
  put_away_at: number | null;
}

/** Totals of all completed runs by outcome: runs themselves are deleted after a week. */
interface RunTotalTable {
  state: string;
  runs: number;
  made: number;
  render_ms: number;
  bytes: number;
}

/** Labels of a run that are rendered together. */
interface RunChunkTable {
  run_id: string;
  generation: number;
  /** Counted from 0. */
  first_label: number;
  label_count: number;
  /** How many of them are done; null before the chunk is rendered. */
  done_count: number | null;
  page_count: number;
  result_key: string | null;
}

/** A stored file of a run. */
export interface RunFileTable {
  run_id: string;
  file_key: string;
  role:
    | 'original'
    | 'template'
    | 'font'
    | 'source'
    | 'pictures'
    | 'rows'
    | 'firstTemplate'
    | 'firstRows'
    | 'chunk'
    | 'pages'
    | 'report'
    | 'proof';
  /** Of the first label, for rows and chunks. */
  place: number;
}

/** One attempt of a worker at a step of a run. Its table is called `run_try`, because tables keep their first names. */
export interface RunAttemptTable {
  run_id: string;
  step: 'plan' | 'chunk' | 'join';
  generation: number;
  /** First label of a chunk; 0 for the other steps. */
  first_label: number;
  /** From 1. */
  attempt: number;
  /** The worker's name in its log; empty for one that was lost before it reported its name. */
  worker: string;
  started_at: number;
  /** Null while it is in progress. */
  ended_at: number | null;
  outcome: 'done' | 'failed' | 'returned' | 'lost' | null;
  /** Why it failed, as JSON. */
  why: string | null;
}

/** A waiting or finished job in this database's queue. */
export interface QueueJobTable {
  id: string;
  lane: string;
  group_id: string;
  user_id: string;
  /** Lowest first. */
  rank: number;
  /** Order within one user's jobs, lowest first: 0 to 2. */
  own_order: number;
  data: string;
  state: 'waiting' | 'leased';
  attempts: number;
  run_at: number;
  lease: string | null;
  leased_until: number | null;
}

/** The turn of a user's latest job. */
interface QueueShareTable {
  lane: string;
  user_id: string;
  last_turn: number;
  /** Bit set of the orders of its jobs: with more than one, turns are reassigned. */
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

/** A run that starts at its times, or when its address is requested. */
interface ScheduleTable {
  id: string;
  user_id: string;
  name: string;
  /** The request of its runs, as JSON. */
  request: string;
  /** The webhook of its runs' ends, with its sealed signing key; null for none. */
  webhook: string | null;
  /** Language of messages to its owner. */
  language: string;
  /** Five fields; null for one without times, which is triggered. */
  cron: string | null;
  /** Time zone of the times and of dates on labels, as `Europe/Madrid`. */
  zone: string;
  /** `paused` by its owner, `stopped` after consecutive failures. */
  state: 'on' | 'paused' | 'stopped';
  /** Null while it is off, and where there is no next time. */
  next_at: number | null;
  /** When its failed time is retried, before the next one; null for none. */
  retry_at: number | null;
  /** Lease of the server that is processing its time. */
  claimed_until: number | null;
  /** Consecutive failures. */
  failures: number;
  /** SHA-256 of the secret in its address, which is not stored; null for none. */
  secret_hash: string | null;
  /** The sealed key that signs triggers. Null where signing is not required. */
  signing: string | null;
  created_at: number;
  updated_at: number;
}

/** The result of one time of a schedule, or of one trigger. */
interface ScheduleFiringTable {
  schedule_id: string;
  /** Unique cause: `due`, `now` or `trigger` with an identifier. */
  cause: string;
  due_at: number;
  fired_at: number;
  /** How many further times had passed by then. */
  missed: number;
  /** Number of attempts. */
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
