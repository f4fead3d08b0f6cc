import { createHash } from 'node:crypto';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { DAY_MS } from '#model/kernel/time.ts';
import { hasPrivilege, type PrivilegeServices } from '../membership/privileges.ts';
import { planOf } from '../membership/plan.ts';
import { isDuplicate } from '../core/database/faults.ts';
import { lockUser } from '../core/database/lock-user.ts';
import { newId } from '../core/database/new-id.ts';
import type { RunFileTable } from '../core/database/run-rows.ts';
import type { LabelRunRow, User } from '../core/database/tables.ts';
import { spaceLimit, usedSpace } from '../core/files/space.ts';
import { listAddedFonts } from '../content/fonts/added-fonts.ts';
import { familiesForMembers, type FontServices } from '../content/fonts/operator-fonts.ts';
import { apiError, type ApiError } from '../core/api-error.ts';
import { findTemplate } from '../templates/template-rows.ts';
import { findVersion } from '../templates/versions.ts';
import { noteRunFiles, putRunFile, type RunFile } from './run-files.ts';
import { sealWebhook, type Webhook } from './webhook.ts';
import { levelOf, orderOf } from './run-steps.ts';
import { OPEN_STATES, type Priority, type RunFont, type RunLimits, type KeptRunSettings } from './run-settings.ts';
import type { CoreServices } from '../core/services.ts';

/** The services that store a new run and its files. */
export type AddRunServices = Pick<
  CoreServices,
  'limits' | 'db' | 'blobs' | 'queue' | 'hasStorage' | 'secrets' | 'now'
> &
  PrivilegeServices;

/** The services that start a run, with the fonts that its user may use. */
export type StartRunServices = AddRunServices & FontServices;

/** The rows as received. */
export interface RowsFile {
  readonly fileName: string;
  readonly numbersFrom: 1 | 'sheet';
  readonly bytes: Uint8Array;
}

/** The zip file with the pictures of rows, as received. */
export interface PicturesFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A run request without its content. */
export interface AskedOrder {
  /** Null for a run of a schedule. */
  readonly tokenId: string | null;
  readonly priority: Priority;
  readonly webhook: Webhook | null;
  readonly idempotencyKey: string | null;
  /** SHA-256 of the whole request in canonical form. */
  readonly bodyHash: string;
}

export interface AskedRun extends AskedOrder {
  readonly templateId: string;
  /** A revision; null for the current template. */
  readonly version: number | null;
  readonly settings: Omit<KeptRunSettings, 'source' | 'fonts'>;
  /** Called once, and not where the run exists already. */
  readonly rows: () => Promise<Result<RowsFile | null, ApiError>>;
  /** Left out for none. */
  readonly pictures?: PicturesFile | null;
}

export type Started = Result<{ readonly run: LabelRunRow; readonly isNew: boolean }, ApiError>;

const RETRY_SECONDS = 10;
const INSERTED_AT_ONCE = 200;

/**
 * Starts a run, once for each idempotency key: a repeated request with the same body returns the same run, with `isNew`
 * false.
 */
export async function startRun(
  services: StartRunServices,
  user: User,
  asked: AskedRun,
  limits: RunLimits,
): Promise<Started> {
  const { db } = services;
  const before = await sameRun(services, user.id, asked);
  if (before !== null) return before;
  const template = await findTemplate(db, user.id, asked.templateId);
  if (!template.ok) return template;
  let { file_key: fileKey, revision } = template.value;
  if (asked.version !== null && asked.version !== revision) {
    const version = await findVersion(db, user.id, asked.templateId, asked.version);
    if (!version.ok) return version;
    ({ file_key: fileKey, revision } = version.value);
  }
  const full = await quotaFault(db, user.id, limits, services.now());
  if (full !== null) return err(full);
  const fetched = await asked.rows();
  if (!fetched.ok) return fetched;
  const rows = fetched.value;
  const { pictures = null } = asked;
  const settings: KeptRunSettings = {
    ...asked.settings,
    source: rows === null ? null : { fileName: rows.fileName, numbersFrom: rows.numbersFrom },
    fonts: await fontsFor(services, user),
    ...(pictures === null ? {} : { pictures: pictures.name }),
  };
  const { id, name } = template.value;
  const what = { template_id: id, template_name: name, template_revision: revision, reprint_of: null, settings };
  const fonts = settings.fonts.flatMap(({ place, file }) => (place === 'stored' ? [file] : []));
  const used: UsedFile[] = [
    { key: fileKey, role: 'original', place: 0 },
    ...fonts.map((key, i) => ({ key, role: 'font' as const, place: i + 1 })),
  ];
  return addRun(
    services,
    user,
    asked,
    what,
    { source: rows?.bytes ?? null, pictures: pictures?.bytes ?? null, used },
    limits,
  );
}

/** A file that exists already and is used by a run too. */
export interface UsedFile {
  readonly key: string;
  readonly role: RunFileTable['role'];
  readonly place: number;
}

/** The content of a run. */
type Printed = Pick<LabelRunRow, 'template_id' | 'template_name' | 'template_revision' | 'reprint_of'> & {
  readonly settings: KeptRunSettings;
};

/** The files of a run: those that came with the request, and those that exist already. */
interface RunContent {
  readonly source: Uint8Array | null;
  readonly pictures: Uint8Array | null;
  readonly used: readonly UsedFile[];
}

/** Adds a run, once for each idempotency key, if the account has space for its files. */
export async function addRun(
  services: AddRunServices,
  user: User,
  asked: AskedOrder,
  { settings, ...printed }: Printed,
  { source: bytes, pictures, used }: RunContent,
  limits: RunLimits,
): Promise<Started> {
  const { db, blobs, queue } = services;
  const time = services.now();
  const room = await spaceLimit(db, planOf(services, user, time), user.id, time);
  const needed = (bytes?.length ?? 0) + (pictures?.length ?? 0);
  if ((await usedSpace(db, user.id)) + needed > room || !(await services.hasStorage(needed))) {
    return err(apiError('refused', 'upload.spaceFull', { limit: Math.round(room / 1024 / 1024) }));
  }
  const id = newId(time);
  const row: LabelRunRow = {
    ...printed,
    id,
    user_id: user.id,
    token_id: asked.tokenId,
    settings: JSON.stringify(settings),
    format: settings.format,
    preview: settings.preview ? 1 : 0,
    state: 'planning',
    generation: 0,
    plan: null,
    total: 0,
    verified: 0,
    refused: 0,
    pages: 0,
    problem: null,
    idempotency_key: asked.idempotencyKey,
    webhook: asked.webhook === null ? null : sealWebhook(services.secrets, id, asked.webhook),
    webhook_state: asked.webhook === null ? null : 'waiting',
    body_hash: asked.bodyHash,
    paused_at: null,
    priority: asked.priority,
    made: 0,
    render_ms: 0,
    bytes: 0,
    created_at: time,
    updated_at: time,
    finished_at: null,
    put_away_at: null,
  };
  const sent: RunFile[] = [];
  if (bytes !== null) sent.push(await putRunFile(blobs, row.id, 'source', 0, bytes));
  if (pictures !== null) sent.push(await putRunFile(blobs, row.id, 'pictures', 0, pictures));
  try {
    const refused = await db.transaction().execute(async (tx) => {
      await lockUser(tx, user.id);
      const full = await quotaFault(tx, user.id, limits, time);
      if (full !== null) return full;
      await tx.insertInto('label_run').values(row).execute();
      await noteRunFiles(tx, row, sent, time);
      for (let start = 0; start < used.length; start += INSERTED_AT_ONCE) {
        const some = used.slice(start, start + INSERTED_AT_ONCE);
        await tx
          .insertInto('run_file')
          .values(some.map(({ key, role, place }) => ({ run_id: row.id, file_key: key, role, place })))
          .execute();
      }
      // A proof may read as many rows as a run: other users' runs don't wait longer for it.
      const level = settings.proof === true ? 1 : levelOf(row);
      const turn = { level, order: orderOf(row) };
      const job = { lane: 'render', groupId: row.id, userId: user.id, ...turn } as const;
      await queue.enqueue(tx, [{ ...job, data: { type: 'plan', runId: row.id } }]);
      return null;
    });
    if (refused === null) return ok({ run: row, isNew: true });
    // Of two equal concurrent requests the first may have taken the last place.
    return (await sameRun(services, user.id, asked)) ?? err(refused);
  } catch (error) {
    // The same request was made twice at once.
    const same = isDuplicate(error) ? await sameRun(services, user.id, asked) : null;
    if (same === null) throw error;
    return same;
  }
}

/** The run that was started with the same key; null for none. */
export async function sameRun(
  { db }: Pick<CoreServices, 'db'>,
  userId: string,
  { idempotencyKey: key, bodyHash }: Pick<AskedOrder, 'idempotencyKey' | 'bodyHash'>,
): Promise<Started | null> {
  if (key === null) return null;
  const run = await runOfKey(db, userId, key);
  if (run === undefined) return null;
  return run.body_hash === bodyHash
    ? ok({ run, isNew: false })
    : err(apiError('changedMeanwhile', 'run.otherBody', {}, { run: run.id }));
}

function runOfKey(db: CoreServices['db'], userId: string, key: string): Promise<LabelRunRow | undefined> {
  return db
    .selectFrom('label_run')
    .selectAll()
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
}

export function hashOf(body: string): string {
  return createHash('sha256').update(body).digest('hex');
}

/**
 * Why the user may not start a run now; null for no reason. Checked before costly work, and again where the run is
 * added. With the key of an existing run, it is that run.
 */
export async function startFault(
  { db, now }: Pick<CoreServices, 'db' | 'now'>,
  userId: string,
  idempotencyKey: string | null,
  limits: RunLimits,
): Promise<ApiError | null> {
  const full = await quotaFault(db, userId, limits, now());
  if (full === null || idempotencyKey === null) return full;
  const known = await runOfKey(db, userId, idempotencyKey);
  return known === undefined ? full : null;
}

async function quotaFault(
  tx: CoreServices['db'],
  userId: string,
  limits: RunLimits,
  time: number,
): Promise<ApiError | null> {
  const own = tx.selectFrom('label_run').where('user_id', '=', userId);
  const open = await own
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', 'in', OPEN_STATES)
    .executeTakeFirstOrThrow();
  if (Number(open.count) >= limits.openRuns) {
    return apiError('tooMany', 'run.tooManyOpen', { max: limits.openRuns, seconds: RETRY_SECONDS });
  }
  const day = await own
    .select((eb) => eb.fn.sum<number | null>('total').as('labels'))
    .where('created_at', '>', time - DAY_MS)
    .executeTakeFirstOrThrow();
  if (Number(day.labels ?? 0) >= limits.labelsPerDay) {
    return apiError('tooMany', 'run.tooManyToday', { max: limits.labelsPerDay, seconds: 3600 });
  }
  return null;
}

/**
 * All fonts that the user's labels may use, as in the browser: later ones of a family and weight replace earlier ones.
 */
async function fontsFor(
  { db, fonts, privileges, now }: Pick<CoreServices, 'db' | 'now'> & PrivilegeServices & FontServices,
  user: User,
): Promise<RunFont[]> {
  const granted = hasPrivilege(privileges, user, 'fonts', now());
  const folder = fonts.map((font) => ({ ...font, place: 'folder' as const }));
  const added = (await listAddedFonts(db)).map((font) => ({ ...font, place: 'stored' as const }));
  const membersOnly = familiesForMembers([...folder, ...added]);
  const own = await db.selectFrom('user_font').selectAll().where('user_id', '=', user.id).orderBy('id').execute();
  return [
    ...[...folder, ...added]
      .filter(({ family }) => granted || !membersOnly.has(family))
      .map(({ family, weight, italic, file, place }) => ({ family, weight, italic, file, place })),
    ...own.map(({ family, weight, italic, file_key: file }) => ({
      family,
      weight,
      italic: italic === 1,
      file,
      place: 'stored' as const,
    })),
  ];
}
