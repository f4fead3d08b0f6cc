import { err, ok, type Result } from '#model/kernel/result.ts';
import type { SessionInfo } from '#protocol/api.ts';
import type { Db } from '../core/database/open-database.ts';
import { apiError, type ApiError } from '../core/api-error.ts';
import { SESSION_LONGEST_MS } from '../http/sessions.ts';
import { deviceOf } from '../http/user-agent.ts';

/** The user's valid sessions: the one named `current` first, then by last use. */
export async function listSessions(db: Db, userId: string, current: string, now: number): Promise<SessionInfo[]> {
  const rows = await db
    .selectFrom('session')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('created_at', '>', now - SESSION_LONGEST_MS)
    .orderBy('used_at', 'desc')
    .orderBy('token_hash')
    .execute();
  const list = rows.map((row) => ({
    // The stored hash, from which the token can't be found.
    id: row.token_hash,
    ...deviceOf(row.user_agent),
    address: row.address,
    created: Number(row.created_at),
    used: Math.max(Number(row.used_at), Number(row.created_at)),
    current: row.token_hash === current,
  }));
  return [...list.filter((one) => one.current), ...list.filter((one) => !one.current)];
}

export async function endSession(db: Db, userId: string, id: string): Promise<Result<null, ApiError>> {
  const deleted = await db
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .where('token_hash', '=', id)
    .returning('user_id')
    .executeTakeFirst();
  return deleted === undefined ? err(apiError('notFound', 'session.notFound')) : ok(null);
}

/** Ends all sessions of the user, and sign-ins that wait for their second factor. */
export async function endAllSessions(db: Db, userId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('session').where('user_id', '=', userId).execute();
    await tx.deleteFrom('sign_in_ticket').where('user_id', '=', userId).execute();
    await tx.deleteFrom('upload_token').where('user_id', '=', userId).execute();
  });
}
