import { createReadStream, type ReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FILES_PATH } from '#protocol/api.ts';
import { newId } from '../database/new-id.ts';
import type { Db } from '../database/open-database.ts';
import { writeLogOf } from '../database/write-log.ts';
import { PRIVATE_FILE_MODE } from './data-folder.ts';
import { removeLeftovers } from './leftovers.ts';
import { releaseForgotten, releaseSpace } from './space.ts';

export type FileKind = 'preview' | 'template' | 'font';
export type FileExtension = 'png' | 'tprt' | 'tprts' | FontExtension;
export type FontExtension = 'ttf' | 'otf' | 'woff' | 'woff2';

/** An upload that no template or font uses within a day is deleted. */
const UNUSED_AFTER_MS = 24 * 60 * 60 * 1000;

export interface StoredFile {
  readonly bytes: number;
  readonly open: () => ReadStream;
}

/** The uploaded files of all users, in one folder, named by keys that the server makes. A file never changes. */
export interface FileStore {
  /**
   * Keeps the bytes for that user and gives their key. They are on the disk when the promise settles. The room that
   * was reserved for them becomes theirs.
   */
  readonly add: (
    userId: string,
    kind: FileKind,
    extension: FileExtension,
    bytes: Uint8Array,
    reservation?: string,
  ) => Promise<string>;
  /** Whether the user has a file of that key and kind. */
  readonly has: (userId: string, kind: FileKind, key: string) => Promise<boolean>;
  /** The user's file; null for none. Whoever opens the stream must read or destroy it. */
  readonly find: (userId: string, key: string) => Promise<StoredFile | null>;
  /** Deletes those of the files that no template and no font uses any more. */
  readonly drop: (keys: readonly (string | null)[]) => Promise<void>;
  /** Removes what a killed server has left behind: with `atStart`, when no upload can be under way, all of it. */
  readonly removeLeftovers: (atStart: boolean) => Promise<void>;
  /** Deletes uploads that no template and no font has ever used. */
  readonly dropUnused: () => Promise<void>;
}

/** `folder` is there already. */
export function openFileStore(folder: string, db: Db, now: () => number): FileStore {
  const pathOf = (key: string): string => join(folder, key);

  async function drop(keys: readonly (string | null)[]): Promise<void> {
    const gone: string[] = [];
    for (const key of new Set(keys)) {
      if (key === null) continue;
      const row = await db
        .deleteFrom('stored_file')
        .where('key', '=', key)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('template')
                .select('id')
                .where((eb) => eb.or([eb('file_key', '=', key), eb('preview_key', '=', key)])),
            ),
          ),
        )
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('user_font').select('id').where('file_key', '=', key))),
        )
        .returning('key')
        .executeTakeFirst();
      if (row !== undefined) gone.push(row.key);
    }
    // Not before the database has forgotten them for good: after a power cut it might still name them.
    if (gone.length > 0) await writeLogOf(db).settle();
    for (const key of gone) await rm(pathOf(key), { force: true });
  }

  return {
    async add(userId, kind, extension, bytes, reservation) {
      const key = `${newId(now())}.${extension}`;
      const path = pathOf(key);
      await writeDurably(path, bytes);
      const row = { key, user_id: userId, kind, bytes: bytes.length, created_at: now() };
      try {
        await db.transaction().execute(async (tx) => {
          await tx.insertInto('stored_file').values(row).execute();
          if (reservation !== undefined) await releaseSpace(tx, reservation);
        });
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
      return key;
    },
    async has(userId, kind, key) {
      const row = await db
        .selectFrom('stored_file')
        .select('key')
        .where('key', '=', key)
        .where('user_id', '=', userId)
        .where('kind', '=', kind)
        .executeTakeFirst();
      return row !== undefined;
    },
    async find(userId, key) {
      const row = await db
        .selectFrom('stored_file')
        .select('bytes')
        .where('key', '=', key)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return row === undefined ? null : { bytes: row.bytes, open: () => createReadStream(pathOf(key)) };
    },
    drop,
    async removeLeftovers(atStart) {
      await releaseForgotten(db, now(), atStart);
      await removeLeftovers(folder, db, now(), atStart);
    },
    async dropUnused() {
      const old = await db
        .selectFrom('stored_file')
        .select('key')
        .where('created_at', '<', now() - UNUSED_AFTER_MS)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('template')
                .select('id')
                .where((eb) =>
                  eb.or([
                    eb('file_key', '=', eb.ref('stored_file.key')),
                    eb('preview_key', '=', eb.ref('stored_file.key')),
                  ]),
                ),
            ),
          ),
        )
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('user_font').select('id').whereRef('file_key', '=', 'stored_file.key'))),
        )
        .execute();
      await drop(old.map((row) => row.key));
    },
  };
}

/** The path under which a stored file is served. */
export function filePath(key: string): string {
  return FILES_PATH + key;
}

/** The key in what a client sends back: a key, or the path (with or without a host) that ends in it. */
export function keyOf(keyOrPath: string): string {
  return keyOrPath.slice(keyOrPath.lastIndexOf('/') + 1);
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const draft = `${path}.part`;
  try {
    const file = await open(draft, 'wx', PRIVATE_FILE_MODE);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Makes sure that the names in the folder are on the disk: else a power cut may lose a file that was answered. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
