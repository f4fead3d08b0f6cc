import { PRIVILEGES, type Privilege, type PrivilegeName } from '#protocol/api.ts';
import type { User } from '../core/database/tables.ts';
import { apiError, type ApiError } from '../core/api-error.ts';

/**
 * The one place that says what a user may do beyond what everybody may. `free` are the privileges that the operator gives
 * to all users; members have every one.
 */
export interface PrivilegeRules {
  readonly free: ReadonlySet<PrivilegeName>;
}

export interface PrivilegeServices {
  readonly privileges: PrivilegeRules;
}

/** What members have today, in the order of the specification. */
export const MEMBERS_HAVE: readonly PrivilegeName[] = PRIVILEGES;

/** Where membership is off. */
export const ALL_FREE: PrivilegeRules = { free: new Set(PRIVILEGES) };
/** Where membership is on, as long as the operator says nothing. */
export const NONE_FREE: PrivilegeRules = { free: new Set() };

export function hasPrivilege({ free }: PrivilegeRules, user: User | null, name: PrivilegeName, now: number): boolean {
  return isMember(user, now) || free.has(name);
}

/** All of them in the order of the specification, with what is granted to that user. */
export function privilegesOf(rules: PrivilegeRules, user: User | null, now: number): Privilege[] {
  return PRIVILEGES.map((name) => ({ name, granted: hasPrivilege(rules, user, name, now) }));
}

/** Why the user may not; null where the privilege is granted. */
export function requirePrivilege(rules: PrivilegeRules, user: User, name: PrivilegeName, now: number): ApiError | null {
  return hasPrivilege(rules, user, name, now)
    ? null
    : apiError('refused', 'privilege.missing', {}, { privilege: name });
}

/** Reads a setting: `all`, `none`, or names with commas between them. The error is a name that is not known. */
export function parsePrivileges(text: string): PrivilegeRules | { readonly unknown: string } {
  if (text === 'all') return ALL_FREE;
  if (text === 'none') return NONE_FREE;
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !isPrivilege(name));
  return unknown === undefined ? { free: new Set(names.filter(isPrivilege)) } : { unknown };
}

function isPrivilege(name: string): name is PrivilegeName {
  return PRIVILEGES.some((privilege) => privilege === name);
}

/** Whether the user has a membership at that time. Whatever only members may do asks here. */
export function isMember(user: User | null, now: number): boolean {
  return user !== null && user.member_until !== null && user.member_until > now;
}
