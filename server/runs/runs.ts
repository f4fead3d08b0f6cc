import type { Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { DAY_MS } from '#model/kernel/time.ts';
import type { Db } from '../core/database/open-database.ts';
import type { LabelRunRow } from '../core/database/tables.ts';
import { apiError, type ApiError } from '../core/api-error.ts';
import { countEnded, endRun, webhookGroup } from './run-steps.ts';
import { OPEN_STATES, RUN_LIMITS, type RunState } from './run-settings.ts';
import type { CoreServices } from '../core/services.ts';

type Needed = Pick<CoreServices, 'db' | 'queue' | 'now'>;

/** Longer than any run takes: one that is still open was lost together with its queue. */
const LOST_AFTER_MS = DAY_MS;
const DROPPED_AT_ONCE = 100;

export async function findOwnRun(
  { db }: Pick<CoreServices, 'db'>,
  userId: string,
  id: string,
): Promise<Result<LabelRunRow, ApiError>> {
  const row = await db
    .selectFrom('label_run')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row === undefined ? err(apiError('notFound', 'run.notFound')) : ok(row);
}

export function isOpen({ state }: Pick<LabelRunRow, 'state'>): boolean {
  return OPEN_STATES.includes(state as RunState);
}

export function problemOf({ problem }: LabelRunRow): Problem | null {
  return problem === null ? null : (JSON.parse(problem) as Problem);
}

/** Cancels a run. Workers notice with their next heartbeat, within about a second. An ended run stays unchanged. */
export async function cancelRun(services: Needed, run: LabelRunRow): Promise<boolean> {
  const { db, queue, now } = services;
  return db.transaction().execute(async (tx) => {
    const time = now();
    const set = { state: 'cancelled', finished_at: time, updated_at: time } as const;
    if (!(await endRun({ queue }, tx, run.id, set))) return false;
    await queue.cancel(tx, run.id);
    return true;
  });
}

/**
 * Pauses a run: workers stop their current steps, and no step begins until it resumes. False for a paused or
 * ended one.
 */
export function pauseRun(services: Needed, run: LabelRunRow): Promise<boolean> {
  return setPaused(services, run, services.now());
}

/** False for a run that is not paused. */
export function resumeRun(services: Needed, run: LabelRunRow): Promise<boolean> {
  return setPaused(services, run, null);
}

async function setPaused({ db, queue, now }: Needed, run: LabelRunRow, pausedAt: number | null): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const changed = await tx
      .updateTable('label_run')
      .set({ paused_at: pausedAt, updated_at: now() })
      .where('id', '=', run.id)
      .where('state', 'in', OPEN_STATES)
      .where('paused_at', pausedAt === null ? 'is not' : 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (changed === undefined) return false;
    if (pausedAt === null) await queue.release(tx, run.id);
    else await queue.hold(tx, run.id);
    return true;
  });
}

/** Removes the user's jobs from the queue, as a part of the transaction that deletes the user. */
export async function endRunsOf({ queue }: Pick<CoreServices, 'queue'>, tx: Db, userId: string): Promise<void> {
  const open = await tx
    .selectFrom('label_run')
    .select(['id', 'state', 'made', 'render_ms', 'bytes'])
    .where('user_id', '=', userId)
    .where(({ or, eb }) => or([eb('state', 'in', OPEN_STATES), eb('webhook_state', '=', 'waiting')]))
    .execute();
  for (const run of open) {
    await queue.cancel(tx, isOpen(run) ? run.id : webhookGroup(run.id));
    if (isOpen(run)) await countEnded(tx, { ...run, state: 'cancelled' });
  }
  await tx.deleteFrom('queue_share').where('user_id', '=', userId).execute();
}

export async function dropRun({ db, files }: Pick<CoreServices, 'db' | 'files'>, id: string): Promise<void> {
  const used = await db.selectFrom('run_file').select('file_key').where('run_id', '=', id).execute();
  await db.deleteFrom('label_run').where('id', '=', id).execute();
  await files.drop(used.map(({ file_key: key }) => key));
}

/** Deletes runs a week after their start, and ends lost ones. */
export async function cleanRuns(services: Pick<CoreServices, 'db' | 'files' | 'queue' | 'now'>): Promise<void> {
  const { db, now } = services;
  const time = now();
  const lost = await db
    .selectFrom('label_run')
    .selectAll()
    .where('state', 'in', OPEN_STATES)
    .where('updated_at', '<=', time - LOST_AFTER_MS)
    // A run that waits for a printer is not lost.
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('print_job').select('print_job.run_id').whereRef('print_job.run_id', '=', 'label_run.id'),
        ),
      ),
    )
    .where('paused_at', 'is', null)
    .limit(DROPPED_AT_ONCE)
    .execute();
  for (const run of lost) await cancelRun(services, run);
  const old = await db
    .selectFrom('label_run')
    .selectAll()
    .where('created_at', '<=', time - RUN_LIMITS.keptMs)
    .limit(DROPPED_AT_ONCE)
    .execute();
  for (const run of old) {
    if (isOpen(run)) await cancelRun(services, run);
    await dropRun(services, run.id);
  }
}
