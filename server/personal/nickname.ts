import { err, ok, type Result } from '#model/kernel/result.ts';
import { NICKNAME_MAX_LENGTH, type UserInfo } from '#protocol/api.ts';
import { userInfoOf } from '../accounts/accounts.ts';
import { refusePrivilege, type PrivilegeServices } from '../membership/privileges.ts';
import type { User } from '../core/database/tables.ts';
import { invalid, type Refusal } from '../core/errors/api-error.ts';
import type { CoreServices } from '../core/services.ts';

/** To change one's nickname is a privilege (specification 1, section 1). */
export async function changeNickname(
  { db, privileges, now }: Pick<CoreServices, 'db' | 'now'> & PrivilegeServices,
  user: User,
  wanted: string,
): Promise<Result<UserInfo, Refusal>> {
  const forbidden = refusePrivilege(privileges, user, 'nickname', now());
  if (forbidden !== null) return err(forbidden);
  const nickname = wanted.trim().normalize('NFC');
  if (nickname === '') return err(invalid('nickname', 'account.nicknameEmpty'));
  if (nickname.length > NICKNAME_MAX_LENGTH) {
    return err(invalid('nickname', 'account.nicknameTooLong', { max: NICKNAME_MAX_LENGTH }));
  }
  await db.updateTable('user').set({ nickname }).where('id', '=', user.id).execute();
  return ok(userInfoOf({ ...user, nickname }));
}
