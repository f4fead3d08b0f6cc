import { lockUser } from '../core/database/lock-user.ts';
import type { Db } from '../core/database/open-database.ts';
import { newSecretToken, tokenHash } from '../core/secret-token.ts';

/**
 * Long enough to upload the largest file over a slow connection, short enough that one found in a log no longer works.
 */
export const UPLOAD_TOKEN_LIFETIME_MS: number = 10 * 60 * 1000;

/** Issues a token. If a user has too many, the oldest become invalid. */
export async function issueUploadToken(db: Db, userId: string, now: number, max: number): Promise<string> {
  const token = newSecretToken();
  await db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    await tx
      .deleteFrom('upload_token')
      .where('user_id', '=', userId)
      .where('token_hash', 'not in', (eb) =>
        eb
          .selectFrom('upload_token')
          .select('token_hash')
          .where('user_id', '=', userId)
          .where('expires_at', '>', now)
          .orderBy('expires_at', 'desc')
          .limit(max - 1),
      )
      .execute();
    await tx
      .insertInto('upload_token')
      .values({ token_hash: tokenHash(token), user_id: userId, expires_at: now + UPLOAD_TOKEN_LIFETIME_MS })
      .execute();
  });
  return token;
}

/** Whether the token was issued to that user and is valid. */
export async function uploadTokenHolds(db: Db, token: string, userId: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('upload_token')
    .select('user_id')
    .where('token_hash', '=', tokenHash(token))
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}
