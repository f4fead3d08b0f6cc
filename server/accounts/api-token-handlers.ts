import { ok } from '#model/kernel/result.ts';
import { addApiToken, deleteApiToken, listApiTokens } from './api-tokens.ts';
import { confirmOwner } from './confirm-owner.ts';
import type { Handlers } from '../http/call.ts';
import type { CoreServices } from '../core/services.ts';
import type { AccountServices } from './services.ts';

/** Handlers for the API tokens of the user's programs. */
export const apiTokenHandlers: Pick<
  Handlers<Pick<CoreServices, 'db'> & Pick<AccountServices, 'logins'>>,
  'apiTokenList' | 'addApiToken' | 'delApiToken'
> = {
  async apiTokenList({ db, user }) {
    const list = await listApiTokens(db, user.id);
    return ok({ list, count: list.length });
  },
  async addApiToken(context, input) {
    const owner = await confirmOwner(context, context.user, input.confirmation);
    if (!owner.ok) return owner;
    return addApiToken(context, context.user.id, input);
  },
  delApiToken({ db, user }, { id }) {
    return deleteApiToken(db, user.id, id);
  },
};
