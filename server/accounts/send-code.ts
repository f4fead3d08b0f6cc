import { err, ok, type Result } from '#model/kernel/result.ts';
import { CODE_RESEND_SECONDS, LONG_CODE_DIGITS, type Language, type SentCode } from '#protocol/api.ts';
import type { User } from '../core/database/tables.ts';
import { invalid, apiError, type ApiError } from '../core/api-error.ts';
import { canReach, notify, type Messenger, type Note } from './messenger.ts';
import type { OwnerContext } from './confirm-owner.ts';
import { CODE_LIFETIME_MS } from './login-guard.ts';
import { dropCode, makeCode, type CodeLimits, type CodePurpose } from './sent-codes.ts';
import { findByTarget, isConfirmed, readTarget, type Target } from './targets.ts';

/** Services for sending a code. */
export interface CodeSending extends OwnerContext {
  /** The signed-in user. */
  readonly user: User | null;
  readonly messenger: Messenger;
  readonly codeLimits: CodeLimits;
  readonly language: Language;
}

/**
 * Sends a code to an address or a number. Only the message itself reveals whether there is an account: if there is
 * none, or it doesn't fit the purpose, the message says so in place of the code.
 */
export async function sendCode(
  sending: CodeSending,
  purpose: CodePurpose,
  input: { readonly target: string; readonly country?: string },
): Promise<Result<SentCode, ApiError>> {
  const { db, messenger, codeLimits, language } = sending;
  const target = readTarget(input.target, input.country);
  if (!target.ok) return target;
  if (!canReach(messenger, target.value.kind)) {
    return err(invalid('target', target.value.kind === 'email' ? 'code.noMail' : 'code.noSms'));
  }
  const owner = await findByTarget(db, target.value);
  const context = { ...sending, user: purpose.startsWith('bind ') ? sending.user : owner };
  const code = await makeCode(context, codeLimits, purpose, target.value);
  if (!code.ok) return code;
  const { to, note } = messageFor(owner, purpose, target.value, code.value);
  if (!(await notify(messenger, to, note, language))) {
    await dropCode(context, purpose, target.value);
    return err(apiError('failed', 'code.notSent'));
  }
  return ok({ target: target.value.address, resend_seconds: CODE_RESEND_SECONDS });
}

function messageFor(user: User | null, purpose: CodePurpose, target: Target, code: string): { to: Target; note: Note } {
  // The account's own spelling of the address, which may differ from the typed one.
  const to = target.kind === 'email' ? { ...target, address: user?.email ?? target.address } : target;
  // A long code is shown in groups of four.
  const shown = code.length === LONG_CODE_DIGITS ? code.replaceAll(/.{4}(?=.)/g, '$& ') : code;
  const params = { code: shown, minutes: CODE_LIFETIME_MS / 60_000 };
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
