import { sql } from 'kysely';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { DAY_MS } from '#model/kernel/time.ts';
import {
  TRASH_DAYS,
  type ChosenAnswer,
  type ChosenTemplates,
  type TrashedTemplate,
  type TrashList,
  type TrashListInput,
} from '#protocol/api.ts';
import { lockUser } from '../core/database/lock-user.ts';
import type { Db } from '../core/database/open-database.ts';
import type { TemplateRow } from '../core/database/tables.ts';
import { apiError, type ApiError } from '../core/api-error.ts';
import { readFolderNames } from './free-name.ts';
import { batches, BATCH, giveNames, inTransaction, type Named } from './placing.ts';
import { templateInfoOf } from './template-rows.ts';
import type { CoreServices } from '../core/services.ts';

const LIFETIME_MS = TRASH_DAYS * DAY_MS;
const DEFAULT_PAGE_SIZE = 20;

/** Moves templates to the trash, in one statement. Their names become free. */
export async function trashTemplates(
  db: Db,
  userId: string,
  ids: readonly string[],
  time: number,
): Promise<Result<ChosenAnswer, ApiError>> {
  const { numUpdatedRows } = await db
    .updateTable('template')
    .set((eb) => ({ trashed_name: eb.ref('name'), name: sql<string>`'/' || id`, deleted_at: time }))
    .where('id', 'in', ids)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 0n ? err(NOT_FOUND) : ok({ count: Number(numUpdatedRows) });
}

/** One page of the trash, last deleted first, and the size that emptying it would free. */
export async function listTrash(db: Db, userId: string, { page, size }: TrashListInput): Promise<TrashList> {
  const own = db.selectFrom('template').where('user_id', '=', userId).where('deleted_at', 'is not', null);
  const rows = await own
    .selectAll()
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(size ?? DEFAULT_PAGE_SIZE)
    .offset(((page ?? 1) - 1) * (size ?? DEFAULT_PAGE_SIZE))
    .execute();
  const { count } = await own.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return { list: rows.map(trashedOf), count: Number(count), bytes: await trashBytes(db, userId) };
}

/** Restores templates from the trash to their folders. If a name is taken there, under a free one. */
export function restoreTemplates(
  { db }: Pick<CoreServices, 'db'>,
  userId: string,
  ids: readonly string[],
): Promise<Result<ChosenTemplates, ApiError>> {
  return inTransaction(db, async (tx) => {
    await lockUser(tx, userId);
    const rows = await tx
      .selectFrom('template')
      .select(['id', 'folder_id', 'trashed_name'])
      .where('id', 'in', ids)
      .where('user_id', '=', userId)
      .where('deleted_at', 'is not', null)
      .orderBy('deleted_at', 'desc')
      .orderBy('id')
      .execute();
    if (rows.length === 0) return err(NOT_FOUND);
    for (const [folderId, group] of Map.groupBy(rows, (row) => row.folder_id)) {
      await restoreInto(
        tx,
        folderId,
        group.map((row) => ({ id: row.id, name: row.trashed_name ?? row.id })),
      );
    }
    const restored = await tx
      .selectFrom('template')
      .selectAll()
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute();
    return ok({ list: restored.map(templateInfoOf), count: restored.length });
  });
}

async function restoreInto(tx: Db, folderId: string, rows: readonly Named[]): Promise<void> {
  const names = await readFolderNames(tx, folderId);
  const placed = rows.map(({ id, name }) => ({ id, name: names.place(name) }));
  await giveNames(tx, placed, sql`deleted_at = null, trashed_name = null`);
}

/** Deletes templates in the user's trash permanently. */
export async function deleteTrashed(
  services: Pick<CoreServices, 'db' | 'files'>,
  userId: string,
  ids: readonly string[],
): Promise<Result<ChosenAnswer, ApiError>> {
  let count = 0;
  for (const some of batches(ids)) count += await removeSome(services, { userId, ids: some });
  return count === 0 ? err(NOT_FOUND) : ok({ count });
}

/** Deletes the current contents of the user's trash permanently. Templates that are added meanwhile are kept. */
export async function emptyTrash(
  services: Pick<CoreServices, 'db' | 'files'>,
  userId: string,
  time: number,
): Promise<void> {
  for (;;) if ((await removeSome(services, { userId, until: time })) === 0) return;
}

/** Deletes expired templates in all users' trash permanently. Several processes may do this at once. */
export async function cleanTrash(services: Pick<CoreServices, 'db' | 'files' | 'now'>): Promise<void> {
  for (;;) if ((await removeSome(services, { until: services.now() - LIFETIME_MS })) === 0) return;
}

interface Which {
  readonly userId?: string;
  readonly ids?: readonly string[];
  /** In the trash since then or longer; milliseconds since 1970. */
  readonly until?: number;
}

/**
 * Deletes a batch of templates in the trash, and their unused files. Returns their number. One that was restored
 * meanwhile is not deleted.
 */
async function removeSome(
  { db, files }: Pick<CoreServices, 'db' | 'files'>,
  { userId, ids, until }: Which,
): Promise<number> {
  const { disconnected, keys } = await db.transaction().execute(async (tx) => {
    let found = tx.selectFrom('template').select('id').where('deleted_at', 'is not', null);
    if (userId !== undefined) found = found.where('user_id', '=', userId);
    if (ids !== undefined) found = found.where('id', 'in', ids);
    if (until !== undefined) found = found.where('deleted_at', '<=', until);
    const some = (await found.limit(BATCH).execute()).map(({ id }) => id);
    if (some.length === 0) return { disconnected: [], keys: [] };
    const versions = await tx
      .selectFrom('template_version')
      .select(['file_key', 'preview_key'])
      .where('template_id', 'in', some)
      .execute();
    const drafts = await tx.selectFrom('template_draft').select('file_key').where('template_id', 'in', some).execute();
    const rows = await tx
      .deleteFrom('template')
      .where('id', 'in', some)
      .where('deleted_at', 'is not', null)
      .returning(['file_key', 'preview_key'])
      .execute();
    const keys = [...rows, ...versions].flatMap((row) => [row.file_key, row.preview_key]);
    return { disconnected: rows, keys: [...keys, ...drafts.map((row) => row.file_key)] };
  });
  await files.drop(keys);
  return disconnected.length;
}

/** Size of the files that only templates in the trash use. */
async function trashBytes(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number | null }>`
    select sum(bytes) as bytes from stored_file
    where key in (
      select file_key from template where user_id = ${userId} and deleted_at is not null
      union select preview_key from template where user_id = ${userId} and deleted_at is not null
      union select v.file_key from template_version v join template t on t.id = v.template_id
        where t.user_id = ${userId} and t.deleted_at is not null
      union select v.preview_key from template_version v join template t on t.id = v.template_id
        where t.user_id = ${userId} and t.deleted_at is not null
      union select d.file_key from template_draft d join template t on t.id = d.template_id
        where t.user_id = ${userId} and t.deleted_at is not null
    )
    and not exists (select 1 from template t where t.file_key = stored_file.key and t.deleted_at is null)
    and not exists (select 1 from template t where t.preview_key = stored_file.key and t.deleted_at is null)`.execute(
    db,
  );
  return Number(rows[0]?.bytes ?? 0);
}

function trashedOf(row: TemplateRow): TrashedTemplate {
  const deletedAt = row.deleted_at ?? 0;
  return {
    ...templateInfoOf({ ...row, name: row.trashed_name ?? row.name }),
    delete_time: new Date(deletedAt).toISOString(),
    expire_time: new Date(deletedAt + LIFETIME_MS).toISOString(),
  };
}

const NOT_FOUND = apiError('notFound', 'template.notFound');
