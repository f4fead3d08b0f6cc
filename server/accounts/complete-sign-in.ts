import { err, ok, type Result } from '#model/kernel/result.ts';
import type { SecondFactorInput, UserInfo } from '#protocol/api.ts';
import type { SecretBox } from '../core/database/secret-box.ts';
import type { User } from '../core/database/tables.ts';
import { invalid, apiError, type ApiError } from '../core/api-error.ts';
import { userInfoOf } from './accounts.ts';
import { attemptOf, type OwnerContext } from './confirm-owner.ts';
import { checkSecondFactor, hasSecondFactor, isOneTimeCode } from './second-factor.ts';
import { findTicket, issueTicket, useTicket } from './sign-in-tickets.ts';

/** What a sign-in needs; every handler's context has it. */
export interface SignInContext extends OwnerContext {
  readonly signIn: (user: User) => Promise<void>;
}

/**
 * Where every way to sign in by one factor ends (password, code by mail, another site's account): opens the session, or
 * asks for the second factor by giving a ticket.
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
 * Ends a sign-in that was asked for its second factor. One-time codes are counted before they are looked at, for the
 * account over all addresses. Recovery codes are too long to be guessed and are not counted, so that an attacker who has
 * the password can't keep the owner from using one.
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

/** Why a user whom an operator has shut out may not sign in; null for all others. Said only to who has proved to be the user. */
export function refuseBlocked({ blocked_at: since }: Pick<User, 'blocked_at'>): ApiError | null {
  return since === null ? null : apiError('forbidden', 'account.blocked');
}
