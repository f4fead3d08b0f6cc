import { ok } from '#model/kernel/result.ts';
import type { Handlers } from '../http/call.ts';
import { deleteFolder } from './delete-folder.ts';
import { dropDraft, findDraft, saveDraft } from './drafts.ts';
import { moveTemplates } from './move-templates.ts';
import { saveOpeningPicture } from './opening-pictures.ts';
import { templateInfoOf } from './template-rows.ts';
import { copyTemplates, restoreVersion } from './templates.ts';
import { deleteTrashed, emptyTrash, listTrash, restoreTemplates, trashTemplates } from './trash.ts';
import { listVersions, nameVersion } from './versions.ts';
import type { CoreServices } from '../core/services.ts';
import type { PrivilegeServices } from '../membership/privileges.ts';

/** Handlers for several templates at a time, the trash, earlier versions, unsaved work, and opening pictures. */
export const templateTrashHandlers: Pick<
  Handlers<Pick<CoreServices, 'limits' | 'db' | 'files' | 'now'> & PrivilegeServices>,
  | 'delFolder'
  | 'moveTemplates'
  | 'copyTemplates'
  | 'deleteTemplates'
  | 'trashList'
  | 'restoreTemplates'
  | 'delTrash'
  | 'emptyTrash'
  | 'versionList'
  | 'restoreVersion'
  | 'nameVersion'
  | 'saveDraft'
  | 'getDraft'
  | 'deleteDraft'
  | 'saveOpeningPicture'
> = {
  delFolder({ db, user, time }, input) {
    return deleteFolder(db, user.id, input, time);
  },
  moveTemplates({ db, user }, input) {
    return moveTemplates(db, user.id, input);
  },
  async copyTemplates(context, input) {
    const rows = await copyTemplates(context, context.user.id, input.ids);
    return rows.ok ? ok({ list: rows.value.map(templateInfoOf), count: rows.value.length }) : rows;
  },
  deleteTemplates({ db, user, time }, input) {
    return trashTemplates(db, user.id, input.ids, time);
  },
  async trashList({ db, user }, input) {
    return ok(await listTrash(db, user.id, input));
  },
  restoreTemplates(context, input) {
    return restoreTemplates(context, context.user.id, input.ids);
  },
  delTrash(context, input) {
    return deleteTrashed(context, context.user.id, input.ids);
  },
  async emptyTrash(context) {
    await emptyTrash(context, context.user.id, context.time);
    return ok(null);
  },
  versionList({ db, user }, input) {
    return listVersions(db, user.id, input.id);
  },
  async restoreVersion(context, input) {
    const row = await restoreVersion(context, context.user, input);
    return row.ok ? ok(templateInfoOf(row.value)) : row;
  },
  nameVersion({ db, user }, input) {
    return nameVersion(db, user.id, input);
  },
  saveDraft(context, input) {
    return saveDraft(context, context.user.id, input);
  },
  async getDraft({ db, user }, input) {
    const draft = await findDraft(db, user.id, input.id);
    return draft.ok ? ok({ draft: draft.value }) : draft;
  },
  deleteDraft(context, input) {
    return dropDraft(context, context.user.id, input.id);
  },
  saveOpeningPicture({ db, user, time }, input) {
    return saveOpeningPicture(db, user.id, input, time);
  },
};
