import { lockUser } from '../core/database/lock-user.ts';
import type { Db } from '../core/database/open-database.ts';
import { newSecretToken, tokenHash } from '../core/secret-token.ts';
import { DAY_MS } from '#model/kernel/time.ts';

/** How long an address stays known after the user's last complete sign-in from it. */
export const KNOWN_PLACE_LIFETIME_MS: number = 30 * DAY_MS;

/**
 * Whether that user has signed in from that address before, in any browser. Many people share the address of an office:
 * the guesses of one of them must not lock the others out of accounts that they use from there.
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

/** How long a browser stays known after the user's last sign-in in it; browsers keep no cookie longer. */
export const KNOWN_BROWSER_LIFETIME_MS: number = 400 * DAY_MS;
const BROWSERS_OF_A_USER = 50;

/** Whether that user has signed in before in the browser with this token. */
export async function isKnownBrowser(db: Db, token: string, userId: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('known_browser')
    .select('user_id')
    .where('token_hash', '=', tokenHash(token))
    .where('user_id', '=', userId)
    .where('used_at', '>', now - KNOWN_BROWSER_LIFETIME_MS)
    .executeTakeFirst();
  return row !== undefined;
}

/** Remembers the user's sign-in in this browser. Returns the browser's token: its own, or a new one. */
export async function rememberBrowser(db: Db, token: string | null, userId: string, now: number): Promise<string> {
  const kept = token !== null && (await isAnyBrowser(db, token)) ? token : newSecretToken();
  await db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    await tx
      .insertInto('known_browser')
      .values({ token_hash: tokenHash(kept), user_id: userId, used_at: now })
      .onConflict((conflict) => conflict.columns(['token_hash', 'user_id']).doUpdateSet({ used_at: now }))
      .execute();
    await forgetOldest(tx, userId);
  });
  return kept;
}

/** Forgets the browser for that user. Returns whether other users still know it. */
export async function forgetBrowser(db: Db, token: string, userId: string): Promise<boolean> {
  await db
    .deleteFrom('known_browser')
    .where('token_hash', '=', tokenHash(token))
    .where('user_id', '=', userId)
    .execute();
  return isAnyBrowser(db, token);
}

/** Only a token that we have issued is accepted: an attacker who sets a cookie in the browser would know its token. */
async function isAnyBrowser(db: Db, token: string): Promise<boolean> {
  const row = await db
    .selectFrom('known_browser')
    .select('user_id')
    .where('token_hash', '=', tokenHash(token))
    .executeTakeFirst();
  return row !== undefined;
}

async function forgetOldest(db: Db, userId: string): Promise<void> {
  const oldest = db
    .selectFrom('known_browser')
    .select('token_hash')
    .where('user_id', '=', userId)
    .orderBy('used_at', 'desc')
    .limit(1000)
    .offset(BROWSERS_OF_A_USER);
  await db.deleteFrom('known_browser').where('user_id', '=', userId).where('token_hash', 'in', oldest).execute();
}
