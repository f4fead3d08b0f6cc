import type { SpaceUsage } from '#protocol/api.ts';
import { PASSING_KINDS } from '../database/tables.ts';
import type { Services } from '../services.ts';

/** What the user's files take, by kind. */
export async function readSpaceUsage({ db, limits }: Services, userId: string): Promise<SpaceUsage> {
  const rows = await db
    .selectFrom('stored_file')
    .select((eb) => ['kind', eb.fn.countAll<number>().as('files'), eb.fn.sum<number>('bytes').as('bytes')])
    .where('user_id', '=', userId)
    .where('kind', 'not in', PASSING_KINDS)
    .groupBy('kind')
    .execute();
  const kinds = rows.map(({ kind, files, bytes }) => ({ kind, files: Number(files), bytes: Number(bytes) }));
  return {
    used: kinds.reduce((sum, { bytes }) => sum + bytes, 0),
    limit: limits.spaceBytes,
    kinds: kinds.toSorted((one, other) => other.bytes - one.bytes),
  };
}
