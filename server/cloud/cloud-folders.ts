import { err, ok, type Result } from '#model/kernel/result.ts';
import type { CloudType } from '#protocol/api.ts';
import { lockUser } from '../core/database/lock-user.ts';
import { newId } from '../core/database/new-id.ts';
import { isDuplicate, type Db } from '../core/database/open-database.ts';
import type { FileStore } from '../core/files/file-store.ts';
import { message, type MessageKey } from '../core/messages.ts';
import type { Language } from '#protocol/api.ts';
import { invalid, apiError, type ApiError } from '../core/api-error.ts';
import { refuseName, tidyName } from '../core/names.ts';

const MAX_FOLDERS = 200;
const FIRST_NAMES = { 1: 'cloud.myImages', 2: 'cloud.mySpreadsheets' } as const satisfies Record<CloudType, MessageKey>;

export interface CloudFolderRow {
  readonly id: string;
  readonly type: CloudType;
  readonly name: string;
}

/** The folders by time of creation. If there is none yet, the first one is created, named in that language. */
export async function listCloudFolders(
  db: Db,
  userId: string,
  type: CloudType,
  language: Language,
  now: number,
): Promise<CloudFolderRow[]> {
  const found = await foldersOf(db, userId, type);
  if (found.length > 0) return found;
  return db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    const meanwhile = await foldersOf(tx, userId, type);
    if (meanwhile.length > 0) return meanwhile;
    const first = { id: newId(now), type, name: message(language, FIRST_NAMES[type]) };
    await tx
      .insertInto('cloud_folder')
      .values({ ...first, user_id: userId, created_at: now })
      .execute();
    return [first];
  });
}

export async function addCloudFolder(
  db: Db,
  userId: string,
  { name: wanted, type }: { readonly name: string; readonly type: CloudType },
  now: number,
): Promise<Result<CloudFolderRow, ApiError>> {
  const fault = refuseName(wanted);
  if (fault !== null) return err(fault);
  const folder = { id: newId(now), type, name: tidyName(wanted) };
  return unlessTaken(() =>
    db.transaction().execute(async (tx) => {
      await lockUser(tx, userId);
      if ((await foldersOf(tx, userId, type)).length >= MAX_FOLDERS) {
        return err(apiError('refused', 'folder.tooMany', { max: MAX_FOLDERS }));
      }
      await tx
        .insertInto('cloud_folder')
        .values({ ...folder, user_id: userId, created_at: now })
        .execute();
      return ok(folder);
    }),
  );
}

export async function renameCloudFolder(
  db: Db,
  userId: string,
  id: string,
  wanted: string,
): Promise<Result<null, ApiError>> {
  const fault = refuseName(wanted);
  if (fault !== null) return err(fault);
  return unlessTaken(async () => {
    const renamed = await db
      .updateTable('cloud_folder')
      .set({ name: tidyName(wanted) })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirst();
    return renamed === undefined ? err(FOLDER_MISSING) : ok(null);
  });
}

/** Deletes a folder with its files. The last one of its type stays. */
export async function deleteCloudFolder(
  { db, files }: { readonly db: Db; readonly files: FileStore },
  userId: string,
  id: string,
): Promise<Result<null, ApiError>> {
  const outcome = await db.transaction().execute(async (tx): Promise<Result<(string | null)[], ApiError>> => {
    await lockUser(tx, userId);
    const folder = await findCloudFolder(tx, userId, id);
    if (!folder.ok) return folder;
    if ((await foldersOf(tx, userId, folder.value.type)).length < 2)
      return err(apiError('invalid', 'cloud.lastFolder'));
    const deleted = await tx
      .deleteFrom('cloud_file')
      .where('folder_id', '=', id)
      .returning(['file_key', 'thumbnail_key'])
      .execute();
    await tx.deleteFrom('cloud_folder').where('id', '=', id).execute();
    return ok(deleted.flatMap((row) => [row.file_key, row.thumbnail_key]));
  });
  if (!outcome.ok) return outcome;
  await files.drop(outcome.value);
  return ok(null);
}

/** The user's folder with that id. One of another user counts as missing. */
export async function findCloudFolder(db: Db, userId: string, id: string): Promise<Result<CloudFolderRow, ApiError>> {
  const row = await db
    .selectFrom('cloud_folder')
    .select(['id', 'type', 'name'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row === undefined ? err(FOLDER_MISSING) : ok({ ...row, type: row.type === 1 ? 1 : 2 });
}

const FOLDER_MISSING = apiError('notFound', 'folder.notFound');

async function foldersOf(db: Db, userId: string, type: CloudType): Promise<CloudFolderRow[]> {
  const rows = await db
    .selectFrom('cloud_folder')
    .select(['id', 'name'])
    .where('user_id', '=', userId)
    .where('type', '=', type)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, type }));
}

async function unlessTaken<T>(save: () => Promise<Result<T, ApiError>>): Promise<Result<T, ApiError>> {
  try {
    return await save();
  } catch (error) {
    if (isDuplicate(error)) return err(invalid('name', 'folder.nameTaken'));
    throw error;
  }
}
