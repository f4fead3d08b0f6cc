import { ok } from '#model/kernel/result.ts';
import { addIcon, deleteIcon, editIcon, listAddedIcons } from '../icons/added-icons.ts';
import { helpText, listHelp, listOwnHelp, ownArticle, publishHelp, withdrawHelp } from './own-texts.ts';
import type { Handlers } from '../../http/call.ts';
import type { CoreServices } from '../../core/services.ts';

/** Handlers for icons and help texts that operators add. */
export const addedContentHandlers: Pick<
  Handlers<Pick<CoreServices, 'db'>>,
  | 'addedIconList'
  | 'addIcon'
  | 'editIcon'
  | 'delIcon'
  | 'ownHelpList'
  | 'ownHelpArticle'
  | 'operatorHelpList'
  | 'operatorHelpText'
  | 'publishHelpText'
  | 'withdrawHelpText'
> = {
  async addedIconList({ db }) {
    const list = await listAddedIcons(db);
    return ok({ list, count: list.length });
  },
  addIcon({ db, time }, input) {
    return addIcon(db, input, time);
  },
  editIcon({ db }, input) {
    return editIcon(db, input.id, input);
  },
  delIcon({ db }, input) {
    return deleteIcon(db, input.id);
  },
  async ownHelpList({ db }, input) {
    return ok({ list: await listOwnHelp(db, input.language) });
  },
  ownHelpArticle({ db }, input) {
    return ownArticle(db, input.language, input.id);
  },
  async operatorHelpList({ db }, input) {
    const list = await listHelp(db, input.language);
    return ok({ list, count: list.length });
  },
  operatorHelpText({ db }, input) {
    return helpText(db, input.language, input.id);
  },
  publishHelpText({ db, time }, input) {
    return publishHelp(db, input, time);
  },
  async withdrawHelpText({ db }, input) {
    await withdrawHelp(db, input.language, input.id);
    return ok(null);
  },
};
