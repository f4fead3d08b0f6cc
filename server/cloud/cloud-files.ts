import { sql, type RawBuilder } from 'kysely';
import { err, ok, type Result } from '#model/kernel/result.ts';
import {
  CLOUD_FOLDER_MAX_FILES,
  CLOUD_TYPES,
  type CloudFile,
  type CloudFileList,
  type CloudFileListInput,
  type CloudOrder,
} from '#protocol/api.ts';
import { lockUser } from '../core/database/lock-user.ts';
import { newId } from '../core/database/new-id.ts';
import type { Db } from '../core/database/open-database.ts';
import type { CloudFileRow } from '../core/database/tables.ts';
import { filePath, type FileStore } from '../core/files/file-store.ts';
import { invalid, apiError, type ApiError } from '../core/api-error.ts';
import { refuseName } from '../core/names.ts';
import { findCloudFolder } from './cloud-folders.ts';
import { endingOf, numberedName, tidyFileName } from './file-names.ts';
import { isoOf } from '../core/iso-time.ts';

interface CloudContext {
  readonly db: Db;
  readonly files: FileStore;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** The result of an upload: stored files, and what is known about them. */
export interface NewCloudFile {
  readonly name: string;
  readonly fileKey: string;
  readonly thumbnailKey: string | null;
  readonly contentHash: string;
  readonly widthPx: number;
  readonly heightPx: number;
}

type SizedRow = CloudFileRow & { readonly bytes: number };

const ORDERS: Readonly<Record<CloudOrder, RawBuilder<unknown>>> = {
  added: sql`cloud_file.created_at desc`,
  name: sql`lower(cloud_file.name) asc`,
  size: sql`stored_file.bytes desc`,
};

/** All files of those folders by folder, newest first. */
export async function filesOfFolders(
  db: Db,
  userId: string,
  folderIds: readonly string[],
): Promise<ReadonlyMap<string, CloudFile[]>> {
  const byFolder = new Map<string, CloudFile[]>();
  // One folder at a time: together they may have tens of thousands of files, and other work runs in between.
  for (const id of folderIds) {
    const rows = await sized(db, userId)
      .where('cloud_file.folder_id', '=', id)
      .orderBy('cloud_file.created_at', 'desc')
      .orderBy('cloud_file.id', 'desc')
      .execute();
    byFolder.set(id, rows.map(cloudFileOf));
  }
  return byFolder;
}

/** One page of a folder. */
export async function listCloudFiles(
  db: Db,
  userId: string,
  { id, type, page = 1, size = CLOUD_FOLDER_MAX_FILES, order = 'added' }: CloudFileListInput,
): Promise<Result<CloudFileList, ApiError>> {
  const folder = await findCloudFolder(db, userId, id);
  if (!folder.ok) return folder;
  if (folder.value.type !== type) return err(apiError('notFound', 'folder.notFound'));
  const rows = await sized(db, userId)
    .where('cloud_file.folder_id', '=', id)
    .orderBy(ORDERS[order])
    .orderBy('cloud_file.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return ok({ list: rows.map(cloudFileOf), count: await countIn(db, id) });
}

/** Adds an uploaded file to a folder; a taken name gets a number. */
export function addCloudFile(
  { db, time }: CloudContext,
  userId: string,
  folderId: string,
  file: NewCloudFile,
): Promise<Result<CloudFile, ApiError>> {
  return db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    const folder = await findCloudFolder(tx, userId, folderId);
    if (!folder.ok) return folder;
    if ((await countIn(tx, folderId)) >= CLOUD_FOLDER_MAX_FILES) return err(FOLDER_FULL);
    const row = {
      id: newId(time),
      user_id: userId,
      folder_id: folderId,
      name: numberedName(file.name, await namesIn(tx, folderId)),
      ...contentOf(file),
      created_at: time,
      updated_at: time,
    };
    await tx.insertInto('cloud_file').values(row).execute();
    return findCloudFile(tx, userId, row.id);
  });
}

/** Replaces a file's content with an uploaded one; it keeps its id, name and folder. */
export async function replaceCloudFile(
  { db, files, time }: CloudContext,
  userId: string,
  id: string,
  file: NewCloudFile,
): Promise<Result<CloudFile, ApiError>> {
  const outcome = await db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    const before = await findRow(tx, userId, id);
    if (before === null) return err(FILE_MISSING);
    if (endingOf(before.name) !== endingOf(file.name)) {
      return err(invalid('file', 'cloud.otherEnding', { ending: endingOf(before.name) }));
    }
    const content = contentOf(file);
    await tx
      .updateTable('cloud_file')
      .set({ ...content, updated_at: time })
      .where('id', '=', id)
      .execute();
    const after = await findCloudFile(tx, userId, id);
    return after.ok ? ok({ before, after: after.value }) : after;
  });
  if (!outcome.ok) return outcome;
  await files.drop([outcome.value.before.file_key, outcome.value.before.thumbnail_key]);
  return ok(outcome.value.after);
}

/** Renames a file without its extension, and moves it if another folder of its type is named. */
export function editCloudFile(
  { db }: CloudContext,
  userId: string,
  { id, name: wanted, tid }: { readonly id: string; readonly name: string; readonly tid: string },
): Promise<Result<CloudFile, ApiError>> {
  return db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    const before = await findRow(tx, userId, id);
    if (before === null) return err(FILE_MISSING);
    const name = tidyFileName(wanted, endingOf(before.name));
    const fault = refuseName(name);
    if (fault !== null || wanted.trim() === '') return err(fault ?? invalid('name', 'name.empty'));
    const others = await namesIn(tx, tid, id);
    if (others.has(name)) return err(invalid('name', 'cloud.nameTaken'));
    const moved = await moveInto(tx, userId, [id], tid);
    if (!moved.ok) return moved;
    await tx.updateTable('cloud_file').set({ name }).where('id', '=', id).execute();
    return findCloudFile(tx, userId, id);
  });
}

/** Moves files into a folder of their type; a moved file gets a number if its name is taken. */
export function moveCloudFiles(
  { db }: CloudContext,
  userId: string,
  ids: readonly string[],
  folderId: string,
): Promise<Result<null, ApiError>> {
  return db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    return moveInto(tx, userId, ids, folderId);
  });
}

export async function deleteCloudFiles(
  { db, files }: CloudContext,
  userId: string,
  ids: readonly string[],
): Promise<void> {
  const deleted = await db
    .deleteFrom('cloud_file')
    .where('user_id', '=', userId)
    .where('id', 'in', [...ids])
    .returning(['file_key', 'thumbnail_key'])
    .execute();
  await files.drop(deleted.flatMap((row) => [row.file_key, row.thumbnail_key]));
}

/** The user's file with that id. One of another user counts as missing. */
export async function findCloudFile(db: Db, userId: string, id: string): Promise<Result<CloudFile, ApiError>> {
  const row = await findRow(db, userId, id);
  return row === null ? err(FILE_MISSING) : ok(cloudFileOf(row));
}

/** Those of the user's images that have one of the ids, in no order. */
export async function findCloudImages(db: Db, userId: string, ids: readonly string[]): Promise<CloudFile[]> {
  if (ids.length === 0) return [];
  const rows = await sized(db, userId)
    .innerJoin('cloud_folder', 'cloud_folder.id', 'cloud_file.folder_id')
    .where('cloud_folder.type', '=', CLOUD_TYPES.images)
    .where('cloud_file.id', 'in', [...ids])
    .execute();
  return rows.map(cloudFileOf);
}

const FILE_MISSING = apiError('notFound', 'file.notFound');
const FOLDER_FULL = apiError('refused', 'cloud.folderFull', { max: CLOUD_FOLDER_MAX_FILES });

async function moveInto(
  tx: Db,
  userId: string,
  ids: readonly string[],
  folderId: string,
): Promise<Result<null, ApiError>> {
  const to = await findCloudFolder(tx, userId, folderId);
  if (!to.ok) return to;
  const rows = await sized(tx, userId)
    .innerJoin('cloud_folder', 'cloud_folder.id', 'cloud_file.folder_id')
    .select('cloud_folder.type')
    .where('cloud_file.id', 'in', [...new Set(ids)])
    .execute();
  if (rows.length < new Set(ids).size) return err(FILE_MISSING);
  if (rows.some(({ type }) => type !== to.value.type)) return err(apiError('notFound', 'folder.notFound'));
  const coming = rows.filter((row) => row.folder_id !== folderId);
  if ((await countIn(tx, folderId)) + coming.length > CLOUD_FOLDER_MAX_FILES) return err(FOLDER_FULL);
  const names = await namesIn(tx, folderId);
  const numbers = new Map<string, number>();
  const values = coming.map(({ id, name: before }) => {
    const name = numberedName(before, names, numbers);
    names.add(name);
    return sql`(${id}, ${name})`;
  });
  if (values.length === 0) return ok(null);
  // Both databases call the columns of such a list `column1` and `column2`.
  await sql`update cloud_file set folder_id = ${folderId}, name = given.column2
    from (values ${sql.join(values)}) as given where cloud_file.id = given.column1`.execute(tx);
  return ok(null);
}

async function findRow(db: Db, userId: string, id: string): Promise<SizedRow | null> {
  return (await sized(db, userId).where('cloud_file.id', '=', id).executeTakeFirst()) ?? null;
}

async function namesIn(db: Db, folderId: string, without: string = ''): Promise<Set<string>> {
  const rows = await db
    .selectFrom('cloud_file')
    .select('name')
    .where('folder_id', '=', folderId)
    .where('id', '!=', without)
    .execute();
  return new Set(rows.map(({ name }) => name));
}

async function countIn(db: Db, folderId: string): Promise<number> {
  const { count } = await db
    .selectFrom('cloud_file')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('folder_id', '=', folderId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

function sized(db: Db, userId: string) {
  return db
    .selectFrom('cloud_file')
    .innerJoin('stored_file', 'stored_file.key', 'cloud_file.file_key')
    .selectAll('cloud_file')
    .select('stored_file.bytes')
    .where('cloud_file.user_id', '=', userId);
}

function contentOf(
  file: NewCloudFile,
): Pick<CloudFileRow, 'file_key' | 'thumbnail_key' | 'content_hash' | 'width_px' | 'height_px'> {
  return {
    file_key: file.fileKey,
    thumbnail_key: file.thumbnailKey,
    content_hash: file.contentHash,
    width_px: file.widthPx,
    height_px: file.heightPx,
  };
}

function cloudFileOf(row: SizedRow): CloudFile {
  return {
    id: row.id,
    tid: row.folder_id,
    name: row.name,
    url: filePath(row.file_key),
    thumbnail: row.thumbnail_key === null ? '' : filePath(row.thumbnail_key),
    // PostgreSQL returns a bigint as text.
    size: Number(row.bytes),
    width: row.width_px,
    height: row.height_px,
    hash: row.content_hash,
    add_time: isoOf(row.created_at),
    update_time: isoOf(row.updated_at),
  };
}
