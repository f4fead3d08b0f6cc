import { Readable } from 'node:stream';
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import { FILES_PATH, type OfficeEnding } from '#protocol/api.ts';
import { lockUser } from '../database/lock-user.ts';
import { newId } from '../database/new-id.ts';
import type { Db } from '../database/open-database.ts';
import { writeLogOf } from '../database/write-log.ts';
import { isMissingReference, isUnavailable } from '../database/faults.ts';
import { BlobDamaged, type BlobStore } from './blob-store.ts';
import type { StoredFileTable, Tables } from '../database/tables.ts';
import { releaseForgotten, releaseSpace } from './space.ts';
import { DAY_MS, HOUR_MS } from '#model/kernel/time.ts';

/** A younger file may belong to an upload in progress, of this process or another one. */
const GRACE_MS = HOUR_MS;
const BATCH = 500;

/**
 * Removes what a killed server has left among the uploads: incomplete drafts, and files that are not in the database. A
 * database without a single file deletes nothing: it is more likely a new database with old files, which are not its
 * own.
 */
async function removeLeftovers(blobs: BlobStore, db: Db, now: number): Promise<void> {
  const before = now - GRACE_MS;
  await blobs.removeDrafts(before);
  const known = await db.selectFrom('stored_file').select('key').limit(1).executeTakeFirst();
  if (known === undefined) return;
  let batch: string[] = [];
  for await (const { key, putAt } of blobs.list()) {
    if (putAt >= before) continue;
    batch.push(key);
    if (batch.length < BATCH) continue;
    await removeUnknown(blobs, db, batch);
    batch = [];
  }
  await removeUnknown(blobs, db, batch);
}

async function removeUnknown(blobs: BlobStore, db: Db, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const rows = await db.selectFrom('stored_file').select('key').where('key', 'in', keys).execute();
  const known = new Set(rows.map((row) => row.key));
  for (const key of keys) if (!known.has(key)) await blobs.delete(key);
}

export type FileKind = StoredFileTable['kind'];
export type FileExtension = 'png' | 'jpg' | 'csv' | 'tprt' | 'tprts' | 'pdf' | OfficeEnding | FontExtension;
export type FontExtension = 'ttf' | 'otf' | 'woff' | 'woff2';

/** An upload that nothing uses within a day is deleted. */
const UNUSED_AFTER_MS = DAY_MS;
/** Files whose rows one statement deletes: each is looked up in a dozen tables, which blocks all other work. */
const DROP_BATCH = 100;

const DELETED_AT_ONCE = 200;

export interface StoredFile {
  readonly bytes: number;
  readonly open: () => Readable;
}

/**
 * The uploaded files of all users, with keys that the server makes. A file never changes. The database lists the
 * existing files: a file's row is added after its bytes and deleted before them.
 */
export interface FileStore {
  /**
   * Stores the bytes for that user and returns their key. They are durable when the promise settles. The space that was
   * reserved for them becomes theirs.
   */
  readonly add: (
    userId: string,
    kind: FileKind,
    extension: FileExtension,
    bytes: Uint8Array,
    reservation?: string,
  ) => Promise<string>;
  /** Whether the user has a file with that key and kind. */
  readonly has: (userId: string, kind: FileKind, key: string) => Promise<boolean>;
  /** The user's file; null for none. The caller must read or destroy the stream. */
  readonly find: (userId: string, key: string) => Promise<StoredFile | null>;
  /**
   * Deletes those of the files that no template, template version, font, cloud file, portrait, feedback, conversion or
   * run uses any more.
   */
  readonly drop: (keys: readonly (string | null)[]) => Promise<void>;
  /** Removes what a killed server has left behind, once it is too old to belong to an upload in progress. */
  readonly removeLeftovers: () => Promise<void>;
  /** Deletes uploads that nothing has ever used. */
  readonly dropUnused: () => Promise<void>;
  /** Deletes the files of deleted accounts, including those that a killed server has left. */
  readonly removeDeleted: () => Promise<void>;
}

/** The bytes of `open`, which fail with `BlobDamaged` where they are more or fewer than were stored. */
function wholeOf(open: () => Readable, bytes: number, key: string): Readable {
  const read = async function* (): AsyncGenerator<Uint8Array> {
    let length = 0;
    for await (const chunk of open() as AsyncIterable<Uint8Array>) {
      length += chunk.length;
      if (length > bytes) throw new BlobDamaged(key);
      yield chunk;
    }
    if (length < bytes) throw new BlobDamaged(key);
  };
  return Readable.from(read(), { objectMode: false });
}

export function openFileStore(blobs: BlobStore, db: Db, now: () => number): FileStore {
  async function drop(keys: readonly (string | null)[]): Promise<void> {
    const wanted = [...new Set(keys)].filter((key) => key !== null);
    for (let start = 0; start < wanted.length; start += DROP_BATCH) {
      const deleted = await deleteUnused(wanted.slice(start, start + DROP_BATCH));
      // Only after the deletion is durable in the database: after a power failure it might still list them.
      if (deleted.length > 0) await writeLogOf(db).settle();
      for (const key of deleted) await blobs.delete(key);
    }
  }

  /** Deletes the rows of unused files, and returns their keys. */
  async function deleteUnused(keys: readonly string[]): Promise<string[]> {
    try {
      const deleted = await db
        .deleteFrom('stored_file')
        .where('key', 'in', keys)
        .where(isUnused)
        .returning('key')
        .execute();
      return deleted.map(({ key }) => key);
    } catch (error) {
      if (!isMissingReference(error)) throw error;
      // One of them has just come into use: the others are deleted one by one.
      return keys.length === 1 ? [] : (await Promise.all(keys.map((key) => deleteUnused([key])))).flat();
    }
  }

  return {
    async add(userId, kind, extension, bytes, reservation) {
      const key = `${newId(now())}.${extension}`;
      await blobs.put(key, bytes);
      const row = { key, user_id: userId, kind, bytes: bytes.length, created_at: now() };
      try {
        await db.transaction().execute(async (tx) => {
          // A concurrent count of the account's space sees either the reservation or the file.
          await lockUser(tx, userId);
          await tx.insertInto('stored_file').values(row).execute();
          if (reservation !== undefined) await releaseSpace(tx, reservation);
        });
      } catch (error) {
        // If the commit was sent but not answered, the row may exist, and its file must exist too.
        if (!isUnavailable(error)) await blobs.delete(key).catch(() => undefined);
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
      return row === undefined
        ? null
        : { bytes: row.bytes, open: () => wholeOf(() => blobs.open(key), row.bytes, key) };
    },
    drop,
    async removeLeftovers() {
      await releaseForgotten(db, now());
      await removeLeftovers(blobs, db, now());
    },
    async dropUnused() {
      const old = await db
        .selectFrom('stored_file')
        .select('key')
        .where('created_at', '<', now() - UNUSED_AFTER_MS)
        .where(isUnused)
        .execute();
      await drop(old.map((row) => row.key));
    },
    async removeDeleted() {
      for (;;) {
        const rows = await db.selectFrom('deleted_file').select('key').limit(DELETED_AT_ONCE).execute();
        if (rows.length === 0) return;
        // The deletion of the account must be durable before its files are deleted.
        await writeLogOf(db).settle();
        for (const { key } of rows) await blobs.delete(key);
        const keys = rows.map(({ key }) => key);
        await db.deleteFrom('deleted_file').where('key', 'in', keys).execute();
      }
    },
  };
}

/**
 * Whether no template, template version or draft, font, cloud file, portrait, feedback, conversion or run uses the
 * file. Each table is queried by its index.
 */
function isUnused({ and, not, exists, selectFrom }: ExpressionBuilder<Tables, 'stored_file'>): Expression<SqlBool> {
  return and([
    not(exists(selectFrom('template').select('id').whereRef('file_key', '=', 'stored_file.key'))),
    not(exists(selectFrom('template').select('id').whereRef('preview_key', '=', 'stored_file.key'))),
    not(exists(selectFrom('template_version').select('revision').whereRef('file_key', '=', 'stored_file.key'))),
    not(exists(selectFrom('template_version').select('revision').whereRef('preview_key', '=', 'stored_file.key'))),
    not(exists(selectFrom('template_draft').select('template_id').whereRef('file_key', '=', 'stored_file.key'))),
    not(exists(selectFrom('operator_font').select('id').whereRef('file_key', '=', 'stored_file.key'))),
    not(exists(selectFrom('user_font').select('id').whereRef('file_key', '=', 'stored_file.key'))),
    not(
      exists(
        selectFrom('user')
          .select('id')
          .whereRef('user.id', '=', 'stored_file.user_id')
          .where('head_pic', '=', sql<string>`${FILES_PATH} || stored_file.key`),
      ),
    ),
    not(exists(selectFrom('cloud_file').select('id').whereRef('file_key', '=', 'stored_file.key'))),
    not(exists(selectFrom('cloud_file').select('id').whereRef('thumbnail_key', '=', 'stored_file.key'))),
    not(exists(selectFrom('feedback').select('id').whereRef('image_key', '=', 'stored_file.key'))),
    not(exists(selectFrom('document_conversion').select('id').whereRef('source_key', '=', 'stored_file.key'))),
    not(exists(selectFrom('document_conversion').select('id').whereRef('result_key', '=', 'stored_file.key'))),
    not(exists(selectFrom('run_file').select('run_id').whereRef('file_key', '=', 'stored_file.key'))),
  ]);
}

/** The path of a stored file. */
export function filePath(key: string): string {
  return FILES_PATH + key;
}

/** The key in a client's text: a key, or the path (with or without a host) that ends in it. */
export function keyOf(keyOrPath: string): string {
  return keyOrPath.slice(keyOrPath.lastIndexOf('/') + 1);
}

/** SHA-256 in hexadecimal digits, computed on another thread: 20 MB would block this one for up to 100 ms. */
export async function sha256(bytes: Uint8Array): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)).toString('hex');
}
