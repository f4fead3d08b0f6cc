import { createHash, randomInt } from 'node:crypto';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { CODE_DIGITS, CODE_RESEND_SECONDS } from '#protocol/api.ts';
import type { Db } from '../database/open-database.ts';
import type { User } from '../database/tables.ts';
import { invalid, refusal, type Refusal } from '../outcomes/outcome.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import type { Target } from './targets.ts';

/** How often codes may be asked for in an hour. */
export interface CodeLimits {
  readonly codesPerTarget: number;
  readonly codesPerAddress: number;
}

export const CODE_LIFETIME_MS: number = 10 * 60 * 1000;
export const CODE_WINDOW_MS: number = 60 * 60 * 1000;
const TRIES = 5;

/** A code opens nothing but what it was asked for. `bind` is followed by the user's id. */
export type CodePurpose = 'register' | 'login' | 'reset' | `bind ${string}`;

const PURPOSES: readonly ((userId: string) => CodePurpose)[] = [
  () => 'register',
  () => 'login',
  () => 'reset',
  (userId) => `bind ${userId}`,
];

export const WRONG_CODE: Refusal = invalid('code', 'code.wrong');
const BUSY = refusal('busy', 'server.busy', { seconds: 5 });

/**
 * A new code for that purpose, in the place of the one before. It is counted, for the target and for who asks, before
 * anything is sent. The error names the seconds to wait.
 */
export async function makeCode(
  db: Db,
  limits: CodeLimits,
  purpose: CodePurpose,
  target: Target,
  address: string,
  now: number,
): Promise<Result<string, Refusal>> {
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
  // Six digits are soon tried out against a fast hash; the slow one needs longer for all of them than they are good for.
  const hash = await hashPassword(code);
  if (!hash.ok) return err(BUSY);
  const key = keyOf(purpose, target);
  const waitMs = await db.transaction().execute(async (tx) => {
    const ofTarget = digest(`target ${target.kind} ${target.key}`);
    const ofAddress = digest(`address ${address}`);
    // Two requests for one target at once: the second waits here, and sees what the first has written.
    await lockCount(tx, ofTarget, now);
    const before = await tx.selectFrom('sent_code').select('sent_at').where('key', '=', key).executeTakeFirst();
    const again = before === undefined ? 0 : Number(before.sent_at) + CODE_RESEND_SECONDS * 1000 - now;
    if (again > 0) return again;
    const late =
      (await countOne(tx, ofAddress, limits.codesPerAddress, now)) ||
      (await countOne(tx, ofTarget, limits.codesPerTarget, now));
    if (late > 0) return late;
    const sent = { code_hash: hash.value, tries: 0, sent_at: now, expires_at: now + CODE_LIFETIME_MS };
    await tx
      .insertInto('sent_code')
      .values({ key, ...sent })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(sent))
      .execute();
    return 0;
  });
  return waitMs > 0 ? err(refusal('tooMany', 'request.tooMany', { seconds: Math.ceil(waitMs / 1000) })) : ok(code);
}

/** Forgets a code that did not leave, so that another may be asked for at once. */
export async function dropCode(db: Db, purpose: CodePurpose, target: Target): Promise<void> {
  await db.deleteFrom('sent_code').where('key', '=', keyOf(purpose, target)).execute();
}

/** Forgets every code that was sent for an account that goes, for whatever. */
export async function dropCodesOf(tx: Db, user: Pick<User, 'id' | 'email_key' | 'phone'>): Promise<void> {
  const targets = (['email', 'phone'] as const).flatMap((kind) => {
    const key = kind === 'email' ? user.email_key : user.phone;
    return key === null ? [] : [{ kind, key, address: key }];
  });
  const keys = targets.flatMap((target) => PURPOSES.map((purpose) => keyOf(purpose(user.id), target)));
  if (keys.length > 0) await tx.deleteFrom('sent_code').where('key', 'in', keys).execute();
}

/** Takes the code, which is then used up. Each try is counted before it is looked at. */
export async function takeCode(
  db: Db,
  purpose: CodePurpose,
  target: Target,
  typed: string,
  now: number,
): Promise<Result<null, Refusal>> {
  const code = typed.normalize('NFKC').replaceAll(/\s/g, '');
  if (code.length !== CODE_DIGITS) return err(WRONG_CODE);
  const key = keyOf(purpose, target);
  const row = await db
    .updateTable('sent_code')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('key', '=', key)
    .where('tries', '<', TRIES)
    .where('expires_at', '>', now)
    .returning('code_hash')
    .executeTakeFirst();
  const matches = await checkPassword(row?.code_hash ?? null, code);
  if (!matches.ok) return err(BUSY);
  if (!matches.value || row === undefined) return err(WRONG_CODE);
  const used = await db
    .deleteFrom('sent_code')
    .where('key', '=', key)
    .where('code_hash', '=', row.code_hash)
    .executeTakeFirst();
  // Of several who bring the right code at once, one has it.
  return used.numDeletedRows > 0n ? ok(null) : err(WRONG_CODE);
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
  const over = Number(row.since) <= now - CODE_WINDOW_MS;
  const [count, since] = over ? [0, now] : [row.count, Number(row.since)];
  if (count >= most) return since + CODE_WINDOW_MS - now;
  await tx
    .updateTable('code_count')
    .set({ count: count + 1, since })
    .where('key', '=', key)
    .execute();
  return 0;
}

function keyOf(purpose: CodePurpose, { kind, key }: Target): string {
  return digest(`${purpose} ${kind} ${key}`);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
