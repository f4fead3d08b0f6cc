import { err, ok } from '#model/kernel/result.ts';
import type { Handlers } from '../http/call.ts';
import { apiError } from '../core/api-error.ts';
import { countUse } from './count-use.ts';
import { listCounters, setCounter, takeCounter } from './counters.ts';
import { addFolder, listFolders, renameFolder } from './folders.ts';
import { findTemplate, listTemplates, templateInfoOf } from './template-rows.ts';
import { addTemplate, copyTemplates, coverTemplate, editTemplate } from './templates.ts';
import { saveOnce } from './save-once.ts';
import { trashTemplates } from './trash.ts';
import { requirePrivilege, type PrivilegeServices } from '../membership/privileges.ts';
import type { CoreServices } from '../core/services.ts';

/** Handlers for templates, their folders, counts and serial numbers. */
export const templateHandlers: Pick<
  Handlers<Pick<CoreServices, 'limits' | 'db' | 'files' | 'now'> & PrivilegeServices>,
  | 'folderList'
  | 'addFolder'
  | 'renameFolder'
  | 'templateList'
  | 'getTemplate'
  | 'addTemplate'
  | 'editTemplate'
  | 'coverTemplate'
  | 'deleteTemplate'
  | 'copyTemplate'
  | 'countCommonUse'
  | 'countCloudUse'
  | 'countDownload'
  | 'counterList'
  | 'takeCounter'
  | 'setCounter'
> = {
  async folderList({ db, user }) {
    return ok(await listFolders(db, user.id));
  },
  async addFolder({ db, user, time, limits, privileges }, input) {
    const refused = requirePrivilege(privileges, user, 'folders', time);
    const max = refused === null ? null : limits.maxFolders;
    const folder = await addFolder(db, user.id, input.name, time, max);
    if (folder.ok || refused === null || folder.error.message !== 'folder.tooMany') return folder;
    // A membership would help.
    return err({ ...folder.error, data: { ...refused.data } });
  },
  renameFolder({ db, user }, input) {
    return renameFolder(db, user.id, input.id, input.name);
  },
  async templateList({ db, user }, input) {
    return ok(await listTemplates(db, user.id, input));
  },
  async getTemplate({ db, user, privileges, time }, input) {
    const refused = input.way === undefined ? null : requirePrivilege(privileges, user, input.way, time);
    if (refused !== null) return err(refused);
    const row = await findTemplate(db, user.id, input.id);
    return row.ok ? ok(templateInfoOf(row.value)) : row;
  },
  addTemplate(context, input) {
    return saveOnce(context.db, context.user.id, input.save_key, () => addTemplate(context, context.user, input));
  },
  editTemplate(context, input) {
    return saveOnce(context.db, context.user.id, input.save_key, () => editTemplate(context, context.user, input));
  },
  coverTemplate(context, input) {
    return saveOnce(context.db, context.user.id, input.save_key, () => coverTemplate(context, context.user, input));
  },
  async deleteTemplate({ db, user, time }, input) {
    const deleted = await trashTemplates(db, user.id, [input.id], time);
    return deleted.ok ? ok(null) : deleted;
  },
  async copyTemplate(context, input) {
    const rows = await copyTemplates(context, context.user.id, [input.id]);
    if (!rows.ok) return rows;
    const [row] = rows.value;
    return row === undefined ? err(apiError('notFound', 'template.notFound')) : ok(templateInfoOf(row));
  },
  async countCommonUse(context, input) {
    const count = await countUse(context, context.user.id, input, { column: 'use_count', common: true });
    return count.ok ? ok({ use_num: count.value }) : count;
  },
  async countCloudUse(context, input) {
    const count = await countUse(context, context.user.id, input, { column: 'use_count', common: false });
    return count.ok ? ok({ use_num: count.value }) : count;
  },
  async countDownload(context, input) {
    const count = await countUse(context, context.user.id, input, { column: 'download_count', common: true });
    return count.ok ? ok({ use_num: count.value }) : count;
  },
  counterList({ db, user }, input) {
    return listCounters(db, user.id, input.id);
  },
  takeCounter(context, input) {
    return takeCounter(context, context.user.id, input);
  },
  setCounter(context, input) {
    return setCounter(context, context.user.id, input);
  },
};
