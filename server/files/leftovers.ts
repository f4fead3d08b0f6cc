import { opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../database/open-database.ts';

/** A name that the file store makes: nothing else in the folder is touched. */
const KEY = /^\d{8}[a-z2-9]{16}\.(png|jpg|xlsx?|csv|tprts?|ttf|otf|woff2?)(\.part)?$/;
const DRAFT = '.part';
/** A younger file may belong to an upload that is being stored at this moment. */
const GRACE_MS = 60 * 60 * 1000;
const BATCH = 500;

/**
 * Removes what a killed server has left in the folder of uploads: half-written drafts (`atStart` all of them), and files
 * of which the database knows nothing. A database without a single file leaves everything as it is: it is more
 * likely new beside old files, and they are not its to delete.
 */
export async function removeLeftovers(folder: string, db: Db, now: number, atStart: boolean): Promise<void> {
  const known = await db.selectFrom('stored_file').select('key').limit(1).executeTakeFirst();
  let batch: string[] = [];
  for await (const { name } of await opendir(folder)) {
    if (!KEY.test(name)) continue;
    if (!name.endsWith(DRAFT)) batch.push(name);
    else if (atStart || (await isOld(join(folder, name), now))) await rm(join(folder, name), { force: true });
    if (batch.length < BATCH) continue;
    if (known !== undefined) await removeUnknown(folder, db, batch, now);
    batch = [];
  }
  if (known !== undefined) await removeUnknown(folder, db, batch, now);
}

async function removeUnknown(folder: string, db: Db, names: readonly string[], now: number): Promise<void> {
  if (names.length === 0) return;
  const rows = await db.selectFrom('stored_file').select('key').where('key', 'in', names).execute();
  const known = new Set(rows.map((row) => row.key));
  for (const name of names) {
    const path = join(folder, name);
    if (!known.has(name) && (await isOld(path, now))) await rm(path, { force: true });
  }
}

async function isOld(path: string, now: number): Promise<boolean> {
  const stats = await stat(path).catch(() => null);
  return stats !== null && now - stats.mtimeMs >= GRACE_MS;
}
