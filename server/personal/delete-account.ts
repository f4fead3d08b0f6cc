import { sql } from 'kysely';
import { dropCodesOf } from '../accounts/sent-codes.ts';
import { lockUser } from '../core/database/lock-user.ts';
import { endRunsOf } from '../runs/runs.ts';
import { dropPending } from '../sharing/common-library.ts';
import type { CoreServices } from '../core/services.ts';

/**
 * Tables of which an account may have tens of thousands of rows, or megabytes: the columns that identify a row among
 * the user's, and how many rows one statement deletes, with what depends on them.
 */
const LARGE_TABLES = [
  ['print_reading', 'job_id', 1],
  ['print_record', 'job_id', 100],
  ['schedule', 'id', 2],
  ['template', 'id', 50],
  ['cloud_file', 'id', 100],
  ['label_run', 'id', 20],
  ['printer', 'id', 100],
] as const;
const FILES_AT_ONCE = 100;
const PAGES_AT_ONCE = 5_000;

/**
 * Deletes the user with all their data. The last rows are deleted together with the sessions. The same transaction
 * records the files: those that a killed server leaves are deleted at the next start.
 */
export async function deleteAccount(
  { db, files, queue }: Pick<CoreServices, 'db' | 'files' | 'queue'>,
  userId: string,
): Promise<void> {
  await dropPending({ db, files }, userId);
  // Before their rows are deleted, open runs are taken from the workers.
  await db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    await endRunsOf({ queue }, tx, userId);
  });
  await thinOut({ db, files }, userId);
  await db.transaction().execute(async (tx) => {
    // Additions to the account happen before this, or not at all.
    await lockUser(tx, userId);
    const user = await tx
      .selectFrom('user')
      .select(['id', 'email_key', 'phone'])
      .where('id', '=', userId)
      .executeTakeFirst();
    if (user === undefined) return;
    await dropCodesOf(tx, user);
    await endRunsOf({ queue }, tx, userId);
    await tx
      .insertInto('deleted_file')
      .columns(['key'])
      .expression(tx.selectFrom('stored_file').select('key').where('user_id', '=', userId))
      .execute();
    // A folder with templates or files in it can't be deleted, not even with its user's row.
    await tx.deleteFrom('template').where('user_id', '=', userId).execute();
    await tx.deleteFrom('cloud_file').where('user_id', '=', userId).execute();
    await tx.deleteFrom('user').where('id', '=', userId).execute();
  });
  await files.removeDeleted();
}

/**
 * Deletes most of a large account's data in small steps, with other work in between: all in one transaction would block
 * the server for seconds. After an interruption the user deletes the rest of the account by trying again.
 */
async function thinOut({ db, files }: Pick<CoreServices, 'db' | 'files'>, userId: string): Promise<void> {
  const runs = sql`select id from label_run where user_id = ${userId}`;
  const pages = sql`select run_id, page from print_page where run_id in (${runs}) limit ${PAGES_AT_ONCE}`;
  for (let count = 1n; count > 0n;) {
    const deleted = await sql`delete from print_page where (run_id, page) in (${pages})`.execute(db);
    count = deleted.numAffectedRows ?? 0n;
  }
  for (const [table, key, limit] of LARGE_TABLES) {
    const [from, name] = [sql.table(table), sql.ref(key)];
    const some = sql`select ${name} from ${from} where user_id = ${userId} limit ${limit}`;
    for (let count = 1n; count > 0n;) {
      const deleted = await sql`delete from ${from} where user_id = ${userId} and ${name} in (${some})`.execute(db);
      count = deleted.numAffectedRows ?? 0n;
    }
  }
  for (let last = ''; ;) {
    const own = db.selectFrom('stored_file').select('key').where('user_id', '=', userId).where('key', '>', last);
    const keys = (await own.orderBy('key').limit(FILES_AT_ONCE).execute()).map(({ key }) => key);
    if (keys.length === 0) return;
    // Files that are still in use are deleted with the user.
    await files.drop(keys);
    last = keys.at(-1) ?? last;
  }
}
