import type { User } from '../database/tables.ts';

/** Nobody can buy a membership yet, so nobody is a member. Whatever only members may do asks here. */
export function isMember(_user: User | null): boolean {
  return false;
}
