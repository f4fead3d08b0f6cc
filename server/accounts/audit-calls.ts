import { API_CODES, type ApiCode, type AuditEvent } from '#protocol/api.ts';
import { findAccountId } from './accounts.ts';
import { findTicket } from './sign-in-tickets.ts';
import { audit } from '../core/observe/audit.ts';
import { AUDITED_CALLS, type AuditedCall } from './audited-calls.ts';
import type { Db } from '../core/database/open-database.ts';
import type { CoreServices } from '../core/services.ts';
import type { EndedCall } from '../http/call-route.ts';

/** Errors that say nothing about who attempted what. */
const UNREMARKABLE: readonly ApiCode[] = [
  API_CODES.invalid,
  API_CODES.busy,
  API_CODES.noSpace,
  // After the first of two factors the user is not signed in yet, and has not failed.
  API_CODES.secondFactor,
];

/** Records audited calls, and every call made on behalf of another user. */
export async function auditCall({ db, now }: Pick<CoreServices, 'db' | 'now'>, ended: EndedCall): Promise<void> {
  const { name, input, userId, address, code } = ended;
  const done = code === API_CODES.success;
  const audited = AUDITED_CALLS[name] as AuditedCall<unknown, unknown> | undefined;
  if (UNREMARKABLE.includes(code) && !(code === API_CODES.invalid && audited?.takesCode === true)) return;
  if (audited === undefined || code === API_CODES.forbidden) {
    if (code !== API_CODES.forbidden) return;
    await audit(
      db,
      { event: 'accessRefused', outcome: 'refused', userId, address, details: { call: name, code } },
      now(),
    );
    return;
  }
  const event = done ? (audited.done?.(ended.answer) ?? audited.doneBy?.(input) ?? audited.event) : audited.event;
  const named = await accountOf(db, event, audited, ended, now());
  // Signing out without a session changes nothing.
  if (named === null && (done || audited.account === undefined)) return;
  const details = { ...audited.details?.(input), ...(done ? {} : { code }) };
  const outcome = done ? 'done' : 'refused';
  await audit(db, { event, outcome, userId: named, address, details }, now());
}

/** The account that the call is about. */
async function accountOf(
  db: Db,
  event: AuditEvent,
  { account, ticket }: AuditedCall<unknown, unknown>,
  { code, input, userId, signedInId = null }: EndedCall,
  time: number,
): Promise<string | null> {
  if (code === API_CODES.success) return event === 'signIn' ? signedInId : userId;
  // A user who fails to sign in to an account may have a session of another one.
  if (ticket !== undefined) return (await findTicket(db, ticket(input), time))?.id ?? null;
  return account === undefined ? userId : findAccountId(db, account(input));
}
