import { err, ok } from '#model/kernel/result.ts';
import { requirePrivilege, type PrivilegeServices } from '../membership/privileges.ts';
import type { Handlers } from '../http/call.ts';
import { decideCommon, submitCommon, withdrawCommon } from './common-library.ts';
import { listCommon } from './common-rows.ts';
import { copyShare } from './copy-share.ts';
import { addShare, endShare, listShares, openPublicShare, openShare } from './shares.ts';
import type { CoreServices } from '../core/services.ts';

/** Handlers for templates shown to others: by a link, or in the common library. */
export const sharingHandlers: Pick<
  Handlers<Pick<CoreServices, 'limits' | 'db' | 'files' | 'hasStorage' | 'now'> & PrivilegeServices>,
  | 'addTemplateShare'
  | 'templateShareList'
  | 'endTemplateShare'
  | 'openTemplateShare'
  | 'openPublicShare'
  | 'copyTemplateShare'
  | 'commonList'
  | 'ownCommonList'
  | 'submitCommon'
  | 'withdrawCommon'
  | 'operatorCommonList'
  | 'decideCommon'
> = {
  async addTemplateShare({ db, user, time, privileges }, input) {
    const refused = requirePrivilege(privileges, user, 'shareTemplates', time);
    return refused === null ? addShare(db, user.id, input, time) : err(refused);
  },
  async templateShareList({ db, user, time }, input) {
    return ok(await listShares(db, user.id, input, time));
  },
  endTemplateShare({ db, user }, input) {
    return endShare(db, user.id, input.id);
  },
  openTemplateShare({ db, user, time }, input) {
    return openShare(db, user.id, input.secret, time);
  },
  openPublicShare({ db, time }, input) {
    return openPublicShare(db, input.secret, time);
  },
  copyTemplateShare(context, input) {
    return copyShare(context, context.user, input);
  },
  async commonList({ db }, input) {
    return ok(await listCommon(db, { ...input, state: 'approved', order: 'used' }));
  },
  async ownCommonList({ db, user }, input) {
    return ok(await listCommon(db, { ...input, userId: user.id }));
  },
  async submitCommon(context, input) {
    const { user, privileges, time } = context;
    const refused = requirePrivilege(privileges, user, 'shareTemplates', time);
    return refused === null ? submitCommon(context, user.id, input) : err(refused);
  },
  withdrawCommon(context, input) {
    return withdrawCommon(context, context.user.id, input.id);
  },
  async operatorCommonList({ db }, input) {
    return ok(await listCommon(db, input));
  },
  decideCommon(context, input) {
    return decideCommon(context, input);
  },
};
