import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationNames } from '../../core/database/migrations.ts';
import type { Database, Db, Row } from '../../core/database/database.ts';
import { writeKeyFile } from '../../core/database/secret-box.ts';
import { tablesOf } from '../../core/database/schema.ts';
import { openSqlite } from '../../core/database/sqlite.ts';
import { BackupFault, PASSING_TABLES, type Manifest, type Progress } from './archive.ts';
import { openArchive, type ArchiveReader } from './archive-reader.ts';
import type { Source } from './back-up.ts';

export interface RestoreOptions {
  /** Whether existing data may be deleted. */
  readonly replace: boolean;
  readonly onProgress: (progress: Progress) => void;
  readonly signal: AbortSignal;
  /** Passphrase of an encrypted archive. */
  readonly passphrase?: string | null;
}

const ROWS_AT_ONCE = 200;

/**
 * Replaces the target's data with an archive. First the whole archive is checked, with its rows in a temporary
 * database, where they are migrated to the newest schema; then its files are stored; then, in one transaction, the
 * rows. Until the commit the target is unchanged, and a server on it keeps running.
 */
export async function restore(target: Source, path: string, options: RestoreOptions): Promise<Manifest> {
  if (!options.replace && !(await isEmpty(target.database.db))) {
    throw new BackupFault('This installation already has accounts. Use --replace to replace them with the backup.');
  }
  const archive = await openArchive(path, options.passphrase ?? null);
  const folder = await mkdtemp(join(tmpdir(), 'labelwright-restore-'));
  try {
    const { schema } = archive.manifest;
    if (!(await migrationNames()).includes(schema)) {
      throw new BackupFault(
        `${path} was created by a newer version of Labelwright (${schema}). Restore it with that version.`,
      );
    }
    const key = await keyFor(archive, target, path);
    const staging = join(folder, 'staging.db');
    await stage(archive, staging, schema, path);
    const checked = await openSqlite(staging);
    try {
      await checkFiles(archive, checked.db, path, options);
      await storeFiles(archive, target, options);
      await replaceRows(checked, target, key, options);
    } finally {
      await checked.close();
    }
    return archive.manifest;
  } finally {
    archive.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The key to write to the target's file; null for none. */
async function keyFor(archive: ArchiveReader, { key: place }: Source, path: string): Promise<Uint8Array | null> {
  const key = await archive.key();
  if (key === null || place.given === null) return key;
  if (Buffer.from(key).equals(place.given)) return null;
  throw new BackupFault(`SECRET_KEY is not the key of ${path}. Restore without SECRET_KEY, or with the backup's key.`);
}

async function isEmpty(db: Db): Promise<boolean> {
  return (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) === undefined;
}

/** Loads the rows with the schema of their time. */
async function stage(archive: ArchiveReader, file: string, schema: string, path: string): Promise<void> {
  const database = await openSqlite(file, schema);
  try {
    await database.fill(async (tx) => {
      await database.empty(tx);
      for (const { name } of archive.manifest.tables) {
        for await (const rows of archive.rows(name)) await insert(tx, name, rows);
      }
    });
  } catch (error) {
    if (error instanceof BackupFault) throw error;
    throw new BackupFault(`${path} is damaged: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await database.close();
  }
}

/** Checks that every file that a row names is present, or was recorded as missing. */
async function checkFiles(archive: ArchiveReader, db: Db, path: string, options: RestoreOptions): Promise<void> {
  const { files, manifest } = archive;
  const present = new Set([...files.map(({ key }) => key), ...manifest.missing]);
  const rows = await db.selectFrom('stored_file').select('key').execute();
  const lost = rows.find(({ key }) => !present.has(key));
  if (lost !== undefined) throw new BackupFault(`${path} is damaged: the file ${lost.key} is not in it.`);
  for (const [i, line] of files.entries()) {
    options.signal.throwIfAborted();
    await archive.file(line);
    options.onProgress({ step: 'checking', done: i + 1, total: files.length });
  }
}

async function storeFiles(archive: ArchiveReader, { blobs }: Source, options: RestoreOptions): Promise<void> {
  const { files } = archive;
  for (const [i, line] of files.entries()) {
    options.signal.throwIfAborted();
    // Written again even if the key exists: the file may be damaged.
    await blobs.put(line.key, await archive.file(line), options.signal);
    options.onProgress({ step: 'storing', done: i + 1, total: files.length });
  }
}

/**
 * Replaces the rows. Files that no row names any more are deleted at the end; if that is interrupted, the server's
 * cleaning does it.
 */
async function replaceRows(
  from: Database,
  { database, blobs, key: place }: Source,
  key: Uint8Array | null,
  options: RestoreOptions,
): Promise<void> {
  const tables = (await tablesOf(from.db)).filter((name) => !PASSING_TABLES.includes(name));
  const before = await database.fill(async (tx) => {
    const old = await tx.selectFrom('stored_file').select('key').execute();
    await database.empty(tx);
    for (const [i, name] of tables.entries()) {
      options.signal.throwIfAborted();
      for await (const rows of from.rowsOf(from.db, name)) await insert(tx, name, rows);
      options.onProgress({ step: 'rows', done: i + 1, total: tables.length });
    }
    // Last before the commit, to shorten the time in which the old data lacks its own key.
    if (key !== null) writeKeyFile(place.file, key);
    return old;
  });
  const kept = new Set((await from.db.selectFrom('stored_file').select('key').execute()).map(({ key }) => key));
  for (const { key } of before) if (!kept.has(key)) await blobs.delete(key);
}

async function insert(tx: Db, table: string, rows: readonly Row[]): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    await tx
      .insertInto(table as 'installation')
      .values(rows.slice(start, start + ROWS_AT_ONCE) as never)
      .execute();
  }
}
