import { newId } from '../core/database/new-id.ts';
import type { MembershipGrantTable } from '../core/database/member-rows.ts';
import type { Db } from '../core/database/open-database.ts';
import { grantSpace } from '../core/files/space-grants.ts';
import type { Product } from './plans.ts';
import { DAY_MS } from '#model/kernel/time.ts';

/** The last time with a four-digit year. */
const LATEST = Date.UTC(9999, 11, 31);

/** The source of a grant with its id. */
export type GrantSource = Pick<MembershipGrantTable, 'source' | 'source_id'>;

/**
 * Gives a user a purchased or granted product, and records it: called in a transaction that has locked the user. Days
 * of a membership are added to the remaining ones; cloud space counts from now on. Returns its end, in milliseconds
 * since 1970. A second grant of the same source fails as a duplicate.
 */
export async function give(tx: Db, userId: string, from: GrantSource, product: Product, now: number): Promise<number> {
  const startsAt = product.kind === 'space' ? now : Math.max(now, await memberUntil(tx, userId));
  const endsAt = Math.min(startsAt + product.days * DAY_MS, LATEST);
  await tx
    .insertInto('membership_grant')
    .values({
      id: newId(now),
      user_id: userId,
      ...from,
      kind: product.kind,
      bytes: product.bytes,
      starts_at: startsAt,
      ends_at: endsAt,
      created_at: now,
    })
    .execute();
  if (product.kind === 'space') await grantSpace(tx, userId, product, now);
  else await tx.updateTable('user').set({ member_until: endsAt }).where('id', '=', userId).execute();
  return endsAt;
}

/** Ends the membership now: called in a transaction that has locked the user. */
export async function endMembership(tx: Db, userId: string, now: number): Promise<number> {
  const until = Math.min(now, await memberUntil(tx, userId));
  await tx.updateTable('user').set({ member_until: until }).where('id', '=', userId).execute();
  await tx
    .insertInto('membership_grant')
    .values({
      id: newId(now),
      user_id: userId,
      source: 'operator',
      source_id: newId(now),
      kind: 'member',
      bytes: 0,
      starts_at: now,
      ends_at: until,
      created_at: now,
    })
    .execute();
  return until;
}

/** 0 for a user who never was a member. */
async function memberUntil(tx: Db, userId: string): Promise<number> {
  const row = await tx.selectFrom('user').select('member_until').where('id', '=', userId).executeTakeFirst();
  return Number(row?.member_until ?? 0);
}

/** Number of memberships that the user was given. */
export async function countGrants(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('membership_grant')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('kind', '=', 'member')
    .whereRef('ends_at', '>', 'starts_at')
    .executeTakeFirstOrThrow();
  return Number(count);
}
