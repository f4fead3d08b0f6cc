import type { LoginOrigin } from '../http/call.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { PASSWORD_MAX_LENGTH } from '#protocol/api.ts';
import type { Db } from '../core/database/open-database.ts';
import type { User } from '../core/database/tables.ts';
import { invalid, apiError, type ApiError } from '../core/api-error.ts';
import { isKnownBrowser, isKnownPlace } from '../http/known-browsers.ts';
import type { LoginAttempt, LoginGuard } from './login-guard.ts';
import { checkPassword } from './passwords.ts';

/** Services for a check of the account's owner. */
export interface OwnerContext {
  readonly db: Db;
  readonly logins: LoginGuard;
  readonly origin: LoginOrigin;
  /** Milliseconds since 1970. */
  readonly time: number;
}

export const TOO_BUSY: ApiError = apiError('busy', 'server.busy', { seconds: 5 });

/** False for an account with other sign-in methods only. */
export function hasPassword(user: User): boolean {
  return user.password_hash !== '';
}

/** The text that the user types to confirm where there is no password. */
export function accountName(user: User): string {
  return user.user_name ?? user.email ?? user.nickname;
}

/**
 * Checks whether the person at an open session is its user: by the password, whose guesses are counted like those of a
 * sign-in. Without a password, typing the account's name only prevents mistakes.
 */
export async function confirmOwner(context: OwnerContext, user: User, typed: string): Promise<Result<null, ApiError>> {
  if (!hasPassword(user)) {
    const isName = typed.trim().toLowerCase() === accountName(user).toLowerCase();
    return isName ? ok(null) : err(invalid('confirmation', 'account.nameDiffers'));
  }
  const attempt = await attemptOf(context, user, 'password', user.id);
  const admitted = await context.logins.admit(attempt, context.time);
  if (!admitted.ok) return err(apiError('tooMany', 'request.tooMany', { seconds: admitted.error }));
  if (typed.length > PASSWORD_MAX_LENGTH) return err(WRONG);
  const matches = await checkPassword(user.password_hash, typed);
  if (!matches.ok) return err(TOO_BUSY);
  if (!matches.value) return err(WRONG);
  await context.logins.succeed(attempt);
  return ok(null);
}

const WRONG = invalid('confirmation', 'account.passwordWrong');

/**
 * The attempt that the guard counts for a claim to be that user, or nobody (null). `account` names the target of the
 * guesses.
 */
export async function attemptOf(
  { db, origin, time }: Omit<OwnerContext, 'logins'>,
  user: Pick<User, 'id'> | null,
  kind: LoginAttempt['kind'],
  account: string,
): Promise<LoginAttempt> {
  const { address, browserToken } = origin;
  if (user === null) return { kind, account, address, knownBrowser: null, knownPlace: false };
  const known = browserToken !== null && (await isKnownBrowser(db, browserToken, user.id, time));
  const knownPlace = await isKnownPlace(db, address, user.id, time);
  return { kind, account, address, knownBrowser: known ? browserToken : null, knownPlace };
}
