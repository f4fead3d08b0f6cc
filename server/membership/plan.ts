import type { AccountLimits } from '../core/account-limits.ts';
import type { User } from '../core/database/tables.ts';
import { hasPrivilege, type PrivilegeRules } from './privileges.ts';

/** What a user's plan says of cloud space. Packages that were granted come on top. */
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
