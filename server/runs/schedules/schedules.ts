import { err, ok, type Result } from '#model/kernel/result.ts';
import { DAY_MS } from '#model/kernel/time.ts';
import { MIN_SCHEDULE_MINUTES, type Language, type ScheduleTrigger } from '#protocol/api.ts';
import { newSecretToken, tokenHash } from '../../core/secret-token.ts';
import { lockUser } from '../../core/database/lock-user.ts';
import { newId } from '../../core/database/new-id.ts';
import type { Db } from '../../core/database/open-database.ts';
import type { ScheduleFiringRow, ScheduleRow } from '../../core/database/tables.ts';
import { invalid, apiError, type ApiError } from '../../core/api-error.ts';
import type { Webhook } from '../webhook.ts';
import { isTooOften, isZone, nextTime } from './next-time.ts';
import { newSigningKey, sealSigningKey, sealWebhook } from './trigger-secret.ts';
import type { CoreServices } from '../../core/services.ts';

/** Most schedules of one account. */
const MOST_SCHEDULES = 100;
const HISTORY_SIZE = 50;
const HISTORY_MS = 30 * DAY_MS;
const TRIGGER_PREFIX = 'lwh_';

type Needed = Pick<CoreServices, 'db' | 'secrets' | 'now'>;

/** How a schedule may be triggered. */
type TriggerKind = ScheduleTrigger;

export function triggerKindOf({ secret_hash: hash, signing }: ScheduleRow): TriggerKind {
  if (hash === null) return 'none';
  return signing === null ? 'open' : 'signed';
}

export interface AskedSchedule {
  readonly name: string;
  /** The request of its runs, as JSON. */
  readonly request: string;
  readonly webhook: Webhook | null;
  readonly cron: string | null;
  readonly zone: string;
  readonly trigger: TriggerKind;
  readonly language: Language;
}

/** Secrets that are shown once, and stored as a digest or sealed. */
export interface NewSecrets {
  /** The last part of the trigger's address. */
  readonly secret: string;
  /** `whsec_` and base64; null for unsigned triggers. */
  readonly signing: string | null;
}

export interface ChangedSchedule {
  readonly schedule: ScheduleRow;
  readonly secrets: NewSecrets | null;
}

export async function findSchedule(db: Db, userId: string, id: string): Promise<Result<ScheduleRow, ApiError>> {
  const row = await db
    .selectFrom('schedule')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row === undefined ? err(apiError('notFound', 'schedule.notFound')) : ok(row);
}

/** The results of `show` for the user's schedules, newest first. One at a time: each may hold a megabyte of rows. */
export async function listSchedules<T>(
  db: Db,
  userId: string,
  show: (schedule: ScheduleRow, last: ScheduleFiringRow | null) => T | Promise<T>,
): Promise<T[]> {
  const ids = await db
    .selectFrom('schedule')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const shown: T[] = [];
  for (const { id } of ids) {
    const schedule = await findSchedule(db, userId, id);
    const [last = null] = await firingsOf(db, id, 1);
    // One that was deleted meanwhile is skipped.
    if (schedule.ok) shown.push(await show(schedule.value, last));
  }
  return shown;
}

/** The firings of a schedule, latest first. */
export function firingsOf(db: Db, id: string, most: number = HISTORY_SIZE): Promise<ScheduleFiringRow[]> {
  return db
    .selectFrom('schedule_firing')
    .selectAll()
    .where('schedule_id', '=', id)
    .orderBy('fired_at', 'desc')
    .orderBy('cause', 'desc')
    .limit(most)
    .execute();
}

function timesFault(asked: Pick<AskedSchedule, 'cron' | 'zone' | 'trigger'>, time: number): ApiError | null {
  const { cron, zone, trigger } = asked;
  if (!isZone(zone)) return invalid('zone', 'schedule.badZone');
  if (cron === null) return trigger === 'none' ? invalid('cron', 'schedule.badTimes') : null;
  return nextTime(cron, zone, time) === null ? invalid('cron', 'schedule.badTimes') : null;
}

/** Null if its times are far enough apart. */
export function distanceFault(cron: string | null): ApiError | null {
  if (cron === null || !isTooOften(cron)) return null;
  return invalid('cron', 'schedule.tooOften', { minutes: MIN_SCHEDULE_MINUTES });
}

export async function addSchedule(
  { db, secrets: box, now }: Needed,
  userId: string,
  asked: AskedSchedule,
): Promise<Result<ChangedSchedule, ApiError>> {
  const time = now();
  const fault = timesFault(asked, time) ?? distanceFault(asked.cron);
  if (fault !== null) return err(fault);
  const id = newId(time);
  const secrets = asked.trigger === 'none' ? null : newSecrets(asked.trigger);
  const { name, request, cron, zone, language } = asked;
  const schedule: ScheduleRow = {
    id,
    user_id: userId,
    name,
    request,
    webhook: asked.webhook === null ? null : sealWebhook(box, id, asked.webhook),
    language,
    cron,
    zone,
    state: 'on',
    next_at: cron === null ? null : nextTime(cron, zone, time),
    retry_at: null,
    claimed_until: null,
    failures: 0,
    secret_hash: secrets === null ? null : tokenHash(secrets.secret),
    signing: sealedKey(box, id, secrets),
    created_at: time,
    updated_at: time,
  };
  return db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    const { count } = await tx
      .selectFrom('schedule')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= MOST_SCHEDULES) return err(apiError('refused', 'schedule.tooMany', { max: MOST_SCHEDULES }));
    await tx.insertInto('schedule').values(schedule).execute();
    return ok({ schedule, secrets });
  });
}

/** Absent fields stay unchanged. A `trigger` sets a new address, and revokes the previous one. */
export async function changeSchedule(
  { db, secrets: box, now }: Needed,
  userId: string,
  id: string,
  asked: Partial<AskedSchedule>,
): Promise<Result<ChangedSchedule, ApiError>> {
  const time = now();
  return db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    const found = await findSchedule(tx, userId, id);
    if (!found.ok) return found;
    const old = found.value;
    const { cron = old.cron, zone = old.zone } = asked;
    const kept: TriggerKind = old.secret_hash === null ? 'none' : 'open';
    // A schedule from before the minimum distance may keep its times: those too close are skipped.
    const distance = cron === old.cron ? null : distanceFault(cron);
    const fault = timesFault({ cron, zone, trigger: asked.trigger ?? kept }, time) ?? distance;
    if (fault !== null) return err(fault);
    const { trigger } = asked;
    const secrets = trigger === undefined || trigger === 'none' ? null : newSecrets(trigger);
    const set = {
      name: asked.name ?? old.name,
      request: asked.request ?? old.request,
      ...(asked.webhook === undefined
        ? {}
        : { webhook: asked.webhook === null ? null : sealWebhook(box, id, asked.webhook) }),
      language: asked.language ?? old.language,
      cron,
      zone,
      next_at: cron === null || old.state !== 'on' ? null : nextTime(cron, zone, time),
      retry_at: null,
      ...(trigger === undefined
        ? {}
        : {
            secret_hash: secrets === null ? null : tokenHash(secrets.secret),
            signing: sealedKey(box, id, secrets),
          }),
      updated_at: time,
    };
    await tx.updateTable('schedule').set(set).where('id', '=', id).execute();
    return ok({ schedule: { ...old, ...set }, secrets });
  });
}

/** A paused schedule does nothing; a resumed one begins with its next time, and without failures. */
export async function setScheduleState(
  { db, now }: Needed,
  userId: string,
  id: string,
  state: 'on' | 'paused',
): Promise<Result<ScheduleRow, ApiError>> {
  const time = now();
  return db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    const found = await findSchedule(tx, userId, id);
    if (!found.ok || found.value.state === state) return found;
    const { cron, zone } = found.value;
    const next = state === 'on' && cron !== null ? nextTime(cron, zone, time) : null;
    const set = { state, next_at: next, retry_at: null, claimed_until: null, failures: 0, updated_at: time };
    await tx.updateTable('schedule').set(set).where('id', '=', id).execute();
    return ok({ ...found.value, ...set });
  });
}

/** Deletes a schedule; its runs are kept. */
export async function deleteSchedule(
  { db }: Needed,
  userId: string,
  id: string,
): Promise<Result<ScheduleRow, ApiError>> {
  const deleted = await db
    .deleteFrom('schedule')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();
  return deleted === undefined ? err(apiError('notFound', 'schedule.notFound')) : ok(deleted);
}

/** The schedule of a trigger address; null for none. */
export async function findTriggered(db: Db, secret: string): Promise<ScheduleRow | null> {
  if (!secret.startsWith(TRIGGER_PREFIX)) return null;
  const row = await db
    .selectFrom('schedule')
    .selectAll()
    .where('secret_hash', '=', tokenHash(secret))
    .executeTakeFirst();
  return row ?? null;
}

function sealedKey(box: Needed['secrets'], id: string, secrets: NewSecrets | null): string | null {
  return secrets === null || secrets.signing === null ? null : sealSigningKey(box, id, secrets.signing);
}

function newSecrets(trigger: Exclude<TriggerKind, 'none'>): NewSecrets {
  return { secret: TRIGGER_PREFIX + newSecretToken(), signing: trigger === 'signed' ? newSigningKey() : null };
}

/** Deletes firings after a month. */
export async function cleanFirings({ db, now }: Pick<CoreServices, 'db' | 'now'>): Promise<void> {
  await db
    .deleteFrom('schedule_firing')
    .where('fired_at', '<=', now() - HISTORY_MS)
    .execute();
}
