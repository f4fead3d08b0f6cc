import type { User } from '../core/database/tables.ts';
import { refusal, type Refusal } from '../core/errors/api-error.ts';

/** Why a user whom an operator has shut out may not sign in; null for all others. Said only to who has proved to be the user. */
export function refuseBlocked({ blocked_at: since }: Pick<User, 'blocked_at'>): Refusal | null {
  return since === null ? null : refusal('forbidden', 'account.blocked');
}
