import type { Db } from '../database/open-database.ts';
import type { Lane, NewJob } from './queue.ts';

/** Turns below this are of level 0, those below twice as many of level 1. */
const TURNS_OF_LEVEL = 2 ** 29;

/**
 * Gives each job its rank, the lowest of which comes first. Each user takes turns from where the queue stands: who has ten
 * thousand jobs waiting has turns far ahead, and another one's few come among the first of them (start-time fair queueing).
 * `standsAt` is the lowest turn that waits; null in an empty queue, which begins anew.
 */
export async function rankJobs(
  tx: Db,
  jobs: readonly NewJob<unknown>[],
  standsAt: (lane: Lane) => Promise<number | null>,
): Promise<number[]> {
  const next = new Map<string, { lane: Lane; userId: string; turn: number }>();
  const ranks: number[] = [];
  const stands = new Map<Lane, number | null>();
  for (const { lane, userId, level } of jobs) {
    const key = `${lane} ${userId}`;
    let share = next.get(key);
    if (share === undefined) {
      if (!stands.has(lane)) {
        const rank = await standsAt(lane);
        if (rank === null) await tx.deleteFrom('queue_share').where('lane', '=', lane).execute();
        stands.set(lane, rank);
      }
      const at = (stands.get(lane) ?? 0) % TURNS_OF_LEVEL;
      const row = await tx
        .selectFrom('queue_share')
        .select('last_turn')
        .where('lane', '=', lane)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      share = { lane, userId, turn: Math.max(at, row === undefined ? at : row.last_turn + 1) };
      next.set(key, share);
    }
    ranks.push(level * TURNS_OF_LEVEL + Math.min(share.turn++, TURNS_OF_LEVEL - 1));
  }
  for (const { lane, userId, turn } of next.values()) {
    await tx
      .insertInto('queue_share')
      .values({ lane, user_id: userId, last_turn: turn - 1 })
      .onConflict((conflict) => conflict.columns(['lane', 'user_id']).doUpdateSet({ last_turn: turn - 1 }))
      .execute();
  }
  return ranks;
}
