import type { Db } from '../database/open-database.ts';

/** The kinds of jobs: `render` for workers, `tell` for webhooks that servers deliver, and `dead` for jobs that were given up. */
export const LANES = ['render', 'tell', 'dead'] as const;
export type Lane = (typeof LANES)[number];

/** Work that is to be done once. */
export interface NewJob<Data> {
  readonly lane: Lane;
  /** What it is a part of, and is cancelled with. */
  readonly groupId: string;
  /** Among users the work is shared out fairly. */
  readonly userId: string;
  /** Of two, the lower one goes first, for all users. */
  readonly level: 0 | 1 | 2;
  /** Of two jobs of one user and level, the lower one goes first; 1 when left out. Nobody else's wait longer for that. */
  readonly order?: 0 | 1 | 2;
  readonly data: Data;
}

/** Work that somebody does at this moment. */
export interface Lease<Data> {
  readonly id: string;
  readonly lane: Lane;
  readonly groupId: string;
  readonly userId: string;
  readonly data: Data;
  /** From 1. */
  readonly attempt: number;
  /** Distinguishes this attempt from later ones. */
  readonly fence: string;
}

/**
 * Work that waits, shared by all processes of an installation. What is enqueued or completed in a transaction is so only
 * when that is committed: with it goes the result, so that each job has one, however often it is begun.
 */
export interface Queue<Data> {
  /** As a part of the transaction. */
  enqueue(tx: Db, jobs: readonly NewJob<Data>[]): Promise<void>;
  /**
   * The next job of the lane, which nobody else is given as long as it is kept with `heartbeat`; null where none waits. One
   * that was begun too often moves to the lane `dead` instead.
   */
  lease(lane: Lane): Promise<Lease<Data> | null>;
  /**
   * Until the lane may have a job that it had not when it was asked last, or the signal aborts. Never longer than `pollMs`, after
   * which a job may have come back that had failed.
   */
  untilWork(lane: Lane, signal: AbortSignal): Promise<void>;
  /** Keeps a lease. False when it was lost, or its work was cancelled. */
  heartbeat(lease: Lease<Data>): Promise<boolean>;
  /**
   * As a part of the transaction that keeps the result. False when the lease was lost, or its work was cancelled: then the
   * transaction must keep nothing.
   */
  complete(tx: Db, lease: Lease<Data>): Promise<boolean>;
  /** Gives a job back, to be begun again after a while that grows; `lost` where the lease was lost before. */
  fail(lease: Lease<Data>): Promise<'again' | 'dead' | 'lost'>;
  /** Takes out all that waits and is done of that group, as a part of the transaction. */
  cancel(tx: Db, groupId: string): Promise<void>;
  /** Gives out nothing more of what waits of that group until it is released, as a part of the transaction. */
  hold(tx: Db, groupId: string): Promise<void>;
  release(tx: Db, groupId: string): Promise<void>;
  /** For how many milliseconds the job has waited that waits longest; 0 where none does. */
  longestWaitMs(lane: Lane): Promise<number>;
  /** How many jobs of the lane wait or are done. What is held does not count. */
  depth(lane: Lane): Promise<{ readonly waiting: number; readonly leased: number }>;
  close(): Promise<void>;
}

/** What is held begins so much later; what begins after half of that is held. */
export const HELD_MS: number = 100 * 365 * 24 * 60 * 60 * 1000;

/** How often a job is begun, and how long a lease holds without a heartbeat. */
export interface QueueLimits {
  readonly attempts: Readonly<Record<Lane, number>>;
  /** pg-boss takes 10 seconds at least. */
  readonly leaseMs: number;
  /** How long a job waits that has failed once; twice as long each time after. */
  readonly firstDelayMs: number;
  /** How long somebody waits for new work before asking for it, notified or not. */
  readonly pollMs: number;
}

export const QUEUE_LIMITS: QueueLimits = {
  attempts: { render: 8, tell: 12, dead: 20 },
  leaseMs: 10_000,
  firstDelayMs: 2_000,
  pollMs: 2_000,
};

/** A step of a run: its rows are read, some of its labels made, all of them joined, and its webhook delivered. */
export type RunJob =
  | { readonly type: 'plan'; readonly runId: string }
  | { readonly type: 'chunk'; readonly runId: string; readonly generation: number; readonly first: number }
  | { readonly type: 'join'; readonly runId: string; readonly generation: number }
  | { readonly type: 'tell'; readonly runId: string };
