import type { OperatorUser, OperatorUserList, OperatorUserListInput } from '#protocol/api.ts';
import { INSTALLATION_USER } from '../accounts/installation-account.ts';
import { isMember } from '../membership/privileges.ts';
import { containsText } from '../core/database/contains-text.ts';
import type { Db } from '../core/database/open-database.ts';
import type { User } from '../core/database/tables.ts';
import { isoOf } from '../core/iso-time.ts';

const DEFAULT_PAGE_SIZE = 20;

/** One page of the users of the installation, newest first. */
export async function listUsers(db: Db, input: OperatorUserListInput, now: number): Promise<OperatorUserList> {
  const { search = '', role, page = 1, size = DEFAULT_PAGE_SIZE } = input;
  let found = db.selectFrom('user').where('id', '<>', INSTALLATION_USER);
  if (role !== undefined) found = found.where('role', '=', role);
  const text = search.trim();
  if (text !== '') {
    const key = text.toLowerCase();
    found = found.where((eb) =>
      eb.or([
        containsText('user_name_key', key),
        containsText('email_key', key),
        containsText('phone', text),
        containsText('nickname', text),
      ]),
    );
  }
  const { count } = await found.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await found
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { list: rows.map((user) => operatorUserOf(user, now)), count: Number(count) };
}

/** A user as operators see one. */
export function operatorUserOf(user: User, now: number): OperatorUser {
  return {
    user_id: user.id,
    user_name: user.user_name ?? '',
    email: user.email ?? '',
    phone: user.phone ?? '',
    nickname: user.nickname,
    role: user.role,
    is_member: isMember(user, now),
    expire_time: isoOf(user.member_until),
    created: isoOf(user.created_at),
    blocked: user.blocked_at !== null,
  };
}
