import type { Db } from '../database/open-database.ts';
import type { Lane, NewJob } from './queue.ts';

/** Turns below this are of level 0, those below twice as many of level 1. */
export const TURNS_OF_LEVEL: number = 2 ** 29;
export const USUAL_ORDER = 1;

/** A user's jobs in a lane, of one level. */
export interface Share {
  readonly lane: Lane;
  readonly userId: string;
  readonly level: number;
}

export interface Ranked {
  /** Rank of each job: the lowest comes first. */
  readonly ranks: readonly number[];
  /** Shares in which urgent and other jobs may wait: their turns are assigned in the user's order. */
  readonly mixed: readonly Share[];
}

/**
 * Assigns each job its rank; the lowest runs first. Each user takes turns from the queue's current turn on: a user with
 * ten thousand jobs has turns far ahead, and another user's few are among the first of them (start-time fair queueing).
 * `currentTurn` is the lowest waiting turn; null for an empty queue, which starts over.
 */
export async function rankJobs(
  tx: Db,
  jobs: readonly NewJob<unknown>[],
  currentTurn: (lane: Lane) => Promise<number | null>,
): Promise<Ranked> {
  const next = new Map<string, { lane: Lane; userId: string; turn: number; orders: number; levels: Set<number> }>();
  const ranks: number[] = [];
  const currentTurns = new Map<Lane, number | null>();
  for (const { lane, userId, level, order = USUAL_ORDER } of jobs) {
    const key = `${lane} ${userId}`;
    let share = next.get(key);
    if (share === undefined) {
      if (!currentTurns.has(lane)) {
        const rank = await currentTurn(lane);
        if (rank === null) await tx.deleteFrom('queue_share').where('lane', '=', lane).execute();
        currentTurns.set(lane, rank);
      }
      const at = (currentTurns.get(lane) ?? 0) % TURNS_OF_LEVEL;
      const row = await tx
        .selectFrom('queue_share')
        .select(['last_turn', 'orders'])
        .where('lane', '=', lane)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      const turn = Math.max(at, row === undefined ? at : row.last_turn + 1);
      share = { lane, userId, turn, orders: row?.orders ?? 0, levels: new Set() };
      next.set(key, share);
    }
    share.orders |= 2 ** order;
    share.levels.add(level);
    ranks.push(level * TURNS_OF_LEVEL + Math.min(share.turn++, TURNS_OF_LEVEL - 1));
  }
  for (const { lane, userId, turn, orders } of next.values()) {
    const set = { last_turn: turn - 1, orders };
    await tx
      .insertInto('queue_share')
      .values({ lane, user_id: userId, ...set })
      .onConflict((conflict) => conflict.columns(['lane', 'user_id']).doUpdateSet(set))
      .execute();
  }
  const mixed = [...next.values()].filter(({ orders }) => !ONE_ORDER.includes(orders));
  return {
    ranks,
    mixed: mixed.flatMap(({ lane, userId, levels }) => [...levels].map((level) => ({ lane, userId, level }))),
  };
}

const ONE_ORDER: readonly number[] = [1, 2, 4];
