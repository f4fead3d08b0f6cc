import type { Generated } from 'kysely';

/** A run that starts at its times, or when its address is asked for. */
export interface ScheduleTable {
  id: string;
  user_id: string;
  name: string;
  /** What the run is asked for with, as JSON. */
  request: string;
  /** Where the ends of its runs are told, with the key that signs that: sealed. Null where nobody wants to be told. */
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
export interface ScheduleFiringTable {
  schedule_id: string;
  /** What it was fired by, once: `due`, `now` or `trigger` and what tells it from others. */
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
