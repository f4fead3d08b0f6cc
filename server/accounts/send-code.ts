import { err, ok, type Result } from '#model/kernel/result.ts';
import { CODE_RESEND_SECONDS, type Language, type SentCode } from '#protocol/api.ts';
import type { Db } from '../database/open-database.ts';
import { invalid, refusal, type Refusal } from '../outcomes/outcome.ts';
import { canReach, notify, type Messenger, type Note } from './messenger.ts';
import { CODE_LIFETIME_MS, dropCode, makeCode, type CodeLimits, type CodePurpose } from './sent-codes.ts';
import { findByTarget, isConfirmed, readTarget, type Target } from './targets.ts';

/** What sending a code needs. */
export interface CodeSending {
  readonly db: Db;
  readonly messenger: Messenger;
  readonly codeLimits: CodeLimits;
  readonly language: Language;
  readonly time: number;
  readonly origin: { readonly address: string };
}

/**
 * Sends a code to an address or a number. Whether there is an account shows nowhere but in the message itself: for a
 * purpose that the account does not fit, or without one, the message says so in the place of the code.
 */
export async function sendCode(
  sending: CodeSending,
  purpose: CodePurpose,
  input: { readonly target: string; readonly country?: string },
): Promise<Result<SentCode, Refusal>> {
  const { db, messenger, codeLimits, language, time, origin } = sending;
  const target = readTarget(input.target, input.country);
  if (!target.ok) return target;
  if (!canReach(messenger, target.value.kind)) {
    return err(invalid('target', target.value.kind === 'email' ? 'code.noMail' : 'code.noSms'));
  }
  const code = await makeCode(db, codeLimits, purpose, target.value, origin.address, time);
  if (!code.ok) return code;
  const { to, note } = await messageFor(db, purpose, target.value, code.value);
  if (!(await notify(messenger, to, note, language))) {
    await dropCode(db, purpose, target.value);
    return err(refusal('failed', 'code.notSent'));
  }
  return ok({ target: target.value.address, resend_seconds: CODE_RESEND_SECONDS });
}

async function messageFor(
  db: Db,
  purpose: CodePurpose,
  target: Target,
  code: string,
): Promise<{ to: Target; note: Note }> {
  const user = await findByTarget(db, target);
  // The address that the account has: what was typed may be another that is compared as the same.
  const to = target.kind === 'email' ? { ...target, address: user?.email ?? target.address } : target;
  const params = { code, minutes: CODE_LIFETIME_MS / 60_000 };
  switch (purpose) {
    case 'login':
      if (user === null || !isConfirmed(user, target)) return { to, note: UNKNOWN };
      return { to, note: { subject: 'code.subject', text: 'code.login', params } };
    case 'reset':
      if (user === null) return { to, note: UNKNOWN };
      return { to, note: { subject: 'code.subject', text: 'code.reset', params } };
    case 'register':
      if (user !== null) return { to, note: TAKEN };
      return { to, note: { subject: 'code.subject', text: 'code.register', params } };
    default:
      if (user !== null && purpose !== `bind ${user.id}`) return { to, note: TAKEN };
      return { to, note: { subject: 'code.subject', text: 'code.bind', params } };
  }
}

const UNKNOWN: Note = { subject: 'code.noAccountSubject', text: 'code.noAccount', params: {} };
const TAKEN: Note = { subject: 'code.takenSubject', text: 'code.taken', params: {} };
