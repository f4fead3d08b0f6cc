import { err, ok, type Result } from '#model/kernel/result.ts';
import { newSecretToken, tokenHash } from '../core/secret-token.ts';
import { lockUser } from '../core/database/lock-user.ts';
import type { Db } from '../core/database/open-database.ts';
import { apiError, type ApiError } from '../core/api-error.ts';

/** From the call that prepares an archive to its download. */
const TICKET_LIFETIME_MS = 60 * 1000;
/** How long an export counts as in progress after its last update. */
const TURN_LIFETIME_MS = 2 * 60 * 1000;
const SIGN_EVERY_MS = 30 * 1000;

/** Issues a token that starts one export. Only the latest token is valid; none while an export is in progress. */
export function claimTurn(db: Db, userId: string, now: number): Promise<Result<string, ApiError>> {
  return db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    const row = await tx.selectFrom('account_export').selectAll().where('user_id', '=', userId).executeTakeFirst();
    if (row !== undefined && row.started === 1 && Number(row.expires_at) > now) {
      return err(apiError('refused', 'export.running'));
    }
    const token = newSecretToken();
    const turn = { token_hash: tokenHash(token), started: 0, expires_at: now + TICKET_LIFETIME_MS };
    await tx
      .insertInto('account_export')
      .values({ user_id: userId, ...turn })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(turn))
      .execute();
    return ok(token);
  });
}

/** Begins the export of a token. Null for an invalid one; else a function that ends the export. */
export async function takeTurn(
  db: Db,
  userId: string,
  token: string,
  now: () => number,
): Promise<(() => Promise<void>) | null> {
  const hash = tokenHash(token);
  const taken = await db
    .updateTable('account_export')
    .set({ started: 1, expires_at: now() + TURN_LIFETIME_MS })
    .where('user_id', '=', userId)
    .where('token_hash', '=', hash)
    .where('started', '=', 0)
    .where('expires_at', '>', now())
    .returning('user_id')
    .executeTakeFirst();
  if (taken === undefined) return null;
  const sign = setInterval(() => {
    db.updateTable('account_export')
      .set({ expires_at: now() + TURN_LIFETIME_MS })
      .where('user_id', '=', userId)
      .where('token_hash', '=', hash)
      .execute()
      // The next update comes soon; without any the user could begin another export, which does no harm.
      .catch(() => undefined);
  }, SIGN_EVERY_MS);
  return async () => {
    clearInterval(sign);
    await db.deleteFrom('account_export').where('user_id', '=', userId).where('token_hash', '=', hash).execute();
  };
}
