import { createHash, randomInt } from 'node:crypto';
import { err, ok, type Result } from '#model/kernel/result.ts';
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

/** How often codes may be asked for in an hour. How often one target is sent them: `login-guard.ts`. */
export interface CodeLimits {
  readonly codesPerAddress: number;
}

export const CODE_WINDOW_MS: number = 60 * 60 * 1000;
/** Codes to bind one target to an account that are sent in an hour, whatever the accounts. */
const BIND_CODES_PER_TARGET = 10;

/** A code opens nothing but what it was asked for. `bind` is followed by the user's id. */
export type CodePurpose = 'register' | 'login' | 'reset' | `bind ${string}`;

const PURPOSES: readonly ((userId: string) => CodePurpose)[] = [
  () => 'register',
  () => 'login',
  () => 'reset',
  (userId) => `bind ${userId}`,
];

export const WRONG_CODE: ApiError = invalid('code', 'code.wrong');
const BUSY = apiError('busy', 'server.busy', { seconds: 5 });

/** Who asks for a code, or brings one; `user` has the target, or binds it. Null where nobody does. */
export interface CodeContext extends OwnerContext {
  readonly user: Pick<User, 'id'> | null;
}

/**
 * A new code for that purpose. The one before stays valid: somebody else who asks for codes must not make the one
 * useless that the owner is typing. It is counted, for the target and for who asks, before anything is sent. The error names
 * the seconds to wait; within them, a code that was sent before is valid.
 */
export async function makeCode(
  context: CodeContext,
  limits: CodeLimits,
  purpose: CodePurpose,
  target: Target,
): Promise<Result<string, ApiError>> {
  const { db, logins, origin, time } = context;
  // Long where the free guesses are used up: it needs no count, so nobody can keep its owner from using it.
  const guesses = await guessOf(context, purpose, target);
  const isLong = await logins.isUnderAttack(guesses, time);
  const code = randomDigits(isLong ? LONG_CODE_DIGITS : CODE_DIGITS);
  // Six digits are soon tried out against a fast hash; the slow one needs longer for all of them than they are good for.
  const hash = await hashPassword(code);
  if (!hash.ok) return err(BUSY);
  const keys = keysOf(purpose, target);
  const attempt = await messageAttempt(context, purpose, target);
  const waitMs = await db.transaction().execute(async (tx) => {
    const ofTarget = digest(`target ${target.kind} ${target.key}`);
    // Two requests for one target at once: the second waits here, and sees what the first has written.
    await lockCount(tx, ofTarget, time);
    const before = await tx.selectFrom('sent_code').select(['key', 'sent_at']).where('key', 'in', keys).execute();
    const newest = Math.max(0, ...before.map((row) => Number(row.sent_at)));
    // One that was sent later than now was noted when the clock was ahead.
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
    // In the place of the older of two.
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

/** Forgets a code that did not leave, so that another may be asked for at once. */
export async function dropCode(context: CodeContext, purpose: CodePurpose, target: Target): Promise<void> {
  const { db, logins, time } = context;
  await db.deleteFrom('sent_code').where('key', 'in', keysOf(purpose, target)).where('sent_at', '=', time).execute();
  await logins.succeed(await messageAttempt(context, purpose, target));
}

/** Forgets every code that was sent for an account that goes, for whatever. */
export async function dropCodesOf(tx: Db, user: Pick<User, 'id' | 'email_key' | 'phone'>): Promise<void> {
  const targets = (['email', 'phone'] as const).flatMap((kind) => {
    const key = kind === 'email' ? user.email_key : user.phone;
    return key === null ? [] : [{ kind, key, address: key }];
  });
  const keys = targets.flatMap((target) => PURPOSES.flatMap((purpose) => keysOf(purpose(user.id), target)));
  if (keys.length > 0) await tx.deleteFrom('sent_code').where('key', 'in', keys).execute();
}

/**
 * Takes the code, which is then used up, as is the other one of that purpose. Each try at a short one is counted before it
 * is looked at: for the target, whatever it is for, over all addresses.
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
  // Where no code is valid there is nothing to guess at, and nothing that could hold up a later one.
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
    // Of several who bring the right code at once, one has it.
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

/** A guess at a code. The one who binds a target may not be its owner, so neither their browser nor their address is known for it. */
function guessOf(context: CodeContext, purpose: CodePurpose, target: Target): Promise<LoginAttempt> {
  const known = purpose.startsWith('bind ') ? null : context.user;
  return attemptOf(context, known, 'code', guessedAt(purpose, target));
}

/** What wrong codes are counted for: the target, but codes that bind it to somebody's account by themselves. */
function guessedAt(purpose: CodePurpose, { kind, key }: Target): string {
  return `${purpose.startsWith('bind ') ? purpose : 'sign-in'} ${kind} ${key}`;
}

function randomDigits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('');
}

/** Makes the row where there is none, and holds it until the transaction ends. */
async function lockCount(tx: Db, key: string, now: number): Promise<void> {
  await tx
    .insertInto('code_count')
    .values({ key, count: 0, since: now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet((eb) => ({ count: eb.ref('code_count.count') })))
    .execute();
}

/** Counts one more in this hour. Gives 0, or the milliseconds until the next is free. */
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

/** Of the two codes that may be valid at a time. */
function keysOf(purpose: CodePurpose, { kind, key }: Target): readonly [string, string] {
  return [digest(`${purpose} ${kind} ${key}`), digest(`second ${purpose} ${kind} ${key}`)];
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
