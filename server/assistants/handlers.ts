import { ok } from '#model/kernel/result.ts';
import { chooseSystem, type AssistantServices } from './assistant-files.ts';
import { confirmOwner } from '../accounts/confirm-owner.ts';
import { makeBindCode, unbindAssistant } from './binding.ts';
import { listAssistants } from './printers.ts';
import type { Handlers } from '../http/call.ts';
import type { CoreServices } from '../core/services.ts';
import type { AccountServices } from '../accounts/services.ts';
import { createHmac, randomBytes } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { ticketText } from '#protocol/assistant-pairing.ts';

/** Handlers for print assistants: connected ones, the one on the user's machine, and downloads. */
export const assistantHandlers: Pick<
  Handlers<
    Pick<CoreServices, 'db'> &
      Pick<AccountServices, 'logins'> &
      Pick<AssistantServices, 'assistantFiles' | 'assistantKey'>
  >,
  'assistantList' | 'addAssistantCode' | 'delAssistant' | 'assistantTicket' | 'assistantFiles' | 'softwareDownload'
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

const VALID_MS = 30_000;

/**
 * A ticket that pairs a page with the print assistant started together with this server. Null without such an
 * assistant, and for a page on another machine, whose assistant is another one.
 */
function assistantTicket(key: string | null, address: string, time: number): string | null {
  if (key === null || !isLoopback(address)) return null;
  const text = ticketText(time + VALID_MS, randomBytes(16).toString('hex'));
  return `${text}.${createHmac('sha256', key).update(text).digest('hex')}`;
}

/** Whether a text of `clientAddress` is loopback: IPv6 addresses have their first half only, which is unique to ::1. */
function isLoopback(address: string): boolean {
  return isIPv4(address) ? address.startsWith('127.') : address === '0:0:0:0';
}
