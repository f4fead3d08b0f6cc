import { ok } from '#model/kernel/result.ts';
import { confirmOwner } from '../accounts/confirm-owner.ts';
import { makeBindCode, unbindAssistant } from '../assistants/binding.ts';
import { listAssistants } from '../assistants/printers.ts';
import type { Handlers } from '../http/call-route.ts';

/** Print assistants that dial out. */
export const assistantHandlers: Pick<Handlers, 'assistantList' | 'addAssistantCode' | 'delAssistant'> = {
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
