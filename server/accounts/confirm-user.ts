import { err, ok, type Result } from '#model/kernel/result.ts';
import { PASSWORD_MAX_LENGTH } from '#protocol/api.ts';
import type { User } from '../core/database/tables.ts';
import { invalid, apiError, type ApiError } from '../core/api-error.ts';
import { attemptOf, type OwnerContext } from './confirm-owner.ts';
import { checkPassword } from './passwords.ts';

/** How long after sign-in a user without a password may change the sign-in methods. */
export const FRESH_SESSION_MS: number = 10 * 60 * 1000;

export interface SignedIn extends OwnerContext {
  readonly user: User;
  /** When the session began. */
  readonly signedInAt: number | null;
}

/**
 * Checks that the owner made the request, not somebody at an open screen: by the password, whose guesses count like
 * those of a sign-in; without a password, by a recent sign-in.
 */
export async function confirmUser(context: SignedIn, password: string): Promise<Result<null, ApiError>> {
  const { user, logins, time, signedInAt } = context;
  if (user.password_hash === '') {
    const fresh = signedInAt !== null && time - signedInAt <= FRESH_SESSION_MS;
    return fresh ? ok(null) : err(invalid('password', 'account.signInFresh', { minutes: FRESH_SESSION_MS / 60_000 }));
  }
  const attempt = await attemptOf(context, user, 'password', user.id);
  const admitted = await logins.admit(attempt, time);
  if (!admitted.ok) return err(apiError('tooMany', 'request.tooMany', { seconds: admitted.error }));
  if (password.length > PASSWORD_MAX_LENGTH) return err(WRONG);
  const matches = await checkPassword(user.password_hash, password);
  if (!matches.ok) return err(apiError('busy', 'server.busy', { seconds: 5 }));
  if (!matches.value) return err(WRONG);
  await logins.succeed(attempt);
  return ok(null);
}

const WRONG = invalid('password', 'account.wrongOwnPassword');
