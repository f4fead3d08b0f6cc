import { err, ok, type Result } from '#model/kernel/result.ts';
import { HOUR_MS } from '#model/kernel/time.ts';
import { CLOCKS_DIFFER_MS } from '../database/clock-differences.ts';
import { lockUser } from '../database/lock-user.ts';
import { newId } from '../database/new-id.ts';
import type { Db } from '../database/open-database.ts';
import { apiError, type ApiError } from '../api-error.ts';
import type { NetLimits } from './net-limits.ts';

/** An unfinished fetch that is older than its limits allow ended with its server. */
const SPARE_MS = 30_000;
const RETRY_SECONDS = 5;

type Quota = Pick<NetLimits, 'atOnce' | 'perHour' | 'totalMs' | 'readingMs'>;

/**
 * Counts a fetch before it begins, and returns its id for `endFetch`. Rejected when the user has too many, concurrently
 * or in an hour.
 */
export function beginFetch(db: Db, quota: Quota, userId: string, now: number): Promise<Result<string, ApiError>> {
  return db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    const recent = await tx
      .selectFrom('net_fetch')
      .select(['started_at', 'ended_at'])
      .where('user_id', '=', userId)
      .where('started_at', '>', now - HOUR_MS)
      .where('started_at', '<=', now + CLOCKS_DIFFER_MS)
      .orderBy('started_at', 'desc')
      .limit(quota.perHour)
      .execute();
    const oldest = recent.at(quota.perHour - 1);
    if (oldest !== undefined) {
      const seconds = Math.ceil((Number(oldest.started_at) + HOUR_MS - now) / 1000);
      return err(apiError('tooMany', 'request.tooMany', { seconds }));
    }
    const longestMs = quota.totalMs + quota.readingMs + SPARE_MS;
    const running = recent.filter((one) => one.ended_at === null && Number(one.started_at) > now - longestMs);
    if (running.length >= quota.atOnce) return err(apiError('busy', 'server.busy', { seconds: RETRY_SECONDS }));
    const id = newId(now);
    await tx.insertInto('net_fetch').values({ id, user_id: userId, started_at: now, ended_at: null }).execute();
    return ok(id);
  });
}

export async function endFetch(db: Db, id: string, now: number): Promise<void> {
  await db.updateTable('net_fetch').set({ ended_at: now }).where('id', '=', id).execute();
}

/** Deletes fetches that no longer count. */
export async function forgetFetches(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('net_fetch')
    .where('started_at', '<=', now - HOUR_MS)
    .execute();
}
