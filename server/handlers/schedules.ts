import { err, ok } from '#model/kernel/result.ts';
import type { Language, ScheduleInfo } from '#protocol/api.ts';
import { fireSchedule, firingNow } from '../api-v1/fire-schedule.ts';
import type { Db } from '../database/open-database.ts';
import type { ScheduleFiringRow, ScheduleRow } from '../database/tables.ts';
import type { Handlers } from '../http/call-route.ts';
import { faultText } from '../schedules/firings.ts';
import { deleteSchedule, findSchedule, listSchedules, setScheduleState } from '../schedules/schedules.ts';

/** Schedules, which programs make and their owner looks after. */
export const scheduleHandlers: Pick<Handlers, 'scheduleList' | 'setSchedulePaused' | 'delSchedule' | 'runSchedule'> = {
  async scheduleList({ db, user, language }) {
    const found = await listSchedules(db, user.id);
    const list = await Promise.all(found.map(({ schedule, last }) => infoOf(db, schedule, last, language)));
    return ok({ list, count: list.length });
  },
  async setSchedulePaused(context, { id, paused }) {
    const set = await setScheduleState(context, context.user.id, id, paused ? 'paused' : 'on');
    return set.ok ? ok(null) : set;
  },
  async delSchedule(context, { id }) {
    const gone = await deleteSchedule(context, context.user.id, id);
    return gone.ok ? ok(null) : gone;
  },
  async runSchedule(context, { id }) {
    const { db, user } = context;
    const found = await findSchedule(db, user.id, id);
    if (!found.ok) return found;
    const started = await fireSchedule(context, user, found.value, firingNow(context, 'now', null));
    return started.ok ? ok({ run: started.value.run.id }) : err(started.error);
  },
};

async function infoOf(
  db: Db,
  schedule: ScheduleRow,
  last: ScheduleFiringRow | null,
  language: Language,
): Promise<ScheduleInfo> {
  const { template, format } = JSON.parse(schedule.request) as { readonly template: string; readonly format: string };
  const named = await db
    .selectFrom('template')
    .select('name')
    .where('id', '=', template)
    .where('user_id', '=', schedule.user_id)
    .where('trashed_name', 'is', null)
    .executeTakeFirst();
  const iso = (time: number | null): string => (time === null ? '' : new Date(Number(time)).toISOString());
  const why = last?.problem ?? null;
  return {
    id: schedule.id,
    name: schedule.name,
    state: schedule.state,
    cron: schedule.cron ?? '',
    zone: schedule.zone,
    next_time: iso(schedule.next_at),
    triggered: schedule.secret_hash !== null,
    template: named?.name ?? '',
    format,
    last_time: iso(last?.fired_at ?? null),
    last_outcome: last?.outcome ?? '',
    last_problem: why === null ? '' : faultText(language, why).detail,
    missed: last?.missed ?? 0,
  };
}
