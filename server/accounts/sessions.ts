import type { Db } from '../database/open-database.ts';
import type { User } from '../database/tables.ts';
import { newSecretToken, tokenHash } from './secret-token.ts';

/** From the last successful response (specification 1, section 4). */
export const SESSION_LIFETIME_MS: number = 24 * 60 * 60 * 1000;
/** A session's end is moved at most this often, so that reading does not cost a durable write each time. */
const RENEWAL_STEP_MS = 60_000;

/** Makes a session; its token is known to the caller alone. */
export async function openSession(db: Db, userId: string, now: number): Promise<string> {
  const token = newSecretToken();
  await db
    .insertInto('session')
    .values({ token_hash: tokenHash(token), user_id: userId, created_at: now, expires_at: endFrom(now) })
    .execute();
  return token;
}

export interface Session {
  readonly tokenHash: string;
  readonly user: User;
  readonly expiresAt: number;
}

/** The session of that token; null when there is none or it has ended. */
export async function findSession(db: Db, token: string, now: number): Promise<Session | null> {
  const hash = tokenHash(token);
  const row = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .selectAll('user')
    .select('session.expires_at')
    .where('session.token_hash', '=', hash)
    .where('session.expires_at', '>', now)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { expires_at: expiresAt, ...user } = row;
  return { tokenHash: hash, user, expiresAt };
}

/** Lets the session live another 24 hours. */
export async function renewSession(db: Db, session: Session, now: number): Promise<void> {
  if (endFrom(now) - session.expiresAt < RENEWAL_STEP_MS) return;
  await db
    .updateTable('session')
    .set({ expires_at: endFrom(now) })
    .where('token_hash', '=', session.tokenHash)
    .execute();
}

export async function closeSession(db: Db, token: string): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', tokenHash(token)).execute();
}

/** The step is added on top, so that a session never ends before the 24 hours that were promised. */
function endFrom(now: number): number {
  return now + SESSION_LIFETIME_MS + RENEWAL_STEP_MS;
}
