import { Secret, TOTP } from 'otpauth';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { RECOVERY_CODES, type SecondFactorDraft } from '#protocol/api.ts';
import { lockUser } from '../core/database/lock-user.ts';
import { randomText } from '../core/database/new-id.ts';
import type { Db } from '../core/database/open-database.ts';
import type { SecretBox } from '../core/database/secret-box.ts';
import type { User } from '../core/database/tables.ts';
import { invalid, apiError, type ApiError } from '../core/api-error.ts';
import { accountName } from './confirm-owner.ts';

const ISSUER = 'Labelwright';
/**
 * RFC 6238 with parameters that every authenticator app supports: SHA-1, 6 digits, 30 s; 160 bits by RFC 4226, section
 * 4.
 */
const PERIOD_S = 30;
const SECRET_BYTES = 20;
/** A clock may be off by one period (RFC 6238, section 5.2). */
const WINDOW = 1;
const DRAFT_LIFETIME_MS = 30 * 60 * 1000;
/** 60 random bits, in groups of four. */
const RECOVERY_LENGTH = 12;

interface FactorContext {
  readonly db: Db;
  readonly secrets: SecretBox;
  /** Milliseconds since 1970. */
  readonly time: number;
}

export async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  return (await secondFactorState(db, userId)).since !== null;
}

/** When two-factor sign-in was turned on (null: off), and the number of unused recovery codes. */
export async function secondFactorState(db: Db, userId: string): Promise<{ since: number | null; left: number }> {
  const row = await db
    .selectFrom('second_factor')
    .select('confirmed_at')
    .where('user_id', '=', userId)
    .where('secret', 'is not', null)
    .executeTakeFirst();
  const codes = await db
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return { since: row === undefined ? null : Number(row.confirmed_at), left: Number(codes.count) };
}

/** Creates a secret that takes effect once one of its codes is entered. The current secret remains valid until then. */
export async function draftSecondFactor({ db, secrets, time }: FactorContext, user: User): Promise<SecondFactorDraft> {
  const secret = new Secret({ size: SECRET_BYTES });
  const draft = { draft: secrets.seal(secret.base32, purposeOf(user.id)), draft_at: time };
  await db
    .insertInto('second_factor')
    .values({ user_id: user.id, secret: null, confirmed_at: null, last_step: 0, ...draft })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(draft))
    .execute();
  const uri = new TOTP({ issuer: ISSUER, label: accountName(user), secret, period: PERIOD_S }).toString();
  return { secret: secret.base32, uri };
}

/** Activates the drafted secret, and replaces all recovery codes. */
export function confirmSecondFactor(
  { db, secrets, time }: FactorContext,
  userId: string,
  code: string,
): Promise<Result<string[], ApiError>> {
  return db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    const row = await tx.selectFrom('second_factor').selectAll().where('user_id', '=', userId).executeTakeFirst();
    if (row === undefined || row.draft === null || Number(row.draft_at) < time - DRAFT_LIFETIME_MS) {
      return err(apiError('refused', 'factor.notBegun'));
    }
    const step = stepOf(secrets.open(row.draft, purposeOf(userId)), code, time);
    if (step === null) return err(invalid('code', 'factor.wrongCode'));
    await tx
      .updateTable('second_factor')
      .set({ secret: row.draft, confirmed_at: time, last_step: step, draft: null })
      .where('user_id', '=', userId)
      .execute();
    const codes = Array.from({ length: RECOVERY_CODES }, () => randomText(RECOVERY_LENGTH));
    await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
    await tx
      .insertInto('recovery_code')
      .values(codes.map((one) => ({ user_id: userId, digest: secrets.digest(one, recoveryOf(userId)) })))
      .execute();
    return ok(codes.map((one) => one.replaceAll(/.{4}(?=.)/g, '$&-')));
  });
}

export async function dropSecondFactor(db: Db, userId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('second_factor').where('user_id', '=', userId).execute();
    await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  });
}

/** Whether it is the user's current code, or a recovery code. Each works once, also with concurrent requests. */
export async function checkSecondFactor(context: FactorContext, userId: string, typed: string): Promise<boolean> {
  const code = plainCode(typed);
  return isOneTimeCode(typed) ? useCode(context, userId, code) : useRecoveryCode(context, userId, code);
}

/** Whether it is a code of six digits, which can be guessed; anything else may be a recovery code, which can't. */
export function isOneTimeCode(typed: string): boolean {
  return /^\d{6}$/.test(plainCode(typed));
}

function plainCode(typed: string): string {
  return typed.replaceAll(/[\s-]/g, '').toLowerCase();
}

async function useCode({ db, secrets, time }: FactorContext, userId: string, code: string): Promise<boolean> {
  const row = await db.selectFrom('second_factor').select('secret').where('user_id', '=', userId).executeTakeFirst();
  if (row === undefined || row.secret === null) return false;
  const step = stepOf(secrets.open(row.secret, purposeOf(userId)), code, time);
  if (step === null) return false;
  const used = await db
    .updateTable('second_factor')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('secret', '=', row.secret)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst();
  return used !== undefined;
}

async function useRecoveryCode({ db, secrets }: FactorContext, userId: string, code: string): Promise<boolean> {
  const used = await db
    .deleteFrom('recovery_code')
    .where('user_id', '=', userId)
    .where('digest', '=', secrets.digest(code, recoveryOf(userId)))
    .returning('user_id')
    .executeTakeFirst();
  return used !== undefined;
}

/** The period of the code, counted from 1970; null for a code of no period near now. */
function stepOf(secret: string, code: string, time: number): number | null {
  const token = code.replaceAll(/\s/g, '');
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD_S });
  const delta = totp.validate({ token, timestamp: time, window: WINDOW });
  return delta === null ? null : Math.floor(time / 1000 / PERIOD_S) + delta;
}

function purposeOf(userId: string): string {
  return `totp ${userId}`;
}

function recoveryOf(userId: string): string {
  return `recovery code ${userId}`;
}
