import type { Db } from '../core/database/open-database.ts';
import type { User } from '../core/database/tables.ts';
import { newSecretToken, tokenHash } from '../core/secret-token.ts';

/** Long enough to fetch a phone from the next room. */
export const SIGN_IN_TICKET_LIFETIME_MS: number = 5 * 60 * 1000;
/** Most tickets at a time, for known and for unknown origins each. No user needs more. */
const TICKETS_OF_A_USER = 20;

/**
 * Issues a ticket after a correct first factor, for one sign-in. `isKnown`: the browser or address is known as the
 * user's. Tickets of strangers who have the password don't displace those.
 */
export async function issueTicket(db: Db, userId: string, isKnown: boolean, now: number): Promise<string> {
  const token = newSecretToken();
  const known = isKnown ? 1 : 0;
  await db
    .insertInto('sign_in_ticket')
    .values({ token_hash: tokenHash(token), user_id: userId, known, expires_at: now + SIGN_IN_TICKET_LIFETIME_MS })
    .execute();
  const oldest = db
    .selectFrom('sign_in_ticket')
    .select('token_hash')
    .where('user_id', '=', userId)
    .where('known', '=', known)
    .where('token_hash', '<>', tokenHash(token))
    .orderBy('expires_at', 'desc')
    .limit(1000)
    .offset(TICKETS_OF_A_USER - 1);
  await db.deleteFrom('sign_in_ticket').where('token_hash', 'in', oldest).execute();
  return token;
}

/** The user of a ticket; null for an invalid one. It remains valid until `useTicket`, so a code may be mistyped. */
export async function findTicket(db: Db, token: string, now: number): Promise<User | null> {
  const user = await db
    .selectFrom('sign_in_ticket')
    .innerJoin('user', 'user.id', 'sign_in_ticket.user_id')
    .selectAll('user')
    .where('sign_in_ticket.token_hash', '=', tokenHash(token))
    .where('sign_in_ticket.expires_at', '>', now)
    .executeTakeFirst();
  return user ?? null;
}

/** False where a concurrent request has used it. */
export async function useTicket(db: Db, token: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('sign_in_ticket')
    .where('token_hash', '=', tokenHash(token))
    .returning('user_id')
    .executeTakeFirst();
  return deleted !== undefined;
}
