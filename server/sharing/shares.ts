import { randomBytes } from 'node:crypto';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { DAY_MS } from '#model/kernel/time.ts';
import {
  SHARE_LIMITS,
  SHARE_PARAMETER,
  SHARED_FILE_PATH,
  SHARED_PICTURE_PATH,
  type AddedShare,
  type AddShareInput,
  type PublicShare,
  type SharedTemplate,
  type ShareList,
  type ShareListInput,
  type TemplateShare,
} from '#protocol/api.ts';
import type { Selectable } from 'kysely';
import { tokenHash } from '../core/secret-token.ts';
import { lockUser } from '../core/database/lock-user.ts';
import { newId } from '../core/database/new-id.ts';
import type { Db } from '../core/database/open-database.ts';
import type { TemplateShareTable } from '../core/database/content-rows.ts';
import type { TemplateRow } from '../core/database/tables.ts';
import { apiError, type ApiError } from '../core/api-error.ts';
import { findTemplate } from '../templates/template-rows.ts';
import { isoOf } from '../core/iso-time.ts';

const SECRET_BYTES = 16;
const DEFAULT_PAGE_SIZE = 20;

type ShareRow = Selectable<TemplateShareTable>;

/** Creates a link to a template of the user's. The secret is returned only this once: the database keeps its digest. */
export function addShare(
  db: Db,
  userId: string,
  { id: templateId, right, days, anyone = false }: AddShareInput,
  now: number,
): Promise<Result<AddedShare, ApiError>> {
  return db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    const template = await findTemplate(tx, userId, templateId);
    if (!template.ok) return template;
    await dropEnded(tx, userId, now);
    const { count } = await tx
      .selectFrom('template_share')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    const max = SHARE_LIMITS.links;
    if (Number(count) >= max) return err(apiError('refused', 'share.tooMany', { max }));
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const row: ShareRow = {
      id: newId(now),
      user_id: userId,
      template_id: templateId,
      secret_hash: tokenHash(secret),
      grants: right,
      is_public: anyone ? 1 : 0,
      created_at: now,
      expires_at: days === undefined ? null : now + days * DAY_MS,
      open_count: 0,
      copy_count: 0,
    };
    await tx.insertInto('template_share').values(row).execute();
    return ok({ ...shown(row, template.value.name), secret });
  });
}

/** The user's valid links, newest first. Those to templates in the trash open nothing, and are not listed. */
export async function listShares(db: Db, userId: string, input: ShareListInput, now: number): Promise<ShareList> {
  const own = db
    .selectFrom('template_share')
    .innerJoin('template', 'template.id', 'template_share.template_id')
    .where('template_share.user_id', '=', userId)
    .where('template.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]));
  const { count } = await own.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const size = input.size ?? DEFAULT_PAGE_SIZE;
  const rows = await own
    .selectAll('template_share')
    .select('template.name')
    .orderBy('template_share.created_at', 'desc')
    .orderBy('template_share.id', 'desc')
    .limit(size)
    .offset(((input.page ?? 1) - 1) * size)
    .execute();
  return { list: rows.map((row) => shown(row, row.name)), count: Number(count) };
}

export async function endShare(db: Db, userId: string, id: string): Promise<Result<null, ApiError>> {
  const { numDeletedRows } = await db
    .deleteFrom('template_share')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows === 0n ? err(NO_SHARE) : ok(null);
}

/** A valid link with its template. */
export interface FoundShare {
  readonly share: ShareRow;
  readonly template: TemplateRow;
  readonly nickname: string;
}

/** The template of the link with that secret; null for an expired or unknown one. Its owner must not be blocked. */
export async function findShare(db: Db, secret: string, now: number): Promise<FoundShare | null> {
  const share = await db
    .selectFrom('template_share')
    .selectAll()
    .where('secret_hash', '=', tokenHash(secret))
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirst();
  if (share === undefined) return null;
  const owner = await db
    .selectFrom('user')
    .select('nickname')
    .where('id', '=', share.user_id)
    .where('blocked_at', 'is', null)
    .executeTakeFirst();
  const template = await findTemplate(db, share.user_id, share.template_id);
  return owner === undefined || !template.ok ? null : { share, template: template.value, nickname: owner.nickname };
}

/** Shows a link's template, and counts openings by others than its owner. */
export async function openShare(
  db: Db,
  viewerId: string,
  secret: string,
  now: number,
): Promise<Result<SharedTemplate, ApiError>> {
  const found = await findShare(db, secret, now);
  if (found === null) return err(NO_SHARE);
  const { share, template, nickname } = found;
  const own = share.user_id === viewerId;
  if (!own) await countShare(db, share.id, 'open_count');
  const query = shareQuery(secret);
  return ok({
    template_id: template.id,
    revision: template.revision,
    name: template.name,
    width: template.width_mm,
    height: template.height_mm,
    nickname,
    right: share.grants,
    own,
    file: SHARED_FILE_PATH + query,
    image: template.preview_key === null ? '' : SHARED_PICTURE_PATH + query,
    blanks: template.blank_count,
    expires: isoOf(share.expires_at),
  });
}

/** The same for a public link; null for every other one, valid or not. */
export async function findPublicShare(db: Db, secret: string, now: number): Promise<FoundShare | null> {
  const found = await findShare(db, secret, now);
  return found?.share.is_public === 1 ? found : null;
}

/** Shows a public link's template to a visitor, with or without an account, and counts the opening. */
export async function openPublicShare(db: Db, secret: string, now: number): Promise<Result<PublicShare, ApiError>> {
  const found = await findPublicShare(db, secret, now);
  if (found === null) return err(NO_SHARE);
  const { share, template, nickname } = found;
  await countShare(db, share.id, 'open_count');
  return ok({
    name: template.name,
    width: template.width_mm,
    height: template.height_mm,
    nickname,
    right: share.grants,
    image: template.preview_key === null ? '' : SHARED_PICTURE_PATH + shareQuery(secret),
    expires: isoOf(share.expires_at),
  });
}

function shareQuery(secret: string): string {
  return `?${new URLSearchParams({ [SHARE_PARAMETER]: secret }).toString()}`;
}

export async function countShare(db: Db, id: string, column: 'open_count' | 'copy_count'): Promise<void> {
  await db
    .updateTable('template_share')
    .set((eb) => ({ [column]: eb(column, '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Deletes expired links of one user, or of all. */
export async function dropEnded(db: Db, userId: string | null, now: number): Promise<void> {
  const ended = db.deleteFrom('template_share').where('expires_at', '<=', now);
  await (userId === null ? ended : ended.where('user_id', '=', userId)).execute();
}

function shown(row: ShareRow, name: string): TemplateShare {
  return {
    id: row.id,
    template_id: row.template_id,
    name,
    right: row.grants,
    anyone: row.is_public === 1,
    created: isoOf(row.created_at),
    expires: isoOf(row.expires_at),
    opened: row.open_count,
    copied: row.copy_count,
  };
}

export const NO_SHARE: ApiError = apiError('notFound', 'share.notFound');
