import { setImmediate } from 'node:timers/promises';
import type { Problem } from '#model/kernel/problem.ts';
import type { Language } from '#protocol/api.ts';
import { CLOCKS_DIFFER_MS } from '../../core/database/clock-differences.ts';
import type { Db } from '../../core/database/open-database.ts';
import type { ScheduleFiringRow, ScheduleRow } from '../../core/database/tables.ts';
import { message, type MessageKey, type MessageParams, problemText } from '../../core/messages.ts';
import { nextTime } from './next-time.ts';
import { LONGEST_RETRY_MS, retryTime, timeBehind } from './retries.ts';

/** A schedule is stopped after so many consecutive failures. */
export const MOST_FAILURES = 5;
/** A server that is processing a time counts as killed after this. */
const CLAIM_MS = 60_000;
const DUE_AT_ONCE = 20;
const ENDED_AT_ONCE = 50;
/** Schedules whose times are corrected before other work runs. */
const CORRECTED_AT_ONCE = 20;

/** Why a time brought no result: the rejection, or the run's fault. */
export type ScheduleFault =
  | { readonly message: MessageKey; readonly params: MessageParams }
  | { readonly problem: Problem };

export function faultText(language: Language, text: string): { readonly code: string; readonly detail: string } {
  const fault = JSON.parse(text) as ScheduleFault;
  return 'problem' in fault
    ? { code: fault.problem.code, detail: problemText(language, fault.problem) }
    : { code: fault.message, detail: message(language, fault.message, fault.params) };
}

/** Due schedules that no server is processing. Those of blocked accounts wait. */
export function dueSchedules(db: Db, time: number): Promise<ScheduleRow[]> {
  return db
    .selectFrom('schedule')
    .innerJoin('user', 'user.id', 'schedule.user_id')
    .selectAll('schedule')
    .where('user.blocked_at', 'is', null)
    .where('schedule.state', '=', 'on')
    .where('schedule.next_at', '<=', time)
    .where(({ or, eb }) => or([eb('retry_at', 'is', null), eb('retry_at', '<=', time)]))
    .where(({ or, eb }) => or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', time)]))
    .orderBy('schedule.next_at')
    .limit(DUE_AT_ONCE)
    .execute();
}

/**
 * Recalculates the next times of schedules by the current clock and zone rules. A time recorded while the clock was
 * ahead may be years away, and one recorded under other rules is an hour off. A time never fires twice: its cause is
 * known.
 */
export async function correctTimes(db: Db, time: number): Promise<void> {
  const on = db.updateTable('schedule').where('state', '=', 'on');
  await on
    .set({ claimed_until: null })
    .where('claimed_until', '>', time + CLAIM_MS + CLOCKS_DIFFER_MS)
    .execute();
  await on
    .set({ retry_at: time })
    .where('retry_at', '>', time + LONGEST_RETRY_MS + CLOCKS_DIFFER_MS)
    .execute();
  for (let last = ''; ;) {
    const rows = await db
      .selectFrom('schedule')
      .select(['id', 'cron', 'zone', 'next_at'])
      .where('state', '=', 'on')
      .where('next_at', '>', time)
      .where('id', '>', last)
      .orderBy('id')
      .limit(CORRECTED_AT_ONCE)
      .execute();
    for (const { id, cron, zone, next_at: noted } of rows) {
      const next = cron === null ? null : nextTime(cron, zone, time);
      if (next === null || next === Number(noted)) continue;
      await on
        .set({ next_at: next, retry_at: null, claimed_until: null })
        .where('id', '=', id)
        .where('next_at', '=', noted)
        .execute();
    }
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end.id;
    await setImmediate();
  }
}

/** Claims a time for this server. False if another one has it. */
export async function claim(
  db: Db,
  { id, next_at: dueAt, retry_at: retryAt }: ScheduleRow,
  time: number,
): Promise<boolean> {
  const row = await db
    .updateTable('schedule')
    .set({ claimed_until: time + CLAIM_MS })
    .where('id', '=', id)
    .where('state', '=', 'on')
    .where('next_at', '=', dueAt)
    .where('retry_at', retryAt === null ? 'is' : '=', retryAt)
    .where(({ or, eb }) => or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', time)]))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** `retry`: it will be retried. `known`: its run exists already. */
export type Noted = 'noted' | 'retry' | 'known';

/**
 * Records the result of a firing, once for each cause. For a due time the next one is set, unless the failure may be
 * temporary: then it is retried before the next one.
 */
export async function noteFiring(
  db: Db,
  schedule: ScheduleRow,
  fired: Omit<ScheduleFiringRow, 'tries'>,
  passes: boolean,
): Promise<Noted> {
  const { id } = schedule;
  return db.transaction().execute(async (tx) => {
    // Locks it, so that of two servers one sees the other's record.
    const now = await tx
      .updateTable('schedule')
      .set((eb) => ({ created_at: eb.ref('created_at') }))
      .where('id', '=', id)
      .returning('next_at')
      .executeTakeFirst();
    if (now === undefined) return 'noted';
    const before = await findFiring(tx, id, fired.cause);
    const isKnown = before !== undefined && before.run_id !== null;
    const firing = { ...fired, tries: (before?.tries ?? 0) + 1 };
    let noted: Noted = isKnown ? 'known' : 'noted';
    if (fired.cause.startsWith('due ') && Number(now.next_at) === fired.due_at) {
      const retryAt = passes && !isKnown ? retryTime(schedule, firing) : null;
      const next = retryAt === null ? timeBehind(schedule, firing) : fired.due_at;
      await tx
        .updateTable('schedule')
        .set({ next_at: next, retry_at: retryAt, claimed_until: null })
        .where('id', '=', id)
        .execute();
      if (retryAt !== null) noted = 'retry';
    }
    const { schedule_id: _, cause: __, ...set } = firing;
    // Started again after a failure; an existing run is kept.
    if (before === undefined) await tx.insertInto('schedule_firing').values(firing).execute();
    else if (!isKnown) {
      await tx
        .updateTable('schedule_firing')
        .set(set)
        .where('schedule_id', '=', id)
        .where('cause', '=', fired.cause)
        .execute();
    }
    return noted;
  });
}

/**
 * Gives up a retry when the next time is due. Returns its failure and the schedule if that was one failure too many;
 * null if it is not too late.
 */
export async function giveUp(
  db: Db,
  schedule: ScheduleRow,
  cause: string,
  time: number,
): Promise<{ readonly stopped: ScheduleRow | null; readonly fault: ScheduleFault } | null> {
  const failed = await findFiring(db, schedule.id, cause);
  const next = failed === undefined ? null : timeBehind(schedule, failed);
  if (failed === undefined || failed.problem === null || next === null || next > time) return null;
  return db.transaction().execute(async (tx) => {
    const deleted = await tx
      .updateTable('schedule')
      .set({ next_at: next, retry_at: null, claimed_until: null })
      .where('id', '=', schedule.id)
      .where('next_at', '=', schedule.next_at)
      .where('retry_at', '=', schedule.retry_at)
      .returning('id')
      .executeTakeFirst();
    const stopped = deleted === undefined ? null : await countFailure(tx, schedule.id);
    return { stopped, fault: JSON.parse(failed.problem ?? '') as ScheduleFault };
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

/** A firing whose run has ended, and the outcome. */
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
 * Records the outcome of a firing's run. Returns the schedule if that was one failure too many: only the first caller
 * gets it, so that its owner gets one message.
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

/** Returns the schedule when this stops it. */
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
    .set({ state: 'stopped', next_at: null, retry_at: null, claimed_until: null })
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
