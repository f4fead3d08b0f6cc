import type { AccountLimits } from '../core/account-limits.ts';
import type { User } from '../core/database/tables.ts';
import { hasPrivilege, type PrivilegeRules } from './privileges.ts';

/** The cloud space of a user's plan. Granted packages are added. */
export interface SpacePlan {
  readonly bytes: number;
  /** A membership would give more. */
  readonly membersHaveMore: boolean;
}

export function planOf(
  { limits, privileges }: { readonly limits: AccountLimits; readonly privileges: PrivilegeRules },
  user: User,
  now: number,
): SpacePlan {
  const { spaceBytes, memberSpaceBytes } = limits;
  return hasPrivilege(privileges, user, 'cloudSpace', now)
    ? { bytes: memberSpaceBytes, membersHaveMore: false }
    : { bytes: spaceBytes, membersHaveMore: memberSpaceBytes > spaceBytes };
}
