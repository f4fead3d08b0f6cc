import type { Db } from '../core/database/open-database.ts';
import { tokenHash } from '../core/secret-token.ts';

/** An address stays known for so long after the user last signed in from it, with all factors. */
export const KNOWN_PLACE_LIFETIME_MS: number = 30 * 24 * 60 * 60 * 1000;

/**
 * Whether that user has signed in from that address before, in whatever browser. Many people share the address of an
 * office: the guesses of one of them must not keep the others out of accounts that they use from there.
 */
export async function isKnownPlace(db: Db, address: string, userId: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('known_place')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('address_hash', '=', tokenHash(address))
    .where('used_at', '>', now - KNOWN_PLACE_LIFETIME_MS)
    .executeTakeFirst();
  return row !== undefined;
}

export async function rememberPlace(db: Db, address: string, userId: string, now: number): Promise<void> {
  await db
    .insertInto('known_place')
    .values({ user_id: userId, address_hash: tokenHash(address), used_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'address_hash']).doUpdateSet({ used_at: now }))
    .execute();
}
