import { err, ok, type Result } from '#model/kernel/result.ts';
import { EMAIL_MAX_LENGTH, isEmail } from '#protocol/api.ts';
import { phoneNumber } from '#protocol/phone-number.ts';
import type { Db } from '../core/database/open-database.ts';
import type { User } from '../core/database/tables.ts';
import { invalid, type ApiError } from '../core/api-error.ts';

/** The recipient of a code. */
export interface Target {
  readonly kind: 'email' | 'phone';
  /** An e-mail address, or a number in E.164. */
  readonly address: string;
  /** The key by which addresses are compared. */
  readonly key: string;
}

/** Reads an e-mail address where there is an `@`, else a number; `country` (ISO 3166) applies to one without a plus. */
export function readTarget(text: string, country: string | undefined): Result<Target, ApiError> {
  if (text.includes('@')) {
    const address = text.trim().normalize('NFKC');
    if (!isEmail(address)) return err(invalid('email', 'account.emailInvalid', { max: EMAIL_MAX_LENGTH }));
    return ok({ kind: 'email', address, key: address.toLowerCase() });
  }
  const phone = phoneNumber(text, country);
  return phone === null
    ? err(invalid('phone', 'account.phoneInvalid'))
    : ok({ kind: 'phone', address: phone, key: phone });
}

/** The user with that address or number, confirmed or not. */
export async function findByTarget(db: Db, { kind, key }: Target): Promise<User | null> {
  const column = kind === 'email' ? 'email_key' : 'phone';
  const user = await db.selectFrom('user').selectAll().where(column, '=', key).executeTakeFirst();
  return user ?? null;
}

export function isConfirmed(user: User, { kind }: Target): boolean {
  return (kind === 'email' ? user.email_verified_at : user.phone_verified_at) !== null;
}
