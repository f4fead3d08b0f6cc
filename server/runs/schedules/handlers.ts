import { err, ok } from '#model/kernel/result.ts';
import type { Language, ScheduleCalls, ScheduleInfo } from '#protocol/api.ts';
import { fireSchedule, firingNow, type FiringServices } from './fire-schedule.ts';
import { findPrinter } from '../../assistants/printers.ts';
import { keptRun } from './kept-run.ts';
import type { RunInput } from '../run-input.ts';
import { formOf, requestOf } from './schedule-form.ts';
import type { Db } from '../../core/database/open-database.ts';
import type { ScheduleFiringRow, ScheduleRow } from '../../core/database/tables.ts';
import type { Handlers } from '../../http/call.ts';
import { faultText } from './firings.ts';
import { isZone, nextTime } from './next-time.ts';
import {
  addSchedule,
  changeSchedule,
  deleteSchedule,
  distanceFault,
  findSchedule,
  firingsOf,
  listSchedules,
  setScheduleState,
  triggerKindOf,
} from './schedules.ts';
import { invalid } from '../../core/api-error.ts';
import { isoOf } from '../../core/iso-time.ts';

/** Number of next times shown before a schedule is saved. */
const SHOWN_TIMES = 3;

/** Handlers for schedules, which their owner creates on a screen or with a program. */
export const scheduleHandlers: Pick<Handlers<FiringServices>, keyof ScheduleCalls> = {
  async getSchedule({ db, user, language }, { id }) {
    const found = await findSchedule(db, user.id, id);
    if (!found.ok) return found;
    const [last = null] = await firingsOf(db, id, 1);
    const run = formOf(JSON.parse(found.value.request) as RunInput);
    return ok({ schedule: await infoOf(db, found.value, last, language), run });
  },
  async saveSchedule(context, { id, name, cron, zone, trigger, new_address: isRenewed, run }) {
    const { db, user, language } = context;
    const found = id === undefined ? null : await findSchedule(db, user.id, id);
    if (found !== null && !found.ok) return found;
    const old = found?.value ?? null;
    const before = old === null ? null : (JSON.parse(old.request) as RunInput);
    const kept = await keptRun({ services: context, user }, requestOf(run, before));
    if (!kept.ok) return kept;
    const { request } = kept.value;
    const asked = { name: name.trim(), request, cron: cron.trim() === '' ? null : cron.trim(), zone, language };
    // An unchanged address is not returned again, and a program has set the webhook.
    const isKept = old !== null && !isRenewed && triggerKindOf(old) === trigger;
    const saved =
      old === null
        ? await addSchedule(context, user.id, { ...asked, trigger, webhook: null })
        : await changeSchedule(context, user.id, old.id, isKept ? asked : { ...asked, trigger });
    if (!saved.ok) return saved;
    const { schedule, secrets } = saved.value;
    return ok({
      id: schedule.id,
      trigger_path: secrets === null ? '' : `/v1/triggers/${secrets.secret}`,
      signing_key: secrets?.signing ?? '',
    });
  },
  async scheduleTimes({ time }, { cron, zone }) {
    if (!isZone(zone)) return err(invalid('zone', 'schedule.badZone'));
    const times: string[] = [];
    let next = nextTime(cron, zone, time);
    if (next === null) return err(invalid('cron', 'schedule.badTimes'));
    const tooOften = distanceFault(cron);
    if (tooOften !== null) return err(tooOften);
    for (; next !== null && times.length < SHOWN_TIMES; next = nextTime(cron, zone, next)) {
      times.push(new Date(next).toISOString());
    }
    return ok({ times });
  },
  async scheduleList({ db, user, language }) {
    const list = await listSchedules(db, user.id, (schedule, last) => infoOf(db, schedule, last, language));
    return ok({ list, count: list.length });
  },
  async setSchedulePaused(context, { id, paused }) {
    const set = await setScheduleState(context, context.user.id, id, paused ? 'paused' : 'on');
    return set.ok ? ok(null) : set;
  },
  async delSchedule(context, { id }) {
    const deleted = await deleteSchedule(context, context.user.id, id);
    return deleted.ok ? ok(null) : deleted;
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
  const { template, format = '', printer = '' } = JSON.parse(schedule.request) as RunInput;
  const named = await db
    .selectFrom('template')
    .select('name')
    .where('id', '=', template)
    .where('user_id', '=', schedule.user_id)
    .where('trashed_name', 'is', null)
    .executeTakeFirst();
  const found = printer === '' ? null : await findPrinter(db, schedule.user_id, printer);
  const why = last?.problem ?? null;
  return {
    id: schedule.id,
    name: schedule.name,
    state: schedule.state,
    cron: schedule.cron ?? '',
    zone: schedule.zone,
    next_time: isoOf(schedule.next_at === null ? null : (schedule.retry_at ?? schedule.next_at)),
    retrying: schedule.retry_at !== null,
    triggered: schedule.secret_hash !== null,
    trigger: triggerKindOf(schedule),
    template: named?.name ?? '',
    format,
    printer: found?.name ?? '',
    last_time: isoOf(last?.fired_at ?? null),
    last_outcome: last?.outcome ?? '',
    last_problem: why === null ? '' : faultText(language, why).detail,
    missed: last?.missed ?? 0,
    tries: last?.tries ?? 0,
  };
}
