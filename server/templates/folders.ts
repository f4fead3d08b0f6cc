import { err, ok, type Result } from '#model/kernel/result.ts';
import type { Folder } from '#protocol/api.ts';
import { lockUser } from '../database/lock-user.ts';
import { newId } from '../database/new-id.ts';
import { isDuplicate, type Db } from '../database/open-database.ts';
import { invalid, refusal, type Refusal } from '../outcomes/outcome.ts';
import { refuseName, tidyName } from './names.ts';

const MAX_FOLDERS = 500;

/** In the order in which they were made. */
export function listFolders(db: Db, userId: string): Promise<Folder[]> {
  return db
    .selectFrom('folder')
    .select(['id', 'name'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function addFolder(db: Db, userId: string, wanted: string, now: number): Promise<Result<Folder, Refusal>> {
  const fault = refuseName(wanted);
  if (fault !== null) return err(fault);
  const folder = { id: newId(now), name: tidyName(wanted) };
  return saving(() =>
    db.transaction().execute(async (tx) => {
      await lockUser(tx, userId);
      if ((await listFolders(tx, userId)).length >= MAX_FOLDERS) {
        return err(refusal('refused', 'folder.tooMany', { max: MAX_FOLDERS }));
      }
      await tx
        .insertInto('folder')
        .values({ ...folder, user_id: userId, created_at: now })
        .execute();
      return ok(folder);
    }),
  );
}

export async function renameFolder(
  db: Db,
  userId: string,
  id: string,
  wanted: string,
): Promise<Result<Folder, Refusal>> {
  const found = await findFolder(db, userId, id);
  if (!found.ok || id === '') return err(refusal('notFound', 'folder.notFound'));
  const fault = refuseName(wanted);
  if (fault !== null) return err(fault);
  const folder = { id, name: tidyName(wanted) };
  return saving(async () => {
    await db
      .updateTable('folder')
      .set({ name: folder.name })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .execute();
    return ok(folder);
  });
}

/** The id of the user's folder; of the first one when `id` is empty. */
export async function findFolder(db: Db, userId: string, id: string): Promise<Result<string, Refusal>> {
  const own = db.selectFrom('folder').select('id').where('user_id', '=', userId);
  const wanted = id === '' ? own.orderBy('created_at').orderBy('id').limit(1) : own.where('id', '=', id);
  const row = await wanted.executeTakeFirst();
  return row === undefined ? err(refusal('notFound', 'folder.notFound')) : ok(row.id);
}

async function saving(save: () => Promise<Result<Folder, Refusal>>): Promise<Result<Folder, Refusal>> {
  try {
    return await save();
  } catch (error) {
    if (isDuplicate(error)) return err(invalid('name', 'folder.nameTaken'));
    throw error;
  }
}
