import { CALLS, type Access, type CallName } from '#protocol/api.ts';
import { apiError, type ApiError } from '../core/api-error.ts';
import type { User } from '../core/database/tables.ts';
import type { CoreServices } from '../core/services.ts';
import type { HttpServices } from './call.ts';
import type { Session } from './sessions.ts';
import { signatureFault } from './signing.ts';

/** Rejects what the session doesn't allow: operators' calls for others, and actions in another user's name. */
export function refuseAccess(access: Access, input: unknown, user: User): ApiError | null {
  if (access === 'operator' && user.role !== 'operator') return apiError('forbidden', 'session.operatorsOnly');
  return namesAnotherUser(input, user.id) ? apiError('forbidden', 'session.otherUser') : null;
}

/** A `user_id` (or `userId` of the signed family) may be absent or empty, but never another user's. */
function namesAnotherUser(input: unknown, userId: string): boolean {
  if (typeof input !== 'object' || input === null) return false;
  return [Reflect.get(input, 'user_id'), Reflect.get(input, 'userId')].some(
    (named) => typeof named === 'string' && named !== '' && named !== userId,
  );
}

/** Rejects an input without a valid signature, for calls that are signed. */
export async function refuseUnsigned(
  { db, signing }: Pick<CoreServices, 'db'> & Pick<HttpServices, 'signing'>,
  name: CallName,
  { tokenHash }: Session,
  input: unknown,
  time: number,
): Promise<ApiError | null> {
  const { signed, path } = CALLS[name];
  return signed === true ? await signatureFault(db, signing.keyOf(tokenHash), path, input as object, time) : null;
}
