import { err, ok, type Result } from '#model/kernel/result.ts';
import type { SecondFactorInput, UserInfo } from '#protocol/api.ts';
import type { SecretBox } from '../core/database/secret-box.ts';
import type { User } from '../core/database/tables.ts';
import { invalid, apiError, type ApiError } from '../core/api-error.ts';
import { userInfoOf } from './accounts.ts';
import { attemptOf, type OwnerContext } from './confirm-owner.ts';
import { checkSecondFactor, hasSecondFactor, isOneTimeCode } from './second-factor.ts';
import { findTicket, issueTicket, useTicket } from './sign-in-tickets.ts';

/** Services for a sign-in; every handler's context has them. */
export interface SignInContext extends OwnerContext {
  readonly signIn: (user: User) => Promise<void>;
}

/**
 * Completes every sign-in with one factor (password, code by mail, third party): opens the session, or issues a ticket
 * for the second factor.
 */
export async function completeSignIn(context: SignInContext, user: User): Promise<Result<UserInfo, ApiError>> {
  const blocked = refuseBlocked(user);
  if (blocked !== null) return err(blocked);
  if (await hasSecondFactor(context.db, user.id)) {
    const { knownBrowser, knownPlace } = await attemptOf(context, user, 'code', factorOf(user));
    const ticket = await issueTicket(context.db, user.id, knownBrowser !== null || knownPlace, context.time);
    return err(apiError('secondFactor', 'factor.needed', {}, { ticket }));
  }
  await context.signIn(user);
  return ok(userInfoOf(user));
}

/**
 * Completes a sign-in with its second factor. One-time codes are counted before they are checked, per account over all
 * addresses. Recovery codes are too long to be guessed and are not counted, so an attacker with the password can't keep
 * the owner from using one.
 */
export async function completeSecondFactor(
  context: SignInContext & { readonly secrets: SecretBox },
  { ticket, code }: SecondFactorInput,
): Promise<Result<UserInfo, ApiError>> {
  const { db, time, logins } = context;
  const user = await findTicket(db, ticket, time);
  if (user === null) return err(TICKET_ENDED);
  const isCounted = isOneTimeCode(code);
  const attempt = await attemptOf(context, user, 'code', factorOf(user));
  const admitted = isCounted ? await logins.admit(attempt, time) : ok(null);
  if (!admitted.ok) return err(apiError('tooMany', 'factor.tooMany', { seconds: admitted.error }));
  if (!(await checkSecondFactor(context, user.id, code))) return err(invalid('code', 'factor.wrongCode'));
  if (!(await useTicket(db, ticket))) return err(TICKET_ENDED);
  const blocked = refuseBlocked(user);
  if (blocked !== null) return err(blocked);
  if (isCounted) await logins.succeed(attempt);
  await context.signIn(user);
  return ok(userInfoOf(user));
}

function factorOf({ id }: Pick<User, 'id'>): string {
  return `second factor ${id}`;
}

const TICKET_ENDED = apiError('unauthorized', 'factor.ticketEnded');

/**
 * Rejects the sign-in of a user whom an operator has blocked. Called only after the user has proved to be the owner.
 */
export function refuseBlocked({ blocked_at: since }: Pick<User, 'blocked_at'>): ApiError | null {
  return since === null ? null : apiError('forbidden', 'account.blocked');
}
