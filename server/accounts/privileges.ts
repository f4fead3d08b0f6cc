import { PRIVILEGES, type Privilege } from '#protocol/api.ts';
import type { User } from '../database/tables.ts';
import { refusal, type Refusal } from '../outcomes/outcome.ts';
import { isMember } from './members.ts';

/**
 * The one place that says what a user may do beyond what everybody may. `free` are the privileges that the operator gives
 * to all users; members have every one. As long as nobody can become a member the usual setting gives all of them to
 * everybody, so that nothing is closed that nobody could open.
 */
export interface PrivilegeRules {
  readonly free: ReadonlySet<Privilege>;
}

export const ALL_FREE: PrivilegeRules = { free: new Set(PRIVILEGES) };

/** In the order of the list. */
export function privilegesOf({ free }: PrivilegeRules, user: User): readonly Privilege[] {
  return isMember(user) ? PRIVILEGES : PRIVILEGES.filter((privilege) => free.has(privilege));
}

/** Why the user may not; null where the privilege is granted. */
export function refusePrivilege(rules: PrivilegeRules, user: User, privilege: Privilege): Refusal | null {
  return privilegesOf(rules, user).includes(privilege) ? null : refusal('refused', 'privilege.missing');
}

/** Reads a setting: `all`, `none`, or names with commas between them. The error is a name that is not known. */
export function parsePrivileges(text: string): PrivilegeRules | { readonly unknown: string } {
  if (text === 'all') return ALL_FREE;
  if (text === 'none') return { free: new Set() };
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !isPrivilege(name));
  return unknown === undefined ? { free: new Set(names.filter(isPrivilege)) } : { unknown };
}

function isPrivilege(name: string): name is Privilege {
  return PRIVILEGES.some((privilege) => privilege === name);
}
