import { lockUser } from '../core/database/lock-user.ts';
import type { Db } from '../core/database/open-database.ts';
import type { User } from '../core/database/tables.ts';
import { newSecretToken, tokenHash } from '../core/secret-token.ts';
import { shortAddress, USER_AGENT_MAX_LENGTH } from './user-agent.ts';
import { DAY_MS } from '#model/kernel/time.ts';

/** A session ends this long after its last successful response (specification 1, section 4). */
export const SESSION_LIFETIME_MS: number = DAY_MS;
/** A session ends this long after sign-in at the latest, so that a stolen token does not work forever. */
export const SESSION_LONGEST_MS: number = 30 * DAY_MS;
/** A further sign-in of the user ends the oldest session. */
const SESSIONS_OF_A_USER = 100;
/** A session's end is updated at most this often: a durable write per request would slow all of them down. */
const RENEWAL_STEP_MS = 60_000;

/** The browser that a session is used from. */
export interface SessionPlace {
  readonly userAgent: string;
  /** As `clientAddress` writes it. */
  readonly address: string;
}

/** Creates a session and returns its token; the database keeps only a digest. */
export async function openSession(db: Db, userId: string, now: number, place: SessionPlace): Promise<string> {
  const token = newSecretToken();
  await db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    await tx
      .insertInto('session')
      .values({
        token_hash: tokenHash(token),
        user_id: userId,
        created_at: now,
        expires_at: endFrom(now),
        user_agent: place.userAgent.slice(0, USER_AGENT_MAX_LENGTH),
        address: shortAddress(place.address),
        used_at: now,
      })
      .execute();
    const oldest = tx
      .selectFrom('session')
      .select('token_hash')
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .limit(1000)
      .offset(SESSIONS_OF_A_USER);
    await tx.deleteFrom('session').where('token_hash', 'in', oldest).execute();
  });
  return token;
}

export interface Session {
  readonly tokenHash: string;
  readonly user: User;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** The session of that token; null for none or an ended one. */
export async function findSession(db: Db, token: string, now: number): Promise<Session | null> {
  const hash = tokenHash(token);
  const row = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .selectAll('user')
    .select(['session.expires_at', 'session.created_at as opened_at'])
    .where('session.token_hash', '=', hash)
    .where('session.expires_at', '>', now)
    .where('session.created_at', '>', now - SESSION_LONGEST_MS)
    .where('user.blocked_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { expires_at: expiresAt, opened_at: createdAt, ...user } = row;
  return { tokenHash: hash, user, createdAt, expiresAt };
}

/** How long the browser keeps the token: 24 hours, or the rest of the session's longest lifetime. */
export function tokenLifetimeMs(createdAt: number, now: number): number {
  return Math.min(SESSION_LIFETIME_MS, createdAt + SESSION_LONGEST_MS - now);
}

/** Extends the session by 24 hours, and records the address. */
export async function renewSession(db: Db, session: Session, now: number, address: string): Promise<void> {
  // Also if it ends later than it can: the clock was set back since.
  if (Math.abs(endFrom(now) - session.expiresAt) < RENEWAL_STEP_MS) return;
  await db
    .updateTable('session')
    .set({ expires_at: endFrom(now), used_at: now, address: shortAddress(address) })
    .where('token_hash', '=', session.tokenHash)
    .execute();
}

export async function closeSession(db: Db, token: string): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', tokenHash(token)).execute();
}

/** The renewal step is added on top, so that a session that was not renewed for a minute still lasts its 24 hours. */
function endFrom(now: number): number {
  return now + SESSION_LIFETIME_MS + RENEWAL_STEP_MS;
}
