import { createHash, randomInt } from 'node:crypto';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { HOUR_MS } from '#model/kernel/time.ts';
import { CODE_DIGITS, CODE_RESEND_SECONDS, LONG_CODE_DIGITS } from '#protocol/api.ts';
import { CLOCKS_DIFFER_MS } from '../core/database/clock-differences.ts';
import type { Db } from '../core/database/open-database.ts';
import type { User } from '../core/database/tables.ts';
import { countedFor } from '../core/net/client-address.ts';
import { invalid, apiError, type ApiError } from '../core/api-error.ts';
import { attemptOf, type OwnerContext } from './confirm-owner.ts';
import { CODE_LIFETIME_MS, type LoginAttempt } from './login-guard.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import type { Target } from './targets.ts';

/** Limits of code requests per hour. Limits per target are in `login-guard.ts`. */
export interface CodeLimits {
  readonly codesPerAddress: number;
}

export const CODE_WINDOW_MS: number = HOUR_MS;
/** Codes per hour that bind one target, over all accounts. */
const BIND_CODES_PER_TARGET = 10;

/** Purpose of a code, which works for no other. `bind` is followed by the user's id. */
export type CodePurpose = 'register' | 'login' | 'reset' | `bind ${string}`;

const PURPOSES: readonly ((userId: string) => CodePurpose)[] = [
  () => 'register',
  () => 'login',
  () => 'reset',
  (userId) => `bind ${userId}`,
];

export const WRONG_CODE: ApiError = invalid('code', 'code.wrong');
const BUSY = apiError('busy', 'server.busy', { seconds: 5 });

/** The request that asks for a code or brings one; `user` has the target, or binds it. Null where no user does. */
export interface CodeContext extends OwnerContext {
  readonly user: Pick<User, 'id'> | null;
}

/**
 * A new code for that purpose. The previous one remains valid: a stranger's request must not invalidate the code that
 * the owner is typing. It is counted, for the target and the caller, before anything is sent. The error is the number
 * of seconds to wait; within them, a code that was sent before is valid.
 */
export async function makeCode(
  context: CodeContext,
  limits: CodeLimits,
  purpose: CodePurpose,
  target: Target,
): Promise<Result<string, ApiError>> {
  const { db, logins, origin, time } = context;
  // Long once the free guesses are used up: a long code needs no count, so an attacker can't keep the owner from using it.
  const guesses = await guessOf(context, purpose, target);
  const isLong = await logins.isUnderAttack(guesses, time);
  const code = randomDigits(isLong ? LONG_CODE_DIGITS : CODE_DIGITS);
  // Six digits are quickly tried out against a fast hash; against the slow one, trying all takes longer than they are
  // valid.
  const hash = await hashPassword(code);
  if (!hash.ok) return err(BUSY);
  const keys = keysOf(purpose, target);
  const attempt = await messageAttempt(context, purpose, target);
  const waitMs = await db.transaction().execute(async (tx) => {
    const ofTarget = digest(`target ${target.kind} ${target.key}`);
    // Of two concurrent requests for one target, the second waits here, and sees what the first has written.
    await lockCount(tx, ofTarget, time);
    const before = await tx.selectFrom('sent_code').select(['key', 'sent_at']).where('key', 'in', keys).execute();
    const newest = Math.max(0, ...before.map((row) => Number(row.sent_at)));
    // A code sent later than now was recorded with a fast clock.
    const again = newest > time + CLOCKS_DIFFER_MS ? 0 : newest + CODE_RESEND_SECONDS * 1000 - time;
    if (again > 0) return again;
    for (const [who, max] of countedFor(origin.address, limits.codesPerAddress)) {
      const late = await countOne(tx, digest(`address ${who}`), max, time);
      if (late > 0) return late;
    }
    if (purpose.startsWith('bind ')) {
      const late = await countOne(tx, ofTarget, BIND_CODES_PER_TARGET, time);
      if (late > 0) return late;
    }
    const admitted = await logins.admit(attempt, time, tx);
    if (!admitted.ok) return admitted.error * 1000;
    // Replaces the older of two codes.
    const key = keys.find((one) => before.every((row) => row.key !== one || Number(row.sent_at) < newest)) ?? keys[0];
    const sent = { code_hash: hash.value, sent_at: time, expires_at: time + CODE_LIFETIME_MS };
    await tx
      .insertInto('sent_code')
      .values({ key, ...sent })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(sent))
      .execute();
    return 0;
  });
  return waitMs > 0 ? err(apiError('tooMany', 'request.tooMany', { seconds: Math.ceil(waitMs / 1000) })) : ok(code);
}

/** Deletes a code that could not be sent, so that another may be requested at once. */
export async function dropCode(context: CodeContext, purpose: CodePurpose, target: Target): Promise<void> {
  const { db, logins, time } = context;
  await db.deleteFrom('sent_code').where('key', 'in', keysOf(purpose, target)).where('sent_at', '=', time).execute();
  await logins.succeed(await messageAttempt(context, purpose, target));
}

/** Deletes every code that was sent for an account that is being deleted. */
export async function dropCodesOf(tx: Db, user: Pick<User, 'id' | 'email_key' | 'phone'>): Promise<void> {
  const targets = (['email', 'phone'] as const).flatMap((kind) => {
    const key = kind === 'email' ? user.email_key : user.phone;
    return key === null ? [] : [{ kind, key, address: key }];
  });
  const keys = targets.flatMap((target) => PURPOSES.flatMap((purpose) => keysOf(purpose(user.id), target)));
  if (keys.length > 0) await tx.deleteFrom('sent_code').where('key', 'in', keys).execute();
}

/**
 * Takes the code, which uses it up together with the other one of that purpose. Each attempt at a short one is counted
 * before it is checked: per target, for all purposes and addresses.
 */
export async function takeCode(
  context: CodeContext,
  purpose: CodePurpose,
  target: Target,
  typed: string,
): Promise<Result<null, ApiError>> {
  const { db, logins, time } = context;
  const code = typed.normalize('NFKC').replaceAll(/\s/g, '');
  if (code.length !== CODE_DIGITS && code.length !== LONG_CODE_DIGITS) return err(WRONG_CODE);
  const keys = keysOf(purpose, target);
  const rows = await db
    .selectFrom('sent_code')
    .select(['key', 'code_hash'])
    .where('key', 'in', keys)
    .where('expires_at', '>', time)
    .where('expires_at', '<=', time + CODE_LIFETIME_MS + CLOCKS_DIFFER_MS)
    .execute();
  // Without a valid code there is nothing to guess, and nothing that could delay a later one.
  const isCounted = code.length === CODE_DIGITS && rows.length > 0;
  const attempt = await guessOf(context, purpose, target);
  const admitted = isCounted ? await logins.admit(attempt, time) : ok(null);
  if (!admitted.ok) return err(apiError('tooMany', 'code.tooMany', { seconds: admitted.error }));
  for (const hash of rows.length === 0 ? [null] : rows.map((row) => row.code_hash)) {
    const matches = await checkPassword(hash, code);
    if (!matches.ok) return err(BUSY);
    if (!matches.value || hash === null) continue;
    const used = await db
      .deleteFrom('sent_code')
      .where('key', 'in', keys)
      .where('code_hash', '=', hash)
      .executeTakeFirst();
    // Of concurrent requests with the right code, one succeeds.
    if (used.numDeletedRows === 0n) return err(WRONG_CODE);
    await db.deleteFrom('sent_code').where('key', 'in', keys).execute();
    if (isCounted) await logins.succeed(attempt);
    return ok(null);
  }
  return err(WRONG_CODE);
}

function messageAttempt(context: CodeContext, purpose: CodePurpose, target: Target): Promise<LoginAttempt> {
  return attemptOf(context, context.user, 'message', `${purpose} ${target.kind} ${target.key}`);
}

/**
 * A guess at a code. The user who binds a target may not be its owner, so neither browser nor address counts as known.
 */
function guessOf(context: CodeContext, purpose: CodePurpose, target: Target): Promise<LoginAttempt> {
  const known = purpose.startsWith('bind ') ? null : context.user;
  return attemptOf(context, known, 'code', guessedAt(purpose, target));
}

/** The target for which wrong codes are counted; codes that bind it to an account are counted separately. */
function guessedAt(purpose: CodePurpose, { kind, key }: Target): string {
  return `${purpose.startsWith('bind ') ? purpose : 'sign-in'} ${kind} ${key}`;
}

function randomDigits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('');
}

/** Creates the row where there is none, and locks it until the transaction ends. */
async function lockCount(tx: Db, key: string, now: number): Promise<void> {
  await tx
    .insertInto('code_count')
    .values({ key, count: 0, since: now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet((eb) => ({ count: eb.ref('code_count.count') })))
    .execute();
}

/** Counts one more in this hour. Returns 0, or the milliseconds until the next is free. */
async function countOne(tx: Db, key: string, most: number, now: number): Promise<number> {
  await lockCount(tx, key, now);
  const row = await tx.selectFrom('code_count').selectAll().where('key', '=', key).executeTakeFirstOrThrow();
  const over = Number(row.since) <= now - CODE_WINDOW_MS || Number(row.since) > now + CLOCKS_DIFFER_MS;
  const [count, since] = over ? [0, now] : [row.count, Number(row.since)];
  if (count >= most) return since + CODE_WINDOW_MS - now;
  await tx
    .updateTable('code_count')
    .set({ count: count + 1, since })
    .where('key', '=', key)
    .execute();
  return 0;
}

/** Keys of the two codes that may be valid at the same time. */
function keysOf(purpose: CodePurpose, { kind, key }: Target): readonly [string, string] {
  return [digest(`${purpose} ${kind} ${key}`), digest(`second ${purpose} ${kind} ${key}`)];
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
