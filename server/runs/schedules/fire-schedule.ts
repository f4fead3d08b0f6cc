import { randomUUID } from 'node:crypto';
import { ok, type Result } from '#model/kernel/result.ts';
import type { Language } from '#protocol/api.ts';
import { notify } from '../../accounts/messenger.ts';
import { audit } from '../../core/observe/audit.ts';
import type { LabelRunRow, ScheduleFiringRow, ScheduleRow, User } from '../../core/database/tables.ts';
import type { ApiError } from '../../core/api-error.ts';
import { RUN_LIMITS } from '../run-settings.ts';
import { hashOf, startRun, type RowsFile, type StartRunServices } from '../start-run.ts';
import { countFailure, faultText, MOST_FAILURES, noteFiring, type ScheduleFault } from './firings.ts';
import { localTimeIn } from './next-time.ts';
import { isPassing } from './retries.ts';
import { openWebhook } from './trigger-secret.ts';
import { settingsOf, type RunInput } from '../run-input.ts';
import { rowsOf } from '../run-rows.ts';
import { targetOf } from '../run-target.ts';
import type { CoreServices } from '../../core/services.ts';
import type { AccountServices } from '../../accounts/services.ts';
import type { QueryServices } from '../../connections/query-runner.ts';

/** The services that start a schedule's run, fetch its rows and report a stopped schedule. */
export type FiringServices = StartRunServices &
  Pick<CoreServices, 'files' | 'net'> &
  Pick<AccountServices, 'messenger'> &
  QueryServices;

/** Time for fetching rows, which has shorter limits of its own. */
const ROWS_MS = 120_000;

/** Why a schedule fires now. */
export interface Firing {
  /** Each cause fires once: `due TIME`, `now ID` or `trigger ID`. */
  readonly cause: string;
  readonly dueAt: number;
  /** How many further times have passed. */
  readonly missed: number;
  /** Content of a trigger: rows that replace its own, null for these, and a digest of them. */
  readonly given?: { readonly rows: RowsFile | null; readonly digest: string };
}

/** The cause of a firing on request. */
export function firingNow(services: Pick<CoreServices, 'now'>, way: 'now' | 'trigger', key: string | null): Firing {
  return { cause: `${way} ${key ?? randomUUID()}`, dueAt: services.now(), missed: 0 };
}

/**
 * Starts the run of a schedule, once for each cause, on any server and however often: its cause is the idempotency key.
 * A rejection is recorded as a failure, or retried if it may be temporary and there is time before the next one.
 */
export async function fireSchedule(
  services: FiringServices,
  user: User,
  schedule: ScheduleRow,
  firing: Firing,
): Promise<Result<{ readonly run: LabelRunRow; readonly isNew: boolean }, ApiError>> {
  const { db, now } = services;
  const started = await start(services, user, schedule, firing);
  // The same key with other rows is the caller's mistake, and no failure of the schedule.
  if (!started.ok && started.error.message === 'run.otherBody') return started;
  const fault: ScheduleFault | null = started.ok
    ? null
    : { message: started.error.message, params: started.error.params ?? {} };
  const row: Omit<ScheduleFiringRow, 'tries'> = {
    schedule_id: schedule.id,
    cause: firing.cause,
    due_at: firing.dueAt,
    fired_at: now(),
    missed: firing.missed,
    run_id: started.ok ? started.value.run.id : null,
    outcome: started.ok ? 'started' : 'failed',
    problem: fault === null ? null : JSON.stringify(fault),
  };
  const noted = await noteFiring(db, schedule, row, !started.ok && isPassing(started.error));
  if (fault !== null) {
    // A firing that will be retried has not failed yet.
    if (noted !== 'noted') return started;
    const stopped = await db.transaction().execute((tx) => countFailure(tx, schedule.id));
    if (stopped !== null) await reportStopped(services, stopped, fault);
  } else if (started.ok && started.value.isNew) {
    const details = { run: started.value.run.id, schedule: schedule.id };
    await audit(db, { event: 'runStarted', outcome: 'done', userId: user.id, address: '', details }, now());
  }
  return started;
}

async function start(
  services: StartRunServices & Pick<CoreServices, 'files' | 'net'> & QueryServices,
  user: User,
  schedule: ScheduleRow,
  { cause, given }: Firing,
): ReturnType<typeof startRun> {
  const input = JSON.parse(schedule.request) as RunInput;
  const target = await targetOf({ services, user }, input);
  if (!target.ok) return target;
  return startRun(
    services,
    user,
    {
      tokenId: null,
      templateId: input.template,
      version: input.version ?? null,
      settings: {
        ...settingsOf(input, target.value, services.now()),
        time: localTimeIn(schedule.zone, services.now()),
      },
      rows: async () => {
        const rows = given?.rows ?? null;
        return rows === null ? rowsOf({ services, user, disconnected: AbortSignal.timeout(ROWS_MS) }, input) : ok(rows);
      },
      priority: input.priority ?? 'normal',
      webhook: schedule.webhook === null ? null : openWebhook(services.secrets, schedule.id, schedule.webhook),
      // A program's key has no space in it.
      idempotencyKey: `schedule ${schedule.id} ${cause}`,
      bodyHash: hashOf(`${cause} ${given?.digest ?? hashOf('null')}`),
    },
    RUN_LIMITS,
  );
}

/** Sends a message to the owner of a stopped schedule, if a confirmed address is known. */
export async function reportStopped(
  services: Pick<CoreServices, 'db' | 'now'> & Pick<AccountServices, 'messenger'>,
  schedule: ScheduleRow,
  fault: ScheduleFault,
): Promise<void> {
  const { db, messenger, now } = services;
  const { id, user_id: userId, name } = schedule;
  const details = { schedule: id, count: MOST_FAILURES };
  await audit(db, { event: 'scheduleStopped', outcome: 'done', userId, address: '', details }, now());
  const user = await db.selectFrom('user').selectAll().where('id', '=', userId).executeTakeFirst();
  if (user === undefined || user.email === null || user.email_key === null || user.email_verified_at === null) return;
  const language = schedule.language as Language;
  const why = faultText(language, JSON.stringify(fault)).detail;
  const note = {
    subject: 'schedule.stoppedSubject',
    text: 'schedule.stoppedText',
    params: { name, count: MOST_FAILURES, why },
  } as const;
  await notify(messenger, { kind: 'email', address: user.email, key: user.email_key }, note, language);
}
