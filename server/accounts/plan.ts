import type { AccountLimits } from '../account-limits.ts';
import type { User } from '../database/tables.ts';
import { isMember } from './members.ts';

/** What a user's plan says of cloud space. Packages that were granted come on top. */
export interface SpacePlan {
  readonly bytes: number;
  /** A membership would give more. */
  readonly membersHaveMore: boolean;
}

export function planOf({ spaceBytes, memberSpaceBytes }: AccountLimits, user: User): SpacePlan {
  return isMember(user)
    ? { bytes: memberSpaceBytes, membersHaveMore: false }
    : { bytes: spaceBytes, membersHaveMore: memberSpaceBytes > spaceBytes };
}
