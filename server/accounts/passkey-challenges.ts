import type { Db } from '../core/database/open-database.ts';
import { newSecretToken, tokenHash } from '../core/secret-token.ts';

/** Browsers let a person take this long for a passkey at most. */
const CHALLENGE_LIFETIME_MS = 5 * 60 * 1000;

/** Bytes for an authenticator to sign: for a passkey of that user, or (null) for whoever signs in. */
export async function newChallenge(db: Db, userId: string | null, now: number): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = newSecretToken();
  await db
    .insertInto('passkey_challenge')
    .values({ digest: tokenHash(challenge), user_id: userId, expires_at: now + CHALLENGE_LIFETIME_MS })
    .execute();
  return new Uint8Array(Buffer.from(challenge, 'base64url'));
}

/** Whether it was given for that and not used before. It never holds again, whatever becomes of the rest. */
export async function useChallenge(db: Db, challenge: string, userId: string | null, now: number): Promise<boolean> {
  const used = await db
    .deleteFrom('passkey_challenge')
    .where('digest', '=', tokenHash(challenge))
    .where('user_id', userId === null ? 'is' : '=', userId)
    .where('expires_at', '>', now)
    .returning('digest')
    .executeTakeFirst();
  return used !== undefined;
}
