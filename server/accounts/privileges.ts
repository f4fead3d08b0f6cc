import type { Privilege, PrivilegeName } from '#protocol/api.ts';
import type { User } from '../database/tables.ts';
import { isMember } from './members.ts';

/** What each privilege takes today. `nobody`: the product cannot do it yet. */
const GRANTED_TO: Readonly<Record<PrivilegeName, 'everybody' | 'members' | 'nobody'>> = {
  cloudSpace: 'nobody',
  scanFetch: 'everybody',
  folders: 'nobody',
  scanPrint: 'everybody',
  shareTemplates: 'nobody',
  quickPrint: 'everybody',
  variableTemplates: 'everybody',
  fonts: 'members',
  tables: 'everybody',
  cropping: 'nobody',
  printRecords: 'everybody',
  nickname: 'nobody',
  status: 'members',
};

/** The product's privileges in the order of the specification, with what is granted to that user. */
export function privilegesOf(user: User | null): Privilege[] {
  return (Object.keys(GRANTED_TO) as PrivilegeName[]).map((name) => ({
    name,
    granted: GRANTED_TO[name] === 'everybody' || (GRANTED_TO[name] === 'members' && isMember(user)),
  }));
}
