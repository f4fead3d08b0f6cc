import type { Db } from './open-database.ts';

/**
 * Makes other transactions that lock this user wait until this one ends: to be called first in a transaction that looks at
 * what an account has before it adds to it (counts, space, plans). PostgreSQL lets transactions run side by side, so
 * that two of them could each see room for one more. A write of nothing locks the row there, and makes the transaction
 * a writing one from its start in SQLite.
 */
export async function lockUser(tx: Db, userId: string): Promise<void> {
  await tx
    .updateTable('user')
    .set((eb) => ({ created_at: eb.ref('created_at') }))
    .where('id', '=', userId)
    .execute();
}
