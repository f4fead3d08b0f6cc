import { type Problem, problem } from '#model/kernel/problem.ts';
import { isUnavailable } from '../core/database/faults.ts';
import type { Db } from '../core/database/open-database.ts';
import type { RunAttemptTable } from '../core/database/run-rows.ts';
import { StorageAway } from '../core/files/blob-store.ts';
import { WEBHOOK_JOB, type Lease, type RunJob } from '../core/queue/queue.ts';

/**
 * How an attempt ended. `done`: with its result. `failed`: with a fault. `returned`: by a worker that stops. `lost`: its
 * worker stopped answering, so that the step stalled.
 */
export type RunAttemptOutcome = 'done' | 'failed' | 'returned' | 'lost';
export const RUN_ATTEMPT_OUTCOMES: readonly RunAttemptOutcome[] = ['done', 'failed', 'returned', 'lost'];
/** The steps of a run that workers attempt. */
export const ATTEMPT_STEPS = ['plan', 'chunk', 'join'] as const;

/** The step, and the number of the attempt. */
type AttemptKey = Pick<RunAttemptTable, 'run_id' | 'step' | 'generation' | 'first_label' | 'attempt'>;

/** A note about an attempt that could not be written because the database was unavailable. */
export interface AttemptNote {
  readonly key: AttemptKey;
  readonly outcome: RunAttemptOutcome;
  readonly why: Problem;
  readonly time: number;
}

/** Null for a job that is no step of a run. */
export function attemptKey({ data, attempt }: Lease<RunJob>): AttemptKey | null {
  if (data.type === WEBHOOK_JOB) return null;
  return {
    run_id: data.runId,
    step: data.type,
    generation: data.type === 'plan' ? 0 : data.generation,
    first_label: data.type === 'chunk' ? data.first : 0,
    attempt,
  };
}

/**
 * Records that a worker begins. An earlier unfinished attempt has stalled and is recorded as lost: otherwise the queue
 * would not have assigned the job again.
 */
export async function beginAttempt(db: Db, lease: Lease<RunJob>, worker: string, now: number): Promise<void> {
  const key = attemptKey(lease);
  if (key === null) return;
  await db
    .insertInto('run_try')
    .values({ ...key, worker, started_at: now, ended_at: null, outcome: null, why: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  if (key.attempt === 1) return;
  const why = JSON.stringify(problem('run.workerSilent'));
  const before = await db
    .selectFrom('run_try')
    .select(['attempt', 'outcome'])
    .where('run_id', '=', key.run_id)
    .where('step', '=', key.step)
    .where('generation', '=', key.generation)
    .where('first_label', '=', key.first_label)
    .where('attempt', '<', key.attempt)
    .execute();
  for (let attempt = 1; attempt < key.attempt; attempt++) {
    const row = before.find((one) => one.attempt === attempt);
    if (row !== undefined && row.outcome !== null) continue;
    const lost = { ended_at: now, outcome: 'lost', why } as const;
    // A worker that was killed right after it took the job has recorded nothing.
    await db
      .insertInto('run_try')
      .values({ ...key, attempt, worker: '', started_at: now, ...lost })
      .onConflict((conflict) =>
        conflict
          .columns(['run_id', 'step', 'generation', 'first_label', 'attempt'])
          .doUpdateSet(lost)
          .where('run_try.outcome', 'is', null),
      )
      .execute();
  }
}

/** Records the end of a successful attempt, in the transaction that stores its result. */
export async function endAttempt(tx: Db, lease: Lease<RunJob>, now: number): Promise<void> {
  const key = attemptKey(lease);
  if (key !== null) await placeOf(tx, key).set({ ended_at: now, outcome: 'done', why: null }).execute();
}

/** Records why an attempt failed. A done one stays done; a lost one gets the reason. */
export async function noteAttempt(db: Db, { key, outcome, why, time }: AttemptNote): Promise<void> {
  await placeOf(db, key)
    .set({ ended_at: time, outcome, why: JSON.stringify(why) })
    .where(({ or, eb }) => or([eb('outcome', 'is', null), eb('outcome', '=', 'lost')]))
    .execute();
}

/** The part of a fault that the user sees; the worker's own log has all of it. */
export function faultOfAttempt(error: unknown): Problem {
  if (error instanceof StorageAway) return problem('run.storageAway');
  return problem(isUnavailable(error) ? 'run.databaseAway' : 'run.workerFault');
}

/** All attempts of a run, in the order in which they began. */
export async function attemptsOf(db: Db, runId: string): Promise<RunAttemptTable[]> {
  return db
    .selectFrom('run_try')
    .selectAll()
    .where('run_id', '=', runId)
    .orderBy('started_at')
    .orderBy('generation')
    .orderBy('first_label')
    .orderBy('attempt')
    .execute();
}

function placeOf(db: Db, key: AttemptKey) {
  return db
    .updateTable('run_try')
    .where('run_id', '=', key.run_id)
    .where('step', '=', key.step)
    .where('generation', '=', key.generation)
    .where('first_label', '=', key.first_label)
    .where('attempt', '=', key.attempt);
}
