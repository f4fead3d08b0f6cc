import { ok, err, type Result } from '#model/kernel/result.ts';
import { EXPORT_PATH, NICKNAME_MAX_LENGTH, type UserInfo, type SpaceUsage } from '#protocol/api.ts';
import { confirmOwner } from '../accounts/confirm-owner.ts';
import { privilegesOf, type PrivilegeServices, requirePrivilege } from '../membership/privileges.ts';
import type { Handlers } from '../http/call.ts';
import { changeAvatar } from './avatar.ts';
import { deleteAccount } from './delete-account.ts';
import { claimTurn } from './export-turns.ts';
import type { CoreServices } from '../core/services.ts';
import type { AccountServices } from '../accounts/services.ts';
import { userInfoOf } from '../accounts/accounts.ts';
import { type User, PASSING_KINDS } from '../core/database/tables.ts';
import { invalid, type ApiError } from '../core/api-error.ts';
import { planOf } from '../membership/plan.ts';
import { spaceLimit } from '../core/files/space.ts';

/** Handlers for the user's own account: its profile, its space, its export and its deletion. */
export const personalHandlers: Pick<
  Handlers<
    Pick<CoreServices, 'limits' | 'db' | 'files' | 'queue' | 'now'> &
      Pick<AccountServices, 'logins'> &
      PrivilegeServices
  >,
  'privilegeList' | 'editNickname' | 'editAvatar' | 'spaceUsage' | 'beginAccountExport' | 'deleteAccount'
> = {
  async privilegeList({ privileges, user, time }) {
    return ok({ list: privilegesOf(privileges, user, time).flatMap(({ name, granted }) => (granted ? [name] : [])) });
  },
  editNickname(context, input) {
    return changeNickname(context, context.user, input.nickname);
  },
  editAvatar(context, input) {
    return changeAvatar(context, context.user, input.image);
  },
  async spaceUsage(context) {
    return ok(await readSpaceUsage(context, context.user, context.time));
  },
  async beginAccountExport({ db, user, time }) {
    const token = await claimTurn(db, user.id, time);
    return token.ok ? ok({ url: EXPORT_PATH + token.value }) : token;
  },
  async deleteAccount(context, input) {
    const owner = await confirmOwner(context, context.user, input.confirmation);
    if (!owner.ok) return owner;
    await deleteAccount(context, context.user.id);
    await context.signOut(true);
    return ok(null);
  },
};

/** Changing the nickname is a privilege (specification 1, section 1). */
async function changeNickname(
  { db, privileges, now }: Pick<CoreServices, 'db' | 'now'> & PrivilegeServices,
  user: User,
  wanted: string,
): Promise<Result<UserInfo, ApiError>> {
  const forbidden = requirePrivilege(privileges, user, 'nickname', now());
  if (forbidden !== null) return err(forbidden);
  const nickname = wanted.trim().normalize('NFC');
  if (nickname === '') return err(invalid('nickname', 'account.nicknameEmpty'));
  if (nickname.length > NICKNAME_MAX_LENGTH) {
    return err(invalid('nickname', 'account.nicknameTooLong', { max: NICKNAME_MAX_LENGTH }));
  }
  await db.updateTable('user').set({ nickname }).where('id', '=', user.id).execute();
  return ok(userInfoOf({ ...user, nickname }));
}

/** The size of the user's files by kind, and the account's limit at `now` (milliseconds since 1970). */
async function readSpaceUsage(
  services: Pick<CoreServices, 'limits' | 'db' | 'files'> & PrivilegeServices,
  user: User,
  now: number,
): Promise<SpaceUsage> {
  const { db } = services;
  const rows = await db
    .selectFrom('stored_file')
    .select((eb) => ['kind', eb.fn.countAll<number>().as('files'), eb.fn.sum<number>('bytes').as('bytes')])
    .where('user_id', '=', user.id)
    .where('kind', 'not in', PASSING_KINDS)
    .groupBy('kind')
    .execute();
  const kinds = rows.map(({ kind, files, bytes }) => ({ kind, files: Number(files), bytes: Number(bytes) }));
  return {
    used: kinds.reduce((sum, { bytes }) => sum + bytes, 0),
    limit: await spaceLimit(db, planOf(services, user, now), user.id, now),
    kinds: kinds.toSorted((one, other) => other.bytes - one.bytes),
  };
}
