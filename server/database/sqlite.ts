import SqliteFile from 'better-sqlite3';
import { Kysely, SqliteDialect, sql, type SqliteDatabase } from 'kysely';
import type { Database, Db, Row } from './database.ts';
import { migrate } from './migrate.ts';
import { keepReserve } from './reserve.ts';
import type { Tables } from './tables.ts';

const BUSY_TIMEOUT_MS = 5000;
const ROWS_AT_ONCE = 200;

/**
 * Opens the file, which is made where there is none, and migrates it to the newest schema, or to `version`.
 * Throws where it can't: the caller names the folder.
 */
export async function openSqlite(file: string, version?: string): Promise<Database> {
  const db = connect(file);
  try {
    await migrate(db, version);
    await keepReserve(db, false);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return {
    type: 'sqlite',
    db,
    keepRoom: (onlyIfSpent) => keepReserve(db, onlyIfSpent),
    async snapshot(work) {
      // On a connection of its own, for as long as it takes: writers go on beside it in the log.
      const reader = connect(file);
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
    close: () => db.destroy(),
  };
}

function connect(file: string): Db {
  const sqlite = new SqliteFile(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    sqlite.pragma('journal_mode = WAL');
    // With NORMAL, the default in WAL mode, a power cut may lose the last commits. A save that was answered must stay.
    sqlite.pragma('synchronous = FULL');
    sqlite.pragma('foreign_keys = ON');
    // The log is emptied at one megabyte, for which the reserve has made room: a longer one could not grow on a full disk.
    sqlite.pragma('wal_autocheckpoint = 250');
  } catch (error) {
    sqlite.close();
    throw error;
  }
  const database: SqliteDatabase = {
    close: () => sqlite.close(),
    // On a full disk SQLite rolls a transaction back by itself. Kysely's own rollback would then fail, and its error
    // would hide why.
    prepare: (text) => sqlite.prepare(text === 'rollback' && !sqlite.inTransaction ? 'select 1' : text),
  };
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
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
