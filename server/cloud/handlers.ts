import { FILES_PATH } from '#protocol/api.ts';
import type { AssistantServices } from '../assistants/assistant-files.ts';
import { message } from '../core/messages.ts';
import { issueUploadToken } from '../http/upload-tokens.ts';
import { ok } from '#model/kernel/result.ts';
import { planOf } from '../membership/plan.ts';
import { readBrandKit, saveBrandKit } from './brand-kit.ts';
import { deleteCloudFiles, editCloudFile, filesOfFolders, listCloudFiles, moveCloudFiles } from './cloud-files.ts';
import { addCloudFolder, deleteCloudFolder, listCloudFolders, renameCloudFolder } from './cloud-folders.ts';
import { spaceLimit, usedSpace } from '../core/files/space.ts';
import { listGrants } from '../core/files/space-grants.ts';
import type { Handlers, HttpServices } from '../http/call.ts';
import type { CoreServices } from '../core/services.ts';
import type { PrivilegeServices } from '../membership/privileges.ts';

/** Handlers for uploads, images and spreadsheets in folders, the brand kit, the account's space, and page settings. */
export const cloudHandlers: Pick<
  Handlers<
    Pick<CoreServices, 'limits' | 'db' | 'files'> &
      Pick<HttpServices, 'payloads'> &
      PrivilegeServices &
      Pick<AssistantServices, 'assistantPort'>
  >,
  | 'uploadToken'
  | 'configuration'
  | 'cloudDataList'
  | 'cloudFileList'
  | 'addCloudFolder'
  | 'renameCloudFolder'
  | 'deleteCloudFolder'
  | 'editCloudFile'
  | 'moveCloudFiles'
  | 'deleteCloudFiles'
  | 'cloudSpace'
  | 'brandKit'
  | 'saveBrandKit'
> = {
  async uploadToken({ db, user, time, limits }) {
    return ok({ data: await issueUploadToken(db, user.id, time, limits.maxUploadTokens), url: FILES_PATH });
  },
  async configuration({ assistantPort, limits, language, payloads }) {
    return ok({
      image_size: Math.floor(limits.imageBytes / 1024),
      member_space: message(language, 'space.members'),
      assistant_port: assistantPort,
      encrypted_calls: [...payloads.calls],
    });
  },
  async cloudDataList({ db, user, language, time }, { type }) {
    const folders = await listCloudFolders(db, user.id, type, language, time);
    const files = await filesOfFolders(
      db,
      user.id,
      folders.map(({ id }) => id),
    );
    const list = folders.map(({ id, name }) => ({ id, Tid: type, name, data: files.get(id) ?? [] }));
    return ok({ list, count: list.length });
  },
  cloudFileList({ db, user }, input) {
    return listCloudFiles(db, user.id, input);
  },
  async addCloudFolder({ db, user, time }, input) {
    const folder = await addCloudFolder(db, user.id, input, time);
    return folder.ok ? ok({ id: folder.value.id, Tid: input.type, name: folder.value.name, data: [] }) : folder;
  },
  renameCloudFolder({ db, user }, input) {
    return renameCloudFolder(db, user.id, input.id, input.name);
  },
  deleteCloudFolder(context, input) {
    return deleteCloudFolder(context, context.user.id, input.id);
  },
  editCloudFile(context, input) {
    return editCloudFile(context, context.user.id, input);
  },
  moveCloudFiles(context, input) {
    return moveCloudFiles(context, context.user.id, input.ids, input.tid);
  },
  async deleteCloudFiles(context, input) {
    await deleteCloudFiles(context, context.user.id, input.ids);
    return ok(null);
  },
  async brandKit({ db, user }) {
    return ok(await readBrandKit(db, user.id));
  },
  saveBrandKit({ db, user, time }, input) {
    return saveBrandKit(db, user.id, input, time);
  },
  async cloudSpace({ db, user, limits, privileges, time }) {
    const grants = await listGrants(db, user.id);
    const packages = grants.map(({ id, bytes, startsAt, endsAt }) => ({
      id,
      bytes,
      starts: new Date(startsAt).toISOString(),
      ends: new Date(endsAt).toISOString(),
      holds: startsAt <= time && time < endsAt,
    }));
    const plan = planOf({ limits, privileges }, user, time);
    const limit = await spaceLimit(db, plan, user.id, time);
    return ok({ used: await usedSpace(db, user.id), limit, plan: plan.bytes, packages });
  },
};
