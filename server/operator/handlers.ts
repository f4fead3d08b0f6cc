import { ok } from '#model/kernel/result.ts';
import { addFontForAll, deleteFontForAll, listAddedFonts } from '../content/fonts/added-fonts.ts';
import type { Handlers } from '../http/call.ts';
import { auditCsv, listAudit } from './audit-log.ts';
import { blockUser, deleteUser, grantUserSpace, setRole, userDetails } from './manage-users.ts';
import { storageOf } from './storage.ts';
import { listUsers } from './users.ts';
import type { CoreServices } from '../core/services.ts';
import type { FontServices } from '../content/fonts/operator-fonts.ts';
import type { PrivilegeServices } from '../membership/privileges.ts';
import { listAuditLog } from '../core/observe/audit.ts';

/** Operators' handlers. */
export const operatorHandlers: Pick<
  Handlers<
    Pick<CoreServices, 'limits' | 'db' | 'files' | 'queue' | 'maxStorageBytes' | 'now'> &
      PrivilegeServices &
      FontServices
  >,
  | 'operatorUserList'
  | 'operatorGetUser'
  | 'operatorSetRole'
  | 'operatorBlockUser'
  | 'operatorGrantSpace'
  | 'operatorDeleteUser'
  | 'operatorStorage'
  | 'operatorAuditLog'
  | 'operatorAuditCsv'
  | 'operatorFontList'
  | 'addOperatorFont'
  | 'delOperatorFont'
> = {
  async operatorUserList({ db, time }, input) {
    return ok(await listUsers(db, input, time));
  },
  operatorGetUser(context, input) {
    return userDetails(context, input.id);
  },
  operatorSetRole({ db }, input) {
    return setRole(db, input);
  },
  operatorBlockUser({ db, user, time }, input) {
    return blockUser(db, user.id, input, time);
  },
  operatorGrantSpace({ db, time }, input) {
    return grantUserSpace(db, input, time);
  },
  operatorDeleteUser(context, input) {
    return deleteUser(context, input);
  },
  async operatorStorage({ db, maxStorageBytes }, input) {
    return ok(await storageOf(db, maxStorageBytes, input));
  },
  operatorAuditLog({ db }, input) {
    return listAudit(db, input);
  },
  operatorAuditCsv({ db, disconnected }, input) {
    return auditCsv(db, input, disconnected);
  },
  async operatorFontList({ db, fonts }) {
    const added = await listAddedFonts(db);
    const list = [
      ...added.map(({ id, family, weight, italic, members, bytes }) => ({
        id,
        family,
        weight,
        italic,
        members,
        bytes,
      })),
      ...fonts.map(({ family, weight, italic, members }) => ({ id: '', family, weight, italic, members, bytes: 0 })),
    ];
    return ok({ list, count: list.length });
  },
  addOperatorFont(context, input) {
    return addFontForAll(context, context.user.id, input);
  },
  delOperatorFont(context, input) {
    return deleteFontForAll(context, input.id);
  },
};

/** Handlers for the audit log of the user's own account. */
export const auditHandlers: Pick<Handlers<Pick<CoreServices, 'db'>>, 'getAuditLog'> = {
  async getAuditLog({ db, user }, input) {
    return ok(await listAuditLog(db, user.id, input));
  },
};
