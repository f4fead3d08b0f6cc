import type { SpaceUsage } from '#protocol/api.ts';
import { planOf } from '../membership/plan.ts';
import { PASSING_KINDS, type User } from '../core/database/tables.ts';
import { spaceLimit } from '../core/files/space.ts';
import type { CoreServices } from '../core/services.ts';
import type { PrivilegeServices } from '../membership/privileges.ts';

/** What the user's files take, by kind, and the account's limit at `now` (milliseconds since 1970). */
export async function readSpaceUsage(
  services: Pick<CoreServices, 'limits' | 'db' | 'files'> & PrivilegeServices,
  user: User,
  now: number,
): Promise<SpaceUsage> {
  const { db } = services;
  const rows = await db
    .selectFrom('stored_file')
    .select((eb) => ['kind', eb.fn.countAll<number>().as('files'), eb.fn.sum<number>('bytes').as('bytes')])
    .where('user_id', '=', user.id)
    .where('kind', 'not in', PASSING_KINDS)
    .groupBy('kind')
    .execute();
  const kinds = rows.map(({ kind, files, bytes }) => ({ kind, files: Number(files), bytes: Number(bytes) }));
  return {
    used: kinds.reduce((sum, { bytes }) => sum + bytes, 0),
    limit: await spaceLimit(db, planOf(services, user, now), user.id, now),
    kinds: kinds.toSorted((one, other) => other.bytes - one.bytes),
  };
}
