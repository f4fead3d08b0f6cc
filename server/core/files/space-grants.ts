import { newId } from '../database/new-id.ts';
import type { Db } from '../database/open-database.ts';
import { DAY_MS } from '#model/kernel/time.ts';

export interface SpaceGrant {
  readonly id: string;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly startsAt: number;
  readonly endsAt: number;
}

/** Raises an account's limit from now on, for a time. Returns when it ends. */
export async function grantSpace(
  db: Db,
  userId: string,
  { bytes, days }: { readonly bytes: number; readonly days: number },
  now: number,
): Promise<number> {
  const endsAt = now + days * DAY_MS;
  await db
    .insertInto('space_grant')
    .values({ id: newId(now), user_id: userId, bytes, starts_at: now, ends_at: endsAt })
    .execute();
  return endsAt;
}

/** The bytes of the packages that are valid now. */
export async function grantedSpace(db: Db, userId: string, now: number): Promise<number> {
  const { bytes } = await db
    .selectFrom('space_grant')
    .select((eb) => eb.fn.sum<number | null>('bytes').as('bytes'))
    .where('user_id', '=', userId)
    .where('starts_at', '<=', now)
    .where('ends_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}

/** All packages that the account has had, by their end, latest first. */
export async function listGrants(db: Db, userId: string): Promise<SpaceGrant[]> {
  const rows = await db
    .selectFrom('space_grant')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('ends_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id, bytes, starts_at, ends_at }) => ({
    id,
    bytes: Number(bytes),
    startsAt: Number(starts_at),
    endsAt: Number(ends_at),
  }));
}
