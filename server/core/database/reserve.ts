import { sql, type Kysely } from 'kysely';
import { isNoSpace } from './no-space.ts';
import type { Tables } from './tables.ts';

/** Room for some thousand sessions, renames and deletions. */
const RESERVE_BYTES = 2 * 1024 * 1024;

/**
 * Keeps room in the database for small writes on a full disk: signing in, and deleting what fills it. A table is
 * written and dropped again; its pages stay in the file, free, and SQLite takes from them before it asks the disk for
 * more. The same write gives the log beside the database its size: it is written over from its start after each
 * checkpoint, not made longer. Does nothing on a disk that is full already.
 *
 * With `onlyIfSpent`, does nothing while most of the reserve is still there.
 */
export async function keepReserve(db: Kysely<Tables>, onlyIfSpent: boolean): Promise<void> {
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
