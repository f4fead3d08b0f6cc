import type { Db } from '../database/open-database.ts';
import { DAY_MS } from '#model/kernel/time.ts';

/** The lane of webhook deliveries. The value is stored as the name of the queue in the database. */
export const WEBHOOK_LANE = 'tell';
/** The type of the jobs that deliver a webhook. The value is stored in the data of each. */
export const WEBHOOK_JOB = 'tell';

/**
 * The kinds of jobs, each with a queue of its own: `render` for all steps of runs (also their plan and join), which
 * workers do; `WEBHOOK_LANE` for webhooks, which servers deliver; and `dead` for jobs without attempts left.
 */
export const LANES: readonly ['render', typeof WEBHOOK_LANE, 'dead'] = ['render', WEBHOOK_LANE, 'dead'];
export type Lane = (typeof LANES)[number];

/** A job that is to be done once. */
export interface NewJob<Data> {
  readonly lane: Lane;
  /** The group that it belongs to, and is canceled with. */
  readonly groupId: string;
  /** Jobs are scheduled fairly among users. */
  readonly userId: string;
  /** Lower levels first, for all users. */
  readonly level: 0 | 1 | 2;
  /** Order of jobs of one user and level, lower first; 1 when absent. Other users' jobs don't wait longer for it. */
  readonly order?: 0 | 1 | 2;
  readonly data: Data;
}

/** A job in progress. */
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
 * A queue shared by all processes of an installation. Jobs that a transaction enqueues or completes take effect when it
 * commits, together with its result: each job has one result, with any number of attempts.
 */
export interface Queue<Data> {
  /** As a part of the transaction. */
  enqueue(tx: Db, jobs: readonly NewJob<Data>[]): Promise<void>;
  /**
   * The next job of the lane, exclusive as long as `heartbeat` renews it; null for none. A job with too many attempts
   * moves to the lane `dead` instead.
   */
  lease(lane: Lane): Promise<Lease<Data> | null>;
  /**
   * Settles when the lane may have a new job since the last call, or the signal aborts. Never longer than `pollMs`,
   * after which a failed job may be due again.
   */
  untilWork(lane: Lane, signal: AbortSignal): Promise<void>;
  /** Renews a lease. False when it was lost, or its job was canceled. */
  heartbeat(lease: Lease<Data>): Promise<boolean>;
  /**
   * Part of the transaction that stores the result. False when the lease was lost, or its job was canceled: then the
   * transaction must store nothing.
   */
  complete(tx: Db, lease: Lease<Data>): Promise<boolean>;
  /** Returns a job for a retry after a growing delay; `lost` where the lease was lost before. */
  fail(lease: Lease<Data>): Promise<'again' | 'dead' | 'lost'>;
  /** Removes all waiting and running jobs of that group, as a part of the transaction. */
  cancel(tx: Db, groupId: string): Promise<void>;
  /** Holds all waiting jobs of that group until they are released, as a part of the transaction. */
  hold(tx: Db, groupId: string): Promise<void>;
  release(tx: Db, groupId: string): Promise<void>;
  /** Milliseconds that the oldest waiting job has waited; 0 for none. */
  longestWaitMs(lane: Lane): Promise<number>;
  /** Number of waiting and of running jobs of the lane. Held ones don't count. */
  depth(lane: Lane): Promise<{ readonly waiting: number; readonly leased: number }>;
  close(): Promise<void>;
}

/** Delay of held jobs; a job that begins after half of it is held. */
export const HELD_MS: number = 100 * 365 * DAY_MS;

/** Number of attempts, and lifetime of a lease without a heartbeat. */
export interface QueueLimits {
  readonly attempts: Readonly<Record<Lane, number>>;
  /** pg-boss needs at least 10 seconds. */
  readonly leaseMs: number;
  /** Delay after the first failure; it doubles with each further one. */
  readonly firstDelayMs: number;
  /** Longest time between two polls, with or without notifications. */
  readonly pollMs: number;
}

export const QUEUE_LIMITS: QueueLimits = {
  attempts: { render: 8, [WEBHOOK_LANE]: 12, dead: 20 },
  leaseMs: 10_000,
  firstDelayMs: 2_000,
  pollMs: 2_000,
};

/** A step of a run: reads its rows, renders some of its labels, joins them all, or delivers its webhook. */
export type RunJob =
  | { readonly type: 'plan'; readonly runId: string }
  | { readonly type: 'chunk'; readonly runId: string; readonly generation: number; readonly first: number }
  | { readonly type: 'join'; readonly runId: string; readonly generation: number }
  | { readonly type: typeof WEBHOOK_JOB; readonly runId: string };
