import type { Db } from '../database/open-database.ts';
import type { BlobStore } from './blob-store.ts';

/** A younger file may belong to an upload that is being stored at this moment, by this process or another one. */
const GRACE_MS = 60 * 60 * 1000;
const BATCH = 500;

/**
 * Removes what a killed server has left among the uploads: half-written drafts, and files of which the database knows
 * nothing. A database without a single file leaves everything as it is: it is more likely new beside old files, and they
 * are not its to delete.
 */
export async function removeLeftovers(blobs: BlobStore, db: Db, now: number): Promise<void> {
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
