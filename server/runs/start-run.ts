import { createHash } from 'node:crypto';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { isGranted } from '../accounts/privileges.ts';
import { planOf } from '../accounts/plan.ts';
import { isDuplicate } from '../database/faults.ts';
import { lockUser } from '../database/lock-user.ts';
import { newId } from '../database/new-id.ts';
import type { LabelRunRow, User } from '../database/tables.ts';
import { usedSpace } from '../files/space.ts';
import { grantedSpace } from '../files/space-grants.ts';
import { listAddedFonts } from '../fonts/added-fonts.ts';
import { refusal, type Refusal } from '../outcomes/outcome.ts';
import type { Services } from '../services.ts';
import { findTemplate } from '../templates/template-rows.ts';
import { findVersion } from '../templates/versions.ts';
import { noteRunFiles, putRunFile } from './run-files.ts';
import { sealWebhook, type Webhook } from './webhook.ts';
import { OPEN_STATES, type RunFont, type RunLimits, type RunSettings } from './run-settings.ts';

/** Rows as they came. */
export interface RowsFile {
  readonly fileName: string;
  readonly numbersFrom: 1 | 'sheet';
  readonly bytes: Uint8Array;
}

export interface AskedRun {
  readonly tokenId: string;
  readonly templateId: string;
  /** A revision; null for what the template is now. */
  readonly version: number | null;
  readonly settings: Omit<RunSettings, 'source' | 'fonts'>;
  readonly rows: RowsFile | null;
  readonly webhook: Webhook | null;
  readonly idempotencyKey: string | null;
  /** All that was asked for, in a form that is the same for the same. */
  readonly body: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const RETRY_SECONDS = 10;

/**
 * Starts a run, once for each idempotency key: asked for once more with the same body, it is the same run, which `isNew` says.
 */
export async function startRun(
  services: Services,
  user: User,
  asked: AskedRun,
  limits: RunLimits,
): Promise<Result<{ readonly run: LabelRunRow; readonly isNew: boolean }, Refusal>> {
  const { db, blobs, queue } = services;
  const bodyHash = createHash('sha256').update(asked.body).digest('hex');
  const before = await sameRun(services, user.id, asked.idempotencyKey, bodyHash);
  if (before !== null) return before;
  const template = await findTemplate(db, user.id, asked.templateId);
  if (!template.ok) return template;
  let { file_key: fileKey, revision } = template.value;
  if (asked.version !== null && asked.version !== revision) {
    const version = await findVersion(db, user.id, asked.templateId, asked.version);
    if (!version.ok) return version;
    ({ file_key: fileKey, revision } = version.value);
  }
  const time = services.now();
  const room = planOf(services, user, time).bytes + (await grantedSpace(db, user.id, time));
  const needed = asked.rows?.bytes.length ?? 0;
  if ((await usedSpace(db, user.id)) + needed > room || !(await services.hasStorage(needed))) {
    return err(refusal('refused', 'upload.spaceFull', { limit: Math.round(room / 1024 / 1024) }));
  }
  const { rows } = asked;
  const settings: RunSettings = {
    ...asked.settings,
    source: rows === null ? null : { fileName: rows.fileName, numbersFrom: rows.numbersFrom },
    fonts: await fontsFor(services, user),
  };
  const id = newId(time);
  const row: LabelRunRow = {
    id,
    user_id: user.id,
    token_id: asked.tokenId,
    template_id: asked.templateId,
    template_name: template.value.name,
    template_revision: revision,
    settings: JSON.stringify(settings),
    format: settings.format,
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
    body_hash: bodyHash,
    created_at: time,
    updated_at: time,
    finished_at: null,
  };
  const source = rows === null ? [] : [await putRunFile(blobs, row.id, 'source', 0, rows.bytes)];
  const used = [fileKey, ...settings.fonts.flatMap(({ place, file }) => (place === 'stored' ? [file] : []))];
  try {
    const refused = await db.transaction().execute(async (tx) => {
      await lockUser(tx, user.id);
      const full = await quotaFault(tx, user.id, limits, time);
      if (full !== null) return full;
      await tx.insertInto('label_run').values(row).execute();
      await noteRunFiles(tx, row, source, time);
      for (const [i, key] of used.entries()) {
        const role = i === 0 ? 'original' : 'font';
        await tx.insertInto('run_file').values({ run_id: row.id, file_key: key, role, place: i }).execute();
      }
      const level = settings.preview ? 0 : 1;
      const job = { lane: 'render', groupId: row.id, userId: user.id, level } as const;
      await queue.enqueue(tx, [{ ...job, data: { type: 'plan', runId: row.id } }]);
      return null;
    });
    if (refused === null) return ok({ run: row, isNew: true });
    // Of the same request twice at once the first may have taken the last place.
    return (await sameRun(services, user.id, asked.idempotencyKey, bodyHash)) ?? err(refused);
  } catch (error) {
    // The same request came twice at once.
    const same = isDuplicate(error) ? await sameRun(services, user.id, asked.idempotencyKey, bodyHash) : null;
    if (same === null) throw error;
    return same;
  }
}

async function sameRun(
  { db }: Services,
  userId: string,
  key: string | null,
  bodyHash: string,
): Promise<Result<{ readonly run: LabelRunRow; readonly isNew: boolean }, Refusal> | null> {
  if (key === null) return null;
  const run = await db
    .selectFrom('label_run')
    .selectAll()
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  if (run === undefined) return null;
  return run.body_hash === bodyHash
    ? ok({ run, isNew: false })
    : err(refusal('changedMeanwhile', 'run.otherBody', {}, { run: run.id }));
}

async function quotaFault(
  tx: Services['db'],
  userId: string,
  limits: RunLimits,
  time: number,
): Promise<Refusal | null> {
  const own = tx.selectFrom('label_run').where('user_id', '=', userId);
  const open = await own
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', 'in', OPEN_STATES)
    .executeTakeFirstOrThrow();
  if (Number(open.count) >= limits.openRuns) {
    return refusal('tooMany', 'run.tooManyOpen', { max: limits.openRuns, seconds: RETRY_SECONDS });
  }
  const day = await own
    .select((eb) => eb.fn.sum<number | null>('total').as('labels'))
    .where('created_at', '>', time - DAY_MS)
    .executeTakeFirstOrThrow();
  if (Number(day.labels ?? 0) >= limits.labelsPerDay) {
    return refusal('tooMany', 'run.tooManyToday', { max: limits.labelsPerDay, seconds: 3600 });
  }
  return null;
}

/** All fonts that the user's labels may use, as in the browser: later ones of a family and weight take the place of earlier ones. */
async function fontsFor({ db, fonts, privileges, now }: Services, user: User): Promise<RunFont[]> {
  const granted = isGranted(privileges, user, 'fonts', now());
  const folder = fonts.map((font) => ({ ...font, place: 'folder' as const }));
  const added = (await listAddedFonts(db)).map((font) => ({ ...font, place: 'stored' as const }));
  const own = await db.selectFrom('user_font').selectAll().where('user_id', '=', user.id).orderBy('id').execute();
  return [
    ...[...folder, ...added]
      .filter(({ members }) => granted || !members)
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
