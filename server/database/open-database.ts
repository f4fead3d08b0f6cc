import Database from 'better-sqlite3';
import { Kysely, SqliteDialect, type SqliteDatabase } from 'kysely';
import { Migrator } from 'kysely/migration';
import { keepReserve } from './reserve.ts';
import { migrations } from './migrations.ts';
import { cacheStatements } from './statement-cache.ts';
import type { Tables } from './tables.ts';
import { createWriteLog, useWriteLog } from './write-log.ts';

/** The database, or a transaction of it. SQLite has one connection: inside a transaction, using the database itself would
 * wait for ever. */
export type Db = Kysely<Tables>;

const BUSY_TIMEOUT_MS = 5000;

/**
 * Opens the file, which is made where there is none, and migrates it to the newest schema.
 * Throws where it can't: the caller names the folder.
 */
export async function openDatabase(file: string): Promise<Db> {
  const sqlite = new Database(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    sqlite.pragma('journal_mode = WAL');
    // A power cut may then lose the last commits, but no more: whoever answers waits for the write log.
    sqlite.pragma('synchronous = NORMAL');
    sqlite.pragma('foreign_keys = ON');
    // The log is emptied at one megabyte, for which the reserve has made room: a longer one could not grow on a full disk.
    sqlite.pragma('wal_autocheckpoint = 250');
  } catch (error) {
    sqlite.close();
    throw error;
  }
  const log = createWriteLog(file);
  const prepare = cacheStatements((text) => sqlite.prepare(text));
  const database: SqliteDatabase = {
    close: () => {
      sqlite.close();
      void log.close().catch(() => undefined);
    },
    prepare: (text) => {
      log.note(text);
      // On a full disk SQLite rolls a transaction back by itself. Kysely's own rollback would then fail, and its error
      // would hide why.
      return prepare(text === 'rollback' && !sqlite.inTransaction ? 'select 1' : text);
    },
  };
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
  useWriteLog(db, log);
  const { error } = await new Migrator({ db, provider: migrations }).migrateToLatest();
  if (error !== undefined) {
    await db.destroy();
    throw error;
  }
  await keepReserve(db, false);
  return db;
}

/** Whether a write failed because another row has a value that must be unique. */
export function isDuplicate(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  // SQLite's and PostgreSQL's names for it.
  return code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY' || code === '23505';
}
