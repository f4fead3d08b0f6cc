import { err, ok, type Result } from '#model/kernel/result.ts';
import { NICKNAME_MAX_LENGTH, type UserInfo } from '#protocol/api.ts';
import { userInfoOf } from '../accounts/accounts.ts';
import { refusePrivilege } from '../accounts/privileges.ts';
import type { User } from '../database/tables.ts';
import { invalid, type Refusal } from '../outcomes/outcome.ts';
import type { Services } from '../services.ts';

/** To change one's nickname is a privilege (specification 1, section 1). */
export async function changeNickname(
  { db, privileges, now }: Services,
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
