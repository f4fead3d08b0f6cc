import { ok } from '#model/kernel/result.ts';
import { EXPORT_PATH } from '#protocol/api.ts';
import { confirmOwner } from '../accounts/confirm-owner.ts';
import { privilegesOf, type PrivilegeServices } from '../membership/privileges.ts';
import type { Handlers } from '../http/call.ts';
import { changeAvatar } from './avatar.ts';
import { deleteAccount } from './delete-account.ts';
import { claimTurn } from './export-turns.ts';
import { changeNickname } from './nickname.ts';
import { readSpaceUsage } from './space-usage.ts';
import type { CoreServices } from '../core/services.ts';
import type { AccountServices } from '../accounts/services.ts';

/** The user's own account: its profile, its space, taking all out, deleting it. */
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
