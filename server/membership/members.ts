import type { User } from '../core/database/tables.ts';

/** Whether the user has a membership at that time. Whatever only members may do asks here. */
export function isMember(user: User | null, now: number): boolean {
  return user !== null && user.member_until !== null && user.member_until > now;
}
