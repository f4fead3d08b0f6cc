import type { LoginOrigin } from '../http/call.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { PASSWORD_MAX_LENGTH } from '#protocol/api.ts';
import type { Db } from '../core/database/open-database.ts';
import type { User } from '../core/database/tables.ts';
import { invalid, apiError, type ApiError } from '../core/api-error.ts';
import { isKnownBrowser, isKnownPlace } from '../http/known-browsers.ts';
import type { LoginAttempt, LoginGuard } from './login-guard.ts';
import { checkPassword } from './passwords.ts';

/** What a check of the account's owner needs. */
export interface OwnerContext {
  readonly db: Db;
  readonly logins: LoginGuard;
  readonly origin: LoginOrigin;
  /** Milliseconds since 1970. */
  readonly time: number;
}

export const TOO_BUSY: ApiError = apiError('busy', 'server.busy', { seconds: 5 });

/** An account that is signed in to by other ways only keeps no hash of a password. */
export function hasPassword(user: User): boolean {
  return user.password_hash !== '';
}

/** What is typed to confirm where there is no password. */
export function accountName(user: User): string {
  return user.user_name ?? user.email ?? user.nickname;
}

/**
 * Whether somebody at an open session is its user: by the password, guesses at which are counted like those of a
 * sign-in. Without a password the account's name only keeps it from happening by mistake.
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

/** What the guard counts for one who claims to be that user, or (null) nobody's. `account` names what is guessed at. */
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
