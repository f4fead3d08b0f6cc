import type { Db } from './open-database.ts';

/**
 * Locks the user's row until the transaction ends: to be called first in a transaction that checks an account (counts,
 * space, plans) before it adds to it. PostgreSQL runs transactions concurrently, so two of them could each see room for
 * one more. An empty write locks the row there, and makes the transaction a writing one from its start in SQLite.
 */
export async function lockUser(tx: Db, userId: string): Promise<void> {
  await tx
    .updateTable('user')
    .set((eb) => ({ created_at: eb.ref('created_at') }))
    .where('id', '=', userId)
    .execute();
}
