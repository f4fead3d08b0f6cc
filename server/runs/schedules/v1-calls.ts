import { Compile } from 'typebox/compile';
import { ok, type Result } from '#model/kernel/result.ts';
import type { LabelRunRow } from '../../core/database/tables.ts';
import type { ApiError } from '../../core/api-error.ts';
import {
  addSchedule,
  changeSchedule,
  deleteSchedule,
  findSchedule,
  firingsOf,
  listSchedules,
  setScheduleState,
  type ChangedSchedule,
  type NewSecrets,
} from './schedules.ts';
import { faultOf, idempotencyKey, note, type V1Context, type V1Handler } from '../../api-v1/context.ts';
import { fireSchedule, firingNow, type FiringServices } from './fire-schedule.ts';
import { sendRefused } from '../../api-v1/problem-answer.ts';
import { keptRun } from './kept-run.ts';
import type { RunInput } from '../run-input.ts';
import { runInfo } from '../run-info.ts';
import { scheduleChange, scheduleInput } from './schedule-input.ts';
import { firingInfo, scheduleInfo } from './schedule-info.ts';
import type { CoreServices } from '../../core/services.ts';

type Needed = Pick<CoreServices, 'db' | 'secrets' | 'now'>;

const SCHEDULE = Compile(scheduleInput);
const CHANGE = Compile(scheduleChange);
const USUAL_ZONE = 'UTC';

async function answerOf(
  { services, language }: V1Context<Pick<CoreServices, 'db'>>,
  changed: ChangedSchedule,
): Promise<object> {
  const [last = null] = await firingsOf(services.db, changed.schedule.id, 1);
  return { ...scheduleInfo(changed.schedule, last, language), ...secretsInfo(changed.secrets) };
}

/** Shown only once. */
function secretsInfo(secrets: NewSecrets | null): object {
  if (secrets === null) return {};
  const { secret, signing } = secrets;
  return { trigger_path: `/v1/triggers/${secret}`, ...(signing === null ? {} : { signing_key: signing }) };
}

export const schedules: V1Handler<Pick<CoreServices, 'db'>> = async ({ services, user, reply, language }) => {
  const items = await listSchedules(services.db, user.id, (one, last) => scheduleInfo(one, last, language));
  return reply.send({ items });
};

export const schedule: V1Handler<Pick<CoreServices, 'db'>> = async (context) => {
  const { services, user, reply, language, param } = context;
  const found = await findSchedule(services.db, user.id, param('id'));
  if (!found.ok) return sendRefused(reply, language, found.error);
  const info = await answerOf(context, { schedule: found.value, secrets: null });
  return reply.send({ ...info, run: JSON.parse(found.value.request) as object });
};

export const history: V1Handler<Pick<CoreServices, 'db'>> = async ({ services, user, reply, language, param }) => {
  const found = await findSchedule(services.db, user.id, param('id'));
  if (!found.ok) return sendRefused(reply, language, found.error);
  const { id, request } = found.value;
  const { template } = JSON.parse(request) as RunInput;
  const items = (await firingsOf(services.db, id)).map((firing) => firingInfo(firing, language));
  return reply.send({ id, template, items });
};

export const add: V1Handler<Needed> = async (context) => {
  const { services, user, request, reply, language } = context;
  const body = request.body ?? {};
  if (!SCHEDULE.Check(body)) return sendRefused(reply, language, faultOf(SCHEDULE, body));
  const run = await keptRun(context, body.run);
  if (!run.ok) return sendRefused(reply, language, run.error);
  const { name, cron = null, zone = USUAL_ZONE, trigger = 'none' } = body;
  const asked = { ...run.value, name: name.trim(), cron, zone, trigger, language };
  const added = await addSchedule(services, user.id, asked);
  if (!added.ok) return sendRefused(reply, language, added.error);
  const { id } = added.value.schedule;
  await note(context, 'scheduleAdded', { schedule: id });
  return reply
    .status(201)
    .header('location', `/v1/schedules/${id}`)
    .header('cache-control', 'no-store')
    .send(await answerOf(context, added.value));
};

export const change: V1Handler<Needed> = async (context) => {
  const { services, user, request, reply, language, param } = context;
  const body = request.body ?? {};
  if (!CHANGE.Check(body)) return sendRefused(reply, language, faultOf(CHANGE, body));
  const { run, name, ...others } = body;
  const kept = run === undefined ? ok({}) : await keptRun(context, run);
  if (!kept.ok) return sendRefused(reply, language, kept.error);
  const asked = { ...others, ...kept.value, ...(name === undefined ? {} : { name: name.trim() }), language };
  const changed = await changeSchedule(services, user.id, param('id'), asked);
  if (!changed.ok) return sendRefused(reply, language, changed.error);
  await note(context, 'scheduleChanged', { schedule: param('id') });
  return reply.header('cache-control', 'no-store').send(await answerOf(context, changed.value));
};

function settingState(state: 'on' | 'paused'): V1Handler<Needed> {
  return async (context) => {
    const { services, user, reply, language, param } = context;
    const set = await setScheduleState(services, user.id, param('id'), state);
    if (!set.ok) return sendRefused(reply, language, set.error);
    await note(context, 'scheduleChanged', { schedule: param('id') });
    return reply.send(await answerOf(context, { schedule: set.value, secrets: null }));
  };
}

export const pause: V1Handler<Needed> = settingState('paused');
export const resume: V1Handler<Needed> = settingState('on');

export const remove: V1Handler<Needed> = async (context) => {
  const { services, user, reply, language, param } = context;
  const deleted = await deleteSchedule(services, user.id, param('id'));
  if (!deleted.ok) return sendRefused(reply, language, deleted.error);
  await note(context, 'scheduleDeleted', { schedule: param('id') });
  return reply.send(scheduleInfo({ ...deleted.value, state: 'paused', next_at: null }, null, language));
};

/** Also while it is paused, for a trial. */
export const runNow: V1Handler<FiringServices> = async (context) => {
  const { services, user, request, reply, language, param } = context;
  const key = idempotencyKey(request);
  if (!key.ok) return sendRefused(reply, language, key.error);
  const found = await findSchedule(services.db, user.id, param('id'));
  if (!found.ok) return sendRefused(reply, language, found.error);
  return sendStarted(context, await fireSchedule(services, user, found.value, firingNow(services, 'now', key.value)));
};

export async function sendStarted(
  { services, reply, language }: Pick<V1Context<Pick<CoreServices, 'db' | 'now'>>, 'services' | 'reply' | 'language'>,
  started: Result<{ readonly run: LabelRunRow; readonly isNew: boolean }, ApiError>,
): Promise<V1Context<Pick<CoreServices, 'db' | 'now'>>['reply']> {
  if (!started.ok) return sendRefused(reply, language, started.error);
  const { run, isNew } = started.value;
  return reply
    .status(isNew ? 202 : 200)
    .header('location', `/v1/runs/${run.id}`)
    .send(await runInfo(services, run, language));
}
