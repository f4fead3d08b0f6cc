import { PRIVILEGES, type Privilege, type PrivilegeName } from '#protocol/api.ts';
import type { User } from '../core/database/tables.ts';
import { apiError, type ApiError } from '../core/api-error.ts';

/**
 * Rules of privileges (what a membership gives a user); no other code decides on them. `openToAll` are the privileges
 * that the operator gives to all users; members have every one.
 */
export interface PrivilegeRules {
  readonly openToAll: ReadonlySet<PrivilegeName>;
}

export interface PrivilegeServices {
  readonly privileges: PrivilegeRules;
}

/** The members' privileges, in the order of the specification. */
export const MEMBERS_HAVE: readonly PrivilegeName[] = PRIVILEGES;

/** Where membership is off. */
export const ALL_FREE: PrivilegeRules = { openToAll: new Set(PRIVILEGES) };
/** The default where membership is on. */
export const NONE_FREE: PrivilegeRules = { openToAll: new Set() };

export function hasPrivilege(
  { openToAll }: PrivilegeRules,
  user: User | null,
  name: PrivilegeName,
  now: number,
): boolean {
  return isMember(user, now) || openToAll.has(name);
}

/** All privileges in the order of the specification, with the user's own marked. */
export function privilegesOf(rules: PrivilegeRules, user: User | null, now: number): Privilege[] {
  return PRIVILEGES.map((name) => ({ name, granted: hasPrivilege(rules, user, name, now) }));
}

/** The error for a missing privilege; null where it is granted. */
export function requirePrivilege(rules: PrivilegeRules, user: User, name: PrivilegeName, now: number): ApiError | null {
  return hasPrivilege(rules, user, name, now)
    ? null
    : apiError('refused', 'privilege.missing', {}, { privilege: name });
}

/** Reads a setting: `all`, `none`, or names separated by commas. The error is an unknown name. */
export function parsePrivileges(text: string): PrivilegeRules | { readonly unknown: string } {
  if (text === 'all') return ALL_FREE;
  if (text === 'none') return NONE_FREE;
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !isPrivilege(name));
  return unknown === undefined ? { openToAll: new Set(names.filter(isPrivilege)) } : { unknown };
}

function isPrivilege(name: string): name is PrivilegeName {
  return PRIVILEGES.some((privilege) => privilege === name);
}

/** Whether the user is a member at that time. Every members-only feature asks here. */
export function isMember(user: User | null, now: number): boolean {
  return user !== null && user.member_until !== null && user.member_until > now;
}
