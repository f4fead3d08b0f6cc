import type { Problem } from '#model/kernel/problem.ts';
import type { ScheduleRow } from '../../core/database/tables.ts';
import {
  claim,
  correctTimes,
  dueSchedules,
  endedFirings,
  giveUp,
  noteEnd,
  type EndedFiring,
  type ScheduleFault,
} from './firings.ts';
import { timesBetween } from './next-time.ts';
import { fireSchedule, reportStopped, type FiringServices } from './fire-schedule.ts';

/** How often due times are polled. */
const POLL_MS = 1_000;
const MOST_MISSED = 1_000;
/** A clock that is set back by less is a normal correction. */
const SET_BACK_MS = 5_000;

export interface Schedules {
  /** Polls due times now instead of at the next second; settles when their runs have been started. */
  readonly fireDue: () => Promise<void>;
  /** Settles when nothing is in progress. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts the runs of schedules at their times, and records how they end. Several servers may do so: one claims a time,
 * and if it is killed, the run is the same for the next server. Times that passed while no server ran fire once, with
 * their number. A time with a temporary failure is retried before the next one. Times are corrected when the server
 * starts and when its clock is set back.
 */
export function startSchedules(services: FiringServices, onError: (error: Error) => void): Schedules {
  let stopped = false;
  let looking = Promise.resolve();
  let isLooking = false;
  /** At the start all times are corrected: earlier clock changes are unknown. */
  let lastCheck = Infinity;
  const timer = setInterval(() => {
    if (!isLooking) void fireDue();
  }, POLL_MS);
  timer.unref();

  function fireDue(): Promise<void> {
    isLooking = true;
    const looked = looking
      .then(look)
      .catch(onError)
      .finally(() => (isLooking = looking !== looked));
    looking = looked;
    return looked;
  }

  /** One that can't be started is due again when its claim has expired. */
  async function fire(schedule: ScheduleRow): Promise<void> {
    const { db, now } = services;
    const { user_id: userId, next_at: dueAt, cron, zone } = schedule;
    if (stopped || dueAt === null || cron === null || !(await claim(db, schedule, now()))) return;
    const user = await db.selectFrom('user').selectAll().where('id', '=', userId).executeTakeFirst();
    if (user === undefined) return;
    const cause = `due ${dueAt}`;
    if (schedule.retry_at !== null) {
      const late = await giveUp(db, schedule, cause, now());
      if (late !== null && late.stopped !== null) await reportStopped(services, late.stopped, late.fault);
      if (late !== null) return;
    }
    const missed = await timesBetween(cron, zone, dueAt, now(), MOST_MISSED);
    await fireSchedule(services, user, schedule, { cause, dueAt, missed });
  }

  async function look(): Promise<void> {
    const { db, now } = services;
    const time = now();
    if (time < lastCheck - SET_BACK_MS) await correctTimes(db, time);
    lastCheck = time;
    // Concurrently: one may wait for the web.
    const due = await dueSchedules(db, now());
    await Promise.all(due.map((schedule) => fire(schedule).catch(onError)));
    for (const ended of await endedFirings(db)) {
      const { outcome, fault } = endOf(ended);
      const schedule = await noteEnd(db, ended, outcome, fault);
      if (schedule !== null && fault !== null) await reportStopped(services, schedule, fault);
    }
  }

  return {
    fireDue,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await looking;
    },
  };
}

/** A run without a printable label has failed, too. */
function endOf({ state, problem, verified, total }: EndedFiring): {
  readonly outcome: 'done' | 'cancelled' | 'failed';
  readonly fault: ScheduleFault | null;
} {
  if (state === 'cancelled') return { outcome: 'cancelled', fault: null };
  if (problem !== null) return { outcome: 'failed', fault: { problem: JSON.parse(problem) as Problem } };
  if (state === 'done' && (verified > 0 || total === 0)) return { outcome: 'done', fault: null };
  return { outcome: 'failed', fault: { message: 'run.refused', params: {} } };
}
