import SqliteFile from 'better-sqlite3';
import { Kysely, SqliteDialect, sql, type KyselyPlugin, type SqliteDatabase, type SqliteStatement } from 'kysely';
import type { Database, Db, Row } from './database.ts';
import { AS_IT_IS, migrate, type Version } from './migrations.ts';
import { tablesOf } from './schema.ts';
import type { Tables } from './tables.ts';
import { createWriteLog, useWriteLog, writeLogOf } from './write-log.ts';
import { isNoSpace } from './faults.ts';

/** Space for a few thousand sessions, renames and deletions. */
const RESERVE_BYTES = 2 * 1024 * 1024;

/**
 * Reserves space in the database for small writes on a full disk: sign-ins, and deletions that free space. A table is
 * written and dropped; its pages stay in the file, free, and SQLite uses them before it asks the disk for more. The
 * same write extends the log next to the database: after each checkpoint it is overwritten from its start, not
 * extended. Does nothing on a disk that is already full.
 *
 * With `onlyIfSpent`, does nothing while most of the reserve is left.
 */
async function keepReserve(db: Kysely<Tables>, onlyIfSpent: boolean): Promise<void> {
  if (onlyIfSpent && (await freeBytes(db)) >= RESERVE_BYTES / 2) return;
  try {
    await sql`create table disk_reserve (bytes blob)`.execute(db);
    await sql`insert into disk_reserve values (zeroblob(${RESERVE_BYTES}))`.execute(db);
    await sql`pragma wal_checkpoint(passive)`.execute(db);
  } catch (error) {
    if (!isNoSpace(error)) throw error;
  }
  await sql`drop table if exists disk_reserve`.execute(db);
}

async function freeBytes(db: Kysely<Tables>): Promise<number> {
  const pages = await sql<{ freelist_count: number }>`pragma freelist_count`.execute(db);
  const size = await sql<{ page_size: number }>`pragma page_size`.execute(db);
  return (pages.rows[0]?.freelist_count ?? 0) * (size.rows[0]?.page_size ?? 0);
}

const BUSY_TIMEOUT_MS = 5000;
const ROWS_AT_ONCE = 200;

/**
 * Opens or creates the file and migrates it to the newest schema, or to `version`, or leaves it unchanged. Throws on
 * failure: the caller names the folder.
 */
export async function openSqlite(file: string, version?: Version): Promise<Database> {
  const db = connect(file, 'begin immediate');
  try {
    if (version !== AS_IT_IS) {
      await migrate(db, version);
      await keepReserve(db, false);
    }
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return {
    type: 'sqlite',
    db,
    keepRoom: (onlyIfSpent) => keepReserve(db, onlyIfSpent),
    async snapshot(work) {
      // On a connection of its own, for any time: writers continue in the log meanwhile.
      const reader = connect(file, 'begin');
      try {
        return await reader.transaction().execute(work);
      } finally {
        await reader.destroy();
      }
    },
    rowsOf,
    fill: (work) =>
      db.transaction().execute(async (tx) => {
        await sql`pragma defer_foreign_keys = on`.execute(tx);
        return work(tx);
      }),
    empty,
    close: async () => {
      // Another process may have the file open as well: then closing it syncs nothing to the disk.
      await writeLogOf(db)
        .settle()
        .catch(() => undefined);
      await db.destroy();
    },
  };
}

/**
 * `begin`: how transactions begin. `begin immediate` waits for the write lock at once. A transaction that read before
 * it writes can't wait for the lock: if another process writes in between, its first write fails at once.
 */
function connect(file: string, begin: 'begin' | 'begin immediate'): Db {
  const sqlite = new SqliteFile(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    sqlite.pragma('journal_mode = WAL');
    // A power failure may then lose the last commits, but no more: an answer waits for the write log.
    sqlite.pragma('synchronous = NORMAL');
    sqlite.pragma('foreign_keys = ON');
    // The log is emptied at one megabyte, the size that the reserve allows: a longer one could not grow on a full disk.
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
      // would hide the cause.
      if (text === 'rollback' && !sqlite.inTransaction) return prepare('select 1');
      return prepare(text === 'begin' ? begin : text);
    },
  };
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }), plugins: [createTurns()] });
  useWriteLog(db, log);
  return db;
}

/** Consecutive statements may take this long before other work runs. */
const TURN_MS = 10;

/**
 * Yields to other work of this thread between statements. SQLite answers synchronously, so otherwise a call of many
 * statements would block all others until its last one.
 */
function createTurns(): KyselyPlugin {
  /** When the first statement of this turn began; null for none. */
  let since: number | null = null;
  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (since === null) {
        since = performance.now();
        setImmediate(() => (since = null));
      } else if (performance.now() - since > TURN_MS) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      return result;
    },
  };
}

/** Referenced rows are deleted last, even where the reference would forbid any other order. */
async function empty(tx: Db): Promise<void> {
  const left = new Set(await tablesOf(tx));
  while (left.size > 0) {
    const referred = new Set<string>();
    for (const table of left) {
      const { rows } = await sql<{ table: string }>`select "table" from pragma_foreign_key_list(${table})`.execute(tx);
      for (const row of rows) if (row.table !== table) referred.add(row.table);
    }
    const free = [...left].filter((table) => !referred.has(table));
    if (free.length === 0) throw new Error(`tables that refer to each other: ${[...left].join(', ')}`);
    for (const table of free) {
      await sql`delete from ${sql.table(table)}`.execute(tx);
      left.delete(table);
    }
  }
}

async function* rowsOf(db: Db, table: string): AsyncGenerator<readonly Row[]> {
  let last = -1;
  for (;;) {
    const { rows } = await sql<Row & { rowid_: number }>`select rowid as rowid_, * from ${sql.table(table)}
      where rowid > ${last} order by rowid limit ${ROWS_AT_ONCE}`.execute(db);
    if (rows.length === 0) return;
    last = rows.at(-1)?.rowid_ ?? last;
    yield rows.map(({ rowid_: _rowid, ...row }) => row);
  }
}

/** More than the server's different statements; those of lists of many lengths are recompiled now and then. */
const KEPT = 400;

/** Caches the most recently used statements: compiling one takes longer than most of them take to run. */
export function cacheStatements(prepare: (text: string) => SqliteStatement): (text: string) => SqliteStatement {
  const kept = new Map<string, SqliteStatement>();
  return (text) => {
    const statement = kept.get(text) ?? prepare(text);
    // The most recently used one is last.
    kept.delete(text);
    kept.set(text, statement);
    if (kept.size > KEPT) kept.delete(kept.keys().next().value ?? '');
    return statement;
  };
}
