import { ok } from '#model/kernel/result.ts';
import { FILES_PATH, UPLOAD_LIMITS } from '#protocol/api.ts';
import { authenticate, createAccount, userInfoOf } from './accounts/accounts.ts';
import { assistantTicket } from './accounts/assistant-tickets.ts';
import { listAssistantFiles } from './http/assistant-files.ts';
import { issueUploadToken } from './accounts/upload-tokens.ts';
import type { Handlers } from './http/call-route.ts';
import { message } from './outcomes/messages.ts';
import { isMember } from './accounts/members.ts';
import { listOperatorFonts } from './fonts/operator-fonts.ts';
import { addUserFont, deleteUserFont, listUserFonts } from './fonts/user-fonts.ts';
import { addReadings, beginRecord, deleteRecord, endRecord } from './history/print-records.ts';
import { listRecords, readReadings, readRecord } from './history/read-records.ts';
import { builtInFonts } from './resources/fonts.ts';
import { countUse } from './templates/count-use.ts';
import { listCounters, setCounter, takeCounter } from './templates/counters.ts';
import { addFolder, listFolders, renameFolder } from './templates/folders.ts';
import { findTemplate, listTemplates, templateInfoOf } from './templates/template-rows.ts';
import { addTemplate, copyTemplate, coverTemplate, deleteTemplate, editTemplate } from './templates/templates.ts';

/** What each call of the protocol does. */
export const handlers: Handlers = {
  async register(context, input) {
    const folderName = message(context.language, 'folder.defaultName');
    const user = await createAccount(context.db, input, folderName, context.time);
    if (!user.ok) return user;
    await context.signIn(user.value);
    return ok(userInfoOf(user.value));
  },
  async login(context, input) {
    const user = await authenticate(context.db, context.logins, input, context.origin, context.time);
    if (!user.ok) return user;
    await context.signIn(user.value);
    return ok(userInfoOf(user.value));
  },
  async logout(context, input) {
    await context.signOut(input.forget === true);
    return ok(null);
  },
  async currentUser({ user }) {
    return ok(user === null ? null : userInfoOf(user));
  },
  async profile({ user }) {
    return ok({ head_pic: user.head_pic, nickname: user.nickname });
  },
  async member({ user }) {
    return ok({ is_member: isMember(user), expire_time: '' });
  },

  async folderList({ db, user }) {
    const list = await listFolders(db, user.id);
    return ok({ list, count: list.length });
  },
  addFolder({ db, user, time }, input) {
    return addFolder(db, user.id, input.name, time);
  },
  renameFolder({ db, user }, input) {
    return renameFolder(db, user.id, input.id, input.name);
  },

  async templateList({ db, user }, input) {
    return ok(await listTemplates(db, user.id, input));
  },
  async getTemplate({ db, user }, input) {
    const row = await findTemplate(db, user.id, input.id);
    return row.ok ? ok(templateInfoOf(row.value)) : row;
  },
  async addTemplate(context, input) {
    const row = await addTemplate(context, context.user.id, input);
    return row.ok ? ok(templateInfoOf(row.value)) : row;
  },
  async editTemplate(context, input) {
    const row = await editTemplate(context, context.user.id, input);
    return row.ok ? ok(templateInfoOf(row.value)) : row;
  },
  async coverTemplate(context, input) {
    const row = await coverTemplate(context, context.user.id, input);
    return row.ok ? ok(templateInfoOf(row.value)) : row;
  },
  deleteTemplate(context, input) {
    return deleteTemplate(context, context.user.id, input.id);
  },
  async copyTemplate(context, input) {
    const row = await copyTemplate(context, context.user.id, input.id);
    return row.ok ? ok(templateInfoOf(row.value)) : row;
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

  async beginPrintRecord(context, input) {
    return ok(await beginRecord(context, context.user.id, input));
  },
  endPrintRecord(context, input) {
    return endRecord(context, context.user.id, input);
  },
  addPrintReadings(context, input) {
    return addReadings(context, context.user.id, input);
  },
  async printRecordList({ db, user }, input) {
    return ok(await listRecords(db, user.id, input));
  },
  getPrintRecord({ db, user }, input) {
    return readRecord(db, user.id, input.job_id);
  },
  getPrintReadings({ db, user }, input) {
    return readReadings(db, user.id, input.job_id, input.part);
  },
  deletePrintRecord(context, input) {
    return deleteRecord(context, context.user.id, input.job_id);
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

  async uploadToken({ db, user, time, limits }) {
    return ok({ data: await issueUploadToken(db, user.id, time, limits.maxUploadTokens), url: FILES_PATH });
  },
  async fontList({ db, fonts, user }) {
    const own = user === null ? [] : await listUserFonts(db, user.id);
    // Of one name the user's own comes before the operator's, and that before the product's.
    const families = new Map([...builtInFonts(), ...listOperatorFonts(fonts, user), ...own].map((f) => [f.name, f]));
    const list = [...families.values()];
    return ok({ list, count: list.length });
  },
  addUserFont(context, input) {
    return addUserFont(context, context.user.id, input);
  },
  delUserFont(context, input) {
    return deleteUserFont(context, context.user.id, input.id);
  },
  async configuration({ assistantPort }) {
    return ok({ image_size: UPLOAD_LIMITS.imageBytes / 1024, assistant_port: assistantPort });
  },
  async assistantTicket({ assistantKey, origin, time }) {
    return ok({ ticket: assistantTicket(assistantKey, origin.address, time) });
  },
  async assistantFiles({ assistantFolder }) {
    return ok({ list: listAssistantFiles(assistantFolder) });
  },
  async softwareDownload() {
    return ok({ url: '/download' });
  },
};
