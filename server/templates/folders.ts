import { err, ok, type Result } from '#model/kernel/result.ts';
import type { Folder, FolderList } from '#protocol/api.ts';
import { lockUser } from '../core/database/lock-user.ts';
import { newId } from '../core/database/new-id.ts';
import { isDuplicate, type Db } from '../core/database/open-database.ts';
import { invalid, apiError, type ApiError } from '../core/api-error.ts';
import { refuseName, tidyName } from '../core/names.ts';

/** The folders by time of creation, each with its number of templates: one query. */
export async function listFolders(db: Db, userId: string): Promise<FolderList> {
  const rows = await db
    .selectFrom('folder')
    .leftJoin('template', 'template.folder_id', 'folder.id')
    .select((eb) => [
      'folder.id',
      'folder.name',
      eb.fn.count<number>('template.id').as('all'),
      eb.fn.count<number>('template.deleted_at').as('trashed'),
    ])
    .where('folder.user_id', '=', userId)
    .groupBy(['folder.id', 'folder.name', 'folder.created_at'])
    .orderBy('folder.created_at')
    .orderBy('folder.id')
    .execute();
  const list = rows.map(({ id, name, all, trashed }) => ({ id, name, num: Number(all) - Number(trashed) }));
  const trash = rows.reduce((sum, { trashed }) => sum + Number(trashed), 0);
  return { list, count: list.length, trash_num: trash };
}

/** Adds a folder, unless the account has reached its limit; null for no limit. */
export async function addFolder(
  db: Db,
  userId: string,
  wanted: string,
  now: number,
  max: number | null,
): Promise<Result<Folder, ApiError>> {
  const fault = refuseName(wanted);
  if (fault !== null) return err(fault);
  const folder = { id: newId(now), name: tidyName(wanted) };
  return saving(() =>
    db.transaction().execute(async (tx) => {
      await lockUser(tx, userId);
      if (max !== null && (await countFolders(tx, userId)) >= max) {
        return err(apiError('refused', 'folder.tooMany', { max }));
      }
      await tx
        .insertInto('folder')
        .values({ ...folder, user_id: userId, created_at: now })
        .execute();
      return ok(folder);
    }),
  );
}

async function countFolders(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('folder')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function renameFolder(
  db: Db,
  userId: string,
  id: string,
  wanted: string,
): Promise<Result<Folder, ApiError>> {
  const found = await findFolder(db, userId, id);
  if (!found.ok || id === '') return err(apiError('notFound', 'folder.notFound'));
  const fault = refuseName(wanted);
  if (fault !== null) return err(fault);
  const folder = { id, name: tidyName(wanted) };
  return saving(async () => {
    const { numUpdatedRows } = await db
      .updateTable('folder')
      .set({ name: folder.name })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 0n ? err(apiError('notFound', 'folder.notFound')) : ok(folder);
  });
}

/** The id of the user's folder; of the first one when `id` is empty. */
export async function findFolder(db: Db, userId: string, id: string): Promise<Result<string, ApiError>> {
  const own = db.selectFrom('folder').select('id').where('user_id', '=', userId);
  const wanted = id === '' ? own.orderBy('created_at').orderBy('id').limit(1) : own.where('id', '=', id);
  const row = await wanted.executeTakeFirst();
  return row === undefined ? err(apiError('notFound', 'folder.notFound')) : ok(row.id);
}

async function saving(save: () => Promise<Result<Folder, ApiError>>): Promise<Result<Folder, ApiError>> {
  try {
    return await save();
  } catch (error) {
    if (isDuplicate(error)) return err(invalid('name', 'folder.nameTaken'));
    throw error;
  }
}
