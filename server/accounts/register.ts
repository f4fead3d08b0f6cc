import { err, type Result } from '#model/kernel/result.ts';
import type { LoginByCodeInput, RegisterInput } from '#protocol/api.ts';
import type { User } from '../core/database/tables.ts';
import { invalid, type ApiError } from '../core/api-error.ts';
import { createAccount, newAccountFault, type NewAccount } from './accounts.ts';
import type { OwnerContext } from './confirm-owner.ts';
import { takeCode, WRONG_CODE } from './sent-codes.ts';
import { findByTarget, isConfirmed, readTarget } from './targets.ts';

/**
 * Creates an account with a user name, an e-mail address or a phone number. An address or number needs the code that
 * was sent to it, and consent to the terms; other faults are reported before the code is used up.
 */
export async function registerAccount(
  context: OwnerContext,
  input: RegisterInput,
  folderName: string,
): Promise<Result<User, ApiError>> {
  const { db, time } = context;
  const reached = [input.email, input.phone].filter((text) => (text ?? '').trim() !== '');
  if (input.agreement === false) return err(NOT_AGREED);
  const [to] = reached;
  const named = { ...input, agreedAt: input.agreement === true ? time : null };
  if (to === undefined) return createAccount(db, { ...named, email: '', phone: '' }, folderName, time);
  if (reached.length > 1) return err(invalid('phone', 'account.oneAddress'));
  if (input.agreement !== true) return err(NOT_AGREED);
  // Text without an `@` in the address field is not a phone number.
  if (to === input.email && !to.includes('@')) return err(invalid('email', 'account.emailInvalid'));
  const target = readTarget(to, input.country);
  if (!target.ok) return target;
  const { kind, address } = target.value;
  const account: NewAccount = {
    ...named,
    email: kind === 'email' ? address : '',
    phone: kind === 'phone' ? address : '',
    confirmedAt: time,
  };
  const fault = await newAccountFault(db, account);
  if (fault !== null) return err(fault);
  const owner = await findByTarget(db, target.value);
  const taken = await takeCode({ ...context, user: owner }, 'register', target.value, input.code ?? '');
  if (!taken.ok) return taken;
  return createAccount(db, account, folderName, time);
}

const NOT_AGREED = invalid('agreement', 'account.notAgreed');

/** The user to whose confirmed address or number the code was sent. */
export async function authenticateByCode(
  context: OwnerContext,
  input: LoginByCodeInput,
): Promise<Result<User, ApiError>> {
  const target = readTarget(input.target, input.country);
  if (!target.ok) return target;
  const user = await findByTarget(context.db, target.value);
  const taken = await takeCode({ ...context, user }, 'login', target.value, input.code);
  if (!taken.ok) return taken;
  return user === null || !isConfirmed(user, target.value) ? err(WRONG_CODE) : { ok: true, value: user };
}
