import { dropCodesOf } from '../accounts/sent-codes.ts';
import { lockUser } from '../database/lock-user.ts';
import { endRunsOf } from '../runs/runs.ts';
import { dropPending } from '../sharing/common-library.ts';
import type { Services } from '../services.ts';

/**
 * Deletes the user with all that is theirs. The rows go at once, and with them the sessions. The same transaction notes
 * the files: what a killed server leaves of them goes at the next start.
 */
export async function deleteAccount(
  { db, files, queue }: Pick<Services, 'db' | 'files' | 'queue'>,
  userId: string,
): Promise<void> {
  await dropPending({ db, files }, userId);
  await db.transaction().execute(async (tx) => {
    // What is added to the account meanwhile is added before, or not at all.
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
    // A folder with templates or files in it is not deleted, not even by its user's row.
    await tx.deleteFrom('template').where('user_id', '=', userId).execute();
    await tx.deleteFrom('cloud_file').where('user_id', '=', userId).execute();
    await tx.deleteFrom('user').where('id', '=', userId).execute();
  });
  await files.removeDeleted();
}
