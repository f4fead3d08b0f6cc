import { API_CODES, type ApiCode, type CallName } from '#protocol/api.ts';
import { findAccountId } from '../accounts/accounts.ts';
import { audit } from '../audit/audit.ts';
import { AUDITED_CALLS, type AuditedCall } from '../audit/audited-calls.ts';
import type { Services } from '../services.ts';

/** Refusals that say nothing of who tried what. */
const UNREMARKABLE: readonly ApiCode[] = [API_CODES.invalid, API_CODES.busy, API_CODES.noSpace];

/** How a call ended. */
export interface Ended {
  readonly name: CallName;
  readonly input: unknown;
  /** The session's user, or the one who has just signed in. */
  readonly userId: string | null;
  readonly address: string;
  readonly code: ApiCode;
}

/** Writes down a call that is one of those to be written down, and any that asked in another user's name. */
export async function auditCall({ db, now }: Services, { name, input, userId, address, code }: Ended): Promise<void> {
  if (UNREMARKABLE.includes(code)) return;
  const done = code === API_CODES.success;
  const audited = AUDITED_CALLS[name] as AuditedCall<unknown> | undefined;
  if (audited === undefined || code === API_CODES.forbidden) {
    if (code !== API_CODES.forbidden) return;
    await audit(
      db,
      { event: 'accessRefused', outcome: 'refused', userId, address, details: { call: name, code } },
      now(),
    );
    return;
  }
  // Who fails to sign in to an account may have a session of another one.
  const named = done || audited.account === undefined ? userId : await findAccountId(db, audited.account(input));
  // Signing out without a session changes nothing, and who has only shown the first of two factors is not in yet.
  if (named === null && (done || audited.account === undefined)) return;
  const details = { ...audited.details?.(input), ...(done ? {} : { code }) };
  const outcome = done ? 'done' : 'refused';
  await audit(db, { event: audited.event, outcome, userId: named, address, details }, now());
}
