import type { Services } from '../services.ts';

/**
 * Deletes the user with all that is theirs. The rows go at once, and with them the sessions. The same transaction notes
 * the files: what a killed server leaves of them goes at the next start.
 */
export async function deleteAccount({ db, files }: Pick<Services, 'db' | 'files'>, userId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('deleted_file')
      .columns(['key'])
      .expression(tx.selectFrom('stored_file').select('key').where('user_id', '=', userId))
      .execute();
    // A folder with templates is not deleted, not even by its user's row.
    await tx.deleteFrom('template').where('user_id', '=', userId).execute();
    await tx.deleteFrom('user').where('id', '=', userId).execute();
  });
  await files.removeDeleted();
}
