import { ok } from '#model/kernel/result.ts';
import { FILES_PATH } from '#protocol/api.ts';
import { assistantTicket } from '../../assistants/assistant-tickets.ts';
import { issueUploadToken } from '../../http/upload-tokens.ts';
import { listAddedFonts } from './added-fonts.ts';
import { listOperatorFonts, type FontServices } from './operator-fonts.ts';
import { addUserFont, deleteUserFont, listUserFonts } from './user-fonts.ts';
import { chooseSystem } from '../../assistants/choose-system.ts';
import type { Handlers, HttpServices } from '../../http/call.ts';
import { message } from '../../core/errors/messages.ts';
import { builtInFonts } from './font-list.ts';
import type { CoreServices } from '../../core/services.ts';
import type { AssistantServices } from '../../assistants/assistant-files.ts';
import type { PrivilegeServices } from '../../membership/privileges.ts';

/** Uploads, fonts, settings and downloads. */
export const resourceHandlers: Pick<
  Handlers<
    Pick<CoreServices, 'limits' | 'db' | 'files' | 'now'> &
      Pick<HttpServices, 'payloads'> &
      PrivilegeServices &
      FontServices &
      AssistantServices
  >,
  | 'uploadToken'
  | 'fontList'
  | 'addUserFont'
  | 'delUserFont'
  | 'configuration'
  | 'assistantTicket'
  | 'assistantFiles'
  | 'softwareDownload'
> = {
  async uploadToken({ db, user, time, limits }) {
    return ok({ data: await issueUploadToken(db, user.id, time, limits.maxUploadTokens), url: FILES_PATH });
  },
  async fontList(context) {
    const { db, user } = context;
    const own = user === null ? [] : await listUserFonts(db, user.id);
    // Of one name the user's own comes before the operator's, and that before the product's.
    const families = new Map(
      [
        ...builtInFonts(),
        ...listOperatorFonts({ ...context, fonts: [...context.fonts, ...(await listAddedFonts(db))] }, user),
        ...own,
      ].map((f) => [f.name, f]),
    );
    const list = [...families.values()];
    return ok({ list, count: list.length });
  },
  addUserFont(context, input) {
    return addUserFont(context, context.user.id, input);
  },
  delUserFont(context, input) {
    return deleteUserFont(context, context.user.id, input.id);
  },
  async configuration({ assistantPort, limits, language, payloads }) {
    return ok({
      image_size: Math.floor(limits.imageBytes / 1024),
      member_space: message(language, 'space.members'),
      assistant_port: assistantPort,
      encrypted_calls: [...payloads.calls],
    });
  },
  async assistantTicket({ assistantKey, origin, time }) {
    return ok({ ticket: assistantTicket(assistantKey, origin.address, time) });
  },
  async assistantFiles({ assistantFiles }) {
    return ok({ list: await assistantFiles.list() });
  },
  async softwareDownload({ assistantFiles, userAgent }, input) {
    const system = chooseSystem(input, userAgent);
    const file = system === null ? undefined : (await assistantFiles.list()).find((one) => one.system === system);
    return ok({ url: file?.url ?? '/download' });
  },
};
