import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { tablesOf } from '#server/core/database/schema.ts';
import type { BlobStore } from '#server/core/files/blob-store.ts';
import type { AtEnd, TestServer, TestVisitor } from './create-test-server.ts';
import { openDatabaseOf, openTestBlobs } from './test-storage.ts';

/** Copies of all tables, in the same database. */
const COPIES = 'copies';

/**
 * Saves all rows and files of a running server, and the cookies of these visitors, and returns a function that restores
 * them. For tests of many calls, any of which may change anything: their setup takes up to forty calls.
 */
export async function keepState(
  { dataDir }: TestServer,
  visitors: readonly TestVisitor[],
  atEnd: AtEnd,
): Promise<() => Promise<void>> {
  const jars = visitors.map(({ cookies }) => ({ cookies, kept: new Map(cookies) }));
  const putRowsBack = await keepRows(dataDir, atEnd);
  const putFilesBack = await keepFiles(await openTestBlobs(dataDir));
  return async () => {
    for (const { cookies, kept } of jars) {
      cookies.clear();
      for (const [name, value] of kept) cookies.set(name, value);
    }
    await putRowsBack();
    await putFilesBack();
  };
}

async function keepRows(dataDir: string, atEnd: AtEnd): Promise<() => Promise<void>> {
  const { type, db, close } = await openDatabaseOf(dataDir);
  atEnd(close);
  const run = (statement: string): Promise<unknown> => sql.raw(statement).execute(db);
  const tables = await tablesOf(db);
  if (type === 'sqlite') await run('pragma foreign_keys = off');
  await run(type === 'sqlite' ? `attach ':memory:' as ${COPIES}` : `create schema ${COPIES}`);
  for (const table of tables) await run(`create table ${COPIES}."${table}" as select * from "${table}"`);
  const statements = tables.flatMap((table) => [
    `delete from "${table}"`,
    `insert into "${table}" select * from ${COPIES}."${table}"`,
  ]);
  if (type === 'postgres') {
    // References are not checked meanwhile.
    const all = ['set local session_replication_role = replica', ...statements].join('; ');
    return async () => void (await run(`do $$ begin ${all}; end $$`));
  }
  return () =>
    db.transaction().execute(async (tx) => {
      for (const statement of statements) await sql.raw(statement).execute(tx);
    });
}

async function keepFiles(blobs: BlobStore): Promise<() => Promise<void>> {
  const kept = new Map<string, Buffer>();
  for await (const { key } of blobs.list()) kept.set(key, await buffer(blobs.open(key)));
  return async () => {
    const missing = new Map(kept);
    for await (const { key } of blobs.list()) missing.delete(key);
    for (const [key, bytes] of missing) await blobs.put(key, bytes);
  };
}
