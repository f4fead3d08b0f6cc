import { ok } from '#model/kernel/result.ts';
import { confirmOwner } from '../accounts/confirm-owner.ts';
import { makeBindCode, unbindAssistant } from './binding.ts';
import { listAssistants } from './printers.ts';
import type { Handlers } from '../http/call.ts';
import type { CoreServices } from '../core/services.ts';
import type { AccountServices } from '../accounts/services.ts';

/** Print assistants that dial out. */
export const assistantHandlers: Pick<
  Handlers<Pick<CoreServices, 'db'> & Pick<AccountServices, 'logins'>>,
  'assistantList' | 'addAssistantCode' | 'delAssistant'
> = {
  async assistantList({ db, user, time }) {
    const list = await listAssistants(db, user.id, time);
    return ok({ list, count: list.length });
  },
  async addAssistantCode(context, { confirmation }) {
    const owner = await confirmOwner(context, context.user, confirmation);
    if (!owner.ok) return owner;
    return ok(await makeBindCode(context, context.user.id));
  },
  delAssistant({ db, user }, { id }) {
    return unbindAssistant(db, user.id, id);
  },
};
