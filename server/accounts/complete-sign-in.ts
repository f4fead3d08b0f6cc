import { ok, type Result } from '#model/kernel/result.ts';
import type { UserInfo } from '#protocol/api.ts';
import type { User } from '../database/tables.ts';
import type { Refusal } from '../outcomes/outcome.ts';
import { userInfoOf } from './accounts.ts';

export interface SignInContext {
  /** Opens the session. */
  readonly signIn: (user: User) => Promise<void>;
}

/**
 * The one way in, once somebody has shown who they are, by password, code or third party: whatever else is to be asked
 * before a session is opened is asked here.
 */
export async function completeSignIn(context: SignInContext, user: User): Promise<Result<UserInfo, Refusal>> {
  await context.signIn(user);
  return ok(userInfoOf(user));
}
