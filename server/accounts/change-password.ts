import { err, ok, type Result } from '#model/kernel/result.ts';
import type { ResetPasswordInput, UserInfo } from '#protocol/api.ts';
import type { Db } from '../core/database/open-database.ts';
import type { User } from '../core/database/tables.ts';
import { apiError, type ApiError } from '../core/api-error.ts';
import { passwordError } from './accounts.ts';
import { completeSignIn, type SignInContext } from './complete-sign-in.ts';
import { confirmUser, type SignedIn } from './confirm-user.ts';
import { hashPassword } from './passwords.ts';
import { takeCode, WRONG_CODE } from './sent-codes.ts';
import { findByTarget, readTarget } from './targets.ts';

/**
 * Sets a new password with a code sent to the account's address or number, which the code confirms. All sessions end,
 * known browsers are forgotten, and the caller is signed in.
 */
export async function resetPassword(
  context: SignInContext,
  input: ResetPasswordInput,
): Promise<Result<UserInfo, ApiError>> {
  const { db, time } = context;
  const target = readTarget(input.target, input.country);
  if (!target.ok) return target;
  const user = await findByTarget(db, target.value);
  // The check of the password against the user's names reveals them only to a caller with the code.
  const early = passwordError(input.password, [target.value.address]);
  if (early !== null) return err(early);
  const taken = await takeCode({ ...context, user }, 'reset', target.value, input.code);
  if (!taken.ok) return taken;
  if (user === null) return err(WRONG_CODE);
  const confirmed = target.value.kind === 'email' ? { email_verified_at: time } : { phone_verified_at: time };
  const changed = await replacePassword(db, user, input.password, confirmed);
  return changed.ok ? completeSignIn(context, { ...user, ...changed.value }) : changed;
}

/** Changes the password of the signed-in user. All other sessions end; this one continues under a new token. */
export async function changePassword(
  context: SignedIn & SignInContext,
  oldPassword: string,
  password: string,
): Promise<Result<null, ApiError>> {
  const { db, user } = context;
  const weak = passwordError(password, namesOf(user));
  if (weak !== null) return err(weak);
  const confirmed = await confirmUser(context, oldPassword);
  if (!confirmed.ok) return confirmed;
  const changed = await replacePassword(db, user, password, {});
  if (!changed.ok) return changed;
  await context.signIn({ ...user, ...changed.value });
  return ok(null);
}

async function replacePassword(
  db: Db,
  user: User,
  password: string,
  more: Partial<Pick<User, 'email_verified_at' | 'phone_verified_at'>>,
): Promise<Result<Partial<User>, ApiError>> {
  const hash = await hashPassword(password);
  if (!hash.ok) return err(apiError('busy', 'server.busy', { seconds: 5 }));
  const changes = { password_hash: hash.value, ...more };
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('user').set(changes).where('id', '=', user.id).execute();
    await trx.deleteFrom('session').where('user_id', '=', user.id).execute();
    await trx.deleteFrom('sign_in_ticket').where('user_id', '=', user.id).execute();
    await trx.deleteFrom('known_place').where('user_id', '=', user.id).execute();
    await trx.deleteFrom('known_browser').where('user_id', '=', user.id).execute();
  });
  return ok(changes);
}

function namesOf(user: User): string[] {
  return [user.user_name ?? '', user.email ?? '', user.phone ?? '', user.nickname];
}
