import type { Problem } from '#model/kernel/problem.ts';
import type { Language } from '#protocol/api.ts';
import type { Db } from '../database/open-database.ts';
import type { ScheduleFiringRow, ScheduleRow } from '../database/tables.ts';
import { message, type MessageKey, type MessageParams } from '../outcomes/messages.ts';
import { problemText } from '../outcomes/problem-texts.ts';
import { nextTime } from './next-time.ts';

/** After so many failures in a row a schedule is stopped. */
export const MOST_FAILURES = 5;
/** A server that has died over a time is taken as gone after this. */
const CLAIM_MS = 60_000;
const DUE_AT_ONCE = 20;
const ENDED_AT_ONCE = 50;

/** Why nothing came of a time: as it was refused, or what the run met. */
export type ScheduleFault =
  | { readonly message: MessageKey; readonly params: MessageParams }
  | { readonly problem: Problem };

export function faultText(language: Language, text: string): { readonly code: string; readonly detail: string } {
  const fault = JSON.parse(text) as ScheduleFault;
  return 'problem' in fault
    ? { code: fault.problem.code, detail: problemText(language, fault.problem) }
    : { code: fault.message, detail: message(language, fault.message, fault.params) };
}

/** Schedules whose time has come and that nobody is at work on. Those of accounts that are blocked wait. */
export function dueSchedules(db: Db, time: number): Promise<ScheduleRow[]> {
  return db
    .selectFrom('schedule')
    .innerJoin('user', 'user.id', 'schedule.user_id')
    .selectAll('schedule')
    .where('user.blocked_at', 'is', null)
    .where('schedule.state', '=', 'on')
    .where('schedule.next_at', '<=', time)
    .where(({ or, eb }) => or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', time)]))
    .orderBy('schedule.next_at')
    .limit(DUE_AT_ONCE)
    .execute();
}

/** Takes a time for this server. False where another one has it. */
export async function claim(db: Db, { id, next_at: dueAt }: ScheduleRow, time: number): Promise<boolean> {
  const row = await db
    .updateTable('schedule')
    .set({ claimed_until: time + CLAIM_MS })
    .where('id', '=', id)
    .where('state', '=', 'on')
    .where('next_at', '=', dueAt)
    .where(({ or, eb }) => or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', time)]))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes down what came of a schedule, once for each cause; with a time that was due the next one is set. */
export async function noteFiring(db: Db, schedule: ScheduleRow, firing: ScheduleFiringRow): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (firing.cause.startsWith('due ')) {
      const { cron, zone } = schedule;
      const next = cron === null ? null : nextTime(cron, zone, Math.max(firing.fired_at, firing.due_at));
      await tx
        .updateTable('schedule')
        .set({ next_at: next, claimed_until: null })
        .where('id', '=', schedule.id)
        .where('next_at', '=', firing.due_at)
        .execute();
    }
    const { schedule_id: _, cause: __, ...set } = firing;
    // Who asks again after a failure asks anew; a run that was started stays.
    await tx
      .insertInto('schedule_firing')
      .values(firing)
      .onConflict((conflict) =>
        conflict.columns(['schedule_id', 'cause']).doUpdateSet(set).where('schedule_firing.run_id', 'is', null),
      )
      .execute();
  });
}

export function findFiring(db: Db, scheduleId: string, cause: string): Promise<ScheduleFiringRow | undefined> {
  return db
    .selectFrom('schedule_firing')
    .selectAll()
    .where('schedule_id', '=', scheduleId)
    .where('cause', '=', cause)
    .executeTakeFirst();
}

/** A firing whose run has ended, with how. */
export interface EndedFiring {
  readonly schedule_id: string;
  readonly cause: string;
  readonly state: string;
  readonly verified: number;
  readonly total: number;
  readonly problem: string | null;
}

/** Firings whose runs have ended since. */
export function endedFirings(db: Db): Promise<EndedFiring[]> {
  return db
    .selectFrom('schedule_firing')
    .innerJoin('label_run', 'label_run.id', 'schedule_firing.run_id')
    .select(['schedule_id', 'cause', 'state', 'verified', 'total', 'label_run.problem'])
    .where('outcome', '=', 'started')
    .where('state', 'in', ['done', 'failed', 'cancelled'])
    .limit(ENDED_AT_ONCE)
    .execute();
}

/**
 * Writes down how a firing's run ended. Gives the schedule when that was one failure too many: by whoever comes first, so
 * that its owner is told once.
 */
export async function noteEnd(
  db: Db,
  { schedule_id: id, cause }: Pick<EndedFiring, 'schedule_id' | 'cause'>,
  outcome: 'done' | 'cancelled' | 'failed',
  fault: ScheduleFault | null,
): Promise<ScheduleRow | null> {
  return db.transaction().execute(async (tx) => {
    const noted = await tx
      .updateTable('schedule_firing')
      .set({ outcome, problem: fault === null ? null : JSON.stringify(fault) })
      .where('schedule_id', '=', id)
      .where('cause', '=', cause)
      .where('outcome', '=', 'started')
      .returning('cause')
      .executeTakeFirst();
    if (noted === undefined || outcome === 'cancelled') return null;
    return outcome === 'failed' ? countFailure(tx, id) : countSuccess(tx, id);
  });
}

/** Gives the schedule when it is stopped by this. */
export async function countFailure(db: Db, id: string): Promise<ScheduleRow | null> {
  const row = await db
    .updateTable('schedule')
    .set((eb) => ({ failures: eb('failures', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'on')
    .returningAll()
    .executeTakeFirst();
  if (row === undefined || row.failures < MOST_FAILURES) return null;
  const stopped = await db
    .updateTable('schedule')
    .set({ state: 'stopped', next_at: null, claimed_until: null })
    .where('id', '=', id)
    .where('state', '=', 'on')
    .returningAll()
    .executeTakeFirst();
  return stopped ?? null;
}

async function countSuccess(db: Db, id: string): Promise<null> {
  await db.updateTable('schedule').set({ failures: 0 }).where('id', '=', id).where('failures', '>', 0).execute();
  return null;
}
