import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import { CLOCKS_DIFFER_MS } from '../database/clock-differences.ts';
import { newId } from '../database/new-id.ts';
import type { Db } from '../database/open-database.ts';
import type { QueueJobTable } from '../database/run-rows.ts';
import type { Tables } from '../database/tables.ts';
import { rankJobs, TURNS_OF_LEVEL, USUAL_ORDER, type Share } from './fair-scheduling.ts';
import { HELD_MS, type Lane, type Lease, type Queue, type QueueLimits } from './queue.ts';

const INSERTED_AT_ONCE = 100;
/** Jobs without attempts left are looked for with each lease, this many at a time. */
const BURIED_AT_ONCE = 20;

/** Poll interval: there are no notifications, and on one machine a poll is cheap. */
const ASK_MS = 250;

type JobFilter = ExpressionBuilder<Tables, 'queue_job'>;

/** The queue of one machine: a table of the server's own SQLite, where one statement runs at a time. */
export function createTableQueue<Data>(db: Db, limits: QueueLimits, now: () => number): Queue<Data> {
  /** Whether a waiting job is due: also one with a delay longer than any retry has, unless it is held. */
  function isDue(is: JobFilter, time: number): Expression<SqlBool> {
    const latest = sql<number>`${time + CLOCKS_DIFFER_MS} + ${limits.firstDelayMs} * (1 << attempts)`;
    const isHeld = is('run_at', '>=', time + HELD_MS / 2);
    return is.or([is('run_at', '<=', time), is.and([is('run_at', '>', latest), is.not(isHeld)])]);
  }

  /** Whether the lease of a job has expired. */
  function isLost(is: JobFilter, time: number): Expression<SqlBool> {
    const latest = time + limits.leaseMs + CLOCKS_DIFFER_MS;
    return is.or([is('leased_until', '<=', time), is('leased_until', '>', latest)]);
  }

  /** The lowest waiting rank. */
  async function currentTurn(tx: Db, lane: Lane): Promise<number | null> {
    const first = await tx
      .selectFrom('queue_job')
      .select('rank')
      .where('lane', '=', lane)
      .where('state', '=', 'waiting')
      .where('run_at', '<', now() + HELD_MS / 2)
      .orderBy('rank')
      .limit(1)
      .executeTakeFirst();
    if (first !== undefined) return first.rank;
    const busy = await tx.selectFrom('queue_job').select('id').where('lane', '=', lane).limit(1).executeTakeFirst();
    return busy === undefined ? null : 0;
  }

  async function enqueue(tx: Db, jobs: Parameters<Queue<Data>['enqueue']>[1]): Promise<void> {
    const time = now();
    const { ranks, mixed } = await rankJobs(tx, jobs, (lane) => currentTurn(tx, lane));
    const rows: QueueJobTable[] = jobs.map(({ lane, groupId, userId, data, order = USUAL_ORDER }, i) => ({
      id: newId(time),
      lane,
      group_id: groupId,
      user_id: userId,
      rank: ranks[i] ?? 0,
      own_order: order,
      data: JSON.stringify(data),
      state: 'waiting',
      attempts: 0,
      run_at: time,
      lease: null,
      leased_until: null,
    }));
    for (let start = 0; start < rows.length; start += INSERTED_AT_ONCE) {
      await tx
        .insertInto('queue_job')
        .values(rows.slice(start, start + INSERTED_AT_ONCE))
        .execute();
    }
    for (const share of mixed) await putInOrder(tx, share);
  }

  /** Reorders a user's own jobs within the turns that the user has. */
  async function putInOrder(tx: Db, { lane, userId, level }: Share): Promise<void> {
    const [from, to] = [level * TURNS_OF_LEVEL, (level + 1) * TURNS_OF_LEVEL];
    const mine = sql`lane = ${lane} and user_id = ${userId} and state = 'waiting' and run_at < ${now() + HELD_MS / 2}
      and rank >= ${from} and rank < ${to}`;
    await sql`
      update queue_job set rank = turn.rank
      from (select rank, row_number() over (order by rank, rowid) as n from queue_job where ${mine}) as turn,
        (select id, row_number() over (order by own_order, rank, rowid) as n from queue_job where ${mine}) as job
      where turn.n = job.n and queue_job.id = job.id and queue_job.rank <> turn.rank`.execute(tx);
  }

  /** Moves jobs with an expired lease and no attempts left to the lane `dead`. */
  async function bury(lane: Lane, time: number): Promise<void> {
    if (lane === 'dead') return;
    const lost = await db
      .selectFrom('queue_job')
      .select('id')
      .where('lane', '=', lane)
      .where('state', '=', 'leased')
      .where((is) => isLost(is, time))
      .where('attempts', '>=', limits.attempts[lane])
      .limit(BURIED_AT_ONCE)
      .execute();
    if (lost.length === 0) return;
    await db
      .updateTable('queue_job')
      .set({ lane: 'dead', state: 'waiting', attempts: 0, run_at: time, lease: null, leased_until: null })
      .where(
        'id',
        'in',
        lost.map(({ id }) => id),
      )
      .where((is) => isLost(is, time))
      .execute();
  }

  const held = (tx: Db, { id, fence }: Lease<Data>): Promise<Pick<QueueJobTable, 'attempts'> | undefined> =>
    tx.selectFrom('queue_job').select('attempts').where('id', '=', id).where('lease', '=', fence).executeTakeFirst();

  return {
    enqueue,
    async untilWork(_lane, signal) {
      await wait(ASK_MS, undefined, { signal }).catch(() => undefined);
    },
    async lease(lane) {
      const time = now();
      await bury(lane, time);
      const fence = randomUUID();
      const row = await db
        .updateTable('queue_job')
        .set((eb) => ({
          state: 'leased' as const,
          lease: fence,
          leased_until: time + limits.leaseMs,
          attempts: eb('attempts', '+', 1),
        }))
        .where('id', '=', (eb) =>
          eb
            .selectFrom('queue_job')
            .select('id')
            .where('lane', '=', lane)
            .where((is) =>
              is.or([
                is.and([is('state', '=', 'waiting'), isDue(is, time)]),
                is.and([is('state', '=', 'leased'), isLost(is, time), is('attempts', '<', limits.attempts[lane])]),
              ]),
            )
            .orderBy('rank')
            // Of equal ones the first added.
            .orderBy(sql`rowid`)
            .limit(1),
        )
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) return null;
      const { id, group_id: groupId, user_id: userId, attempts: attempt } = row;
      return { id, lane, groupId, userId, data: JSON.parse(row.data) as Data, attempt, fence };
    },
    async heartbeat({ id, fence }) {
      const row = await db
        .updateTable('queue_job')
        .set({ leased_until: now() + limits.leaseMs })
        .where('id', '=', id)
        .where('lease', '=', fence)
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },
    async complete(tx, { id, fence }) {
      const deleted = await tx
        .deleteFrom('queue_job')
        .where('id', '=', id)
        .where('lease', '=', fence)
        .returning('id')
        .executeTakeFirst();
      return deleted !== undefined;
    },
    async fail(lease) {
      const row = await held(db, lease);
      if (row === undefined) return 'lost';
      const again = row.attempts < limits.attempts[lease.lane];
      const time = now();
      const changed = await db
        .updateTable('queue_job')
        .set({
          state: 'waiting',
          lease: null,
          leased_until: null,
          ...(again
            ? { run_at: time + limits.firstDelayMs * 2 ** (row.attempts - 1) }
            : { lane: 'dead', attempts: 0, run_at: time }),
        })
        .where('id', '=', lease.id)
        .where('lease', '=', lease.fence)
        .returning('id')
        .executeTakeFirst();
      if (changed === undefined) return 'lost';
      return again ? 'again' : 'dead';
    },
    async cancel(tx, groupId) {
      await tx.deleteFrom('queue_job').where('group_id', '=', groupId).execute();
    },
    async hold(tx, groupId) {
      const time = now();
      await tx
        .updateTable('queue_job')
        .set({ run_at: time + HELD_MS })
        .where('group_id', '=', groupId)
        .where('state', '=', 'waiting')
        .execute();
    },
    async release(tx, groupId) {
      const time = now();
      await tx
        .updateTable('queue_job')
        .set({ run_at: time })
        .where('group_id', '=', groupId)
        .where('run_at', '>=', time + HELD_MS / 2)
        .execute();
    },
    async longestWaitMs(lane) {
      const time = now();
      const row = await db
        .selectFrom('queue_job')
        .select((eb) => eb.fn.min('run_at').as('first'))
        .where('lane', '=', lane)
        .where('state', '=', 'waiting')
        .executeTakeFirst();
      const first = row?.first ?? null;
      return first === null ? 0 : Math.max(0, time - Number(first));
    },
    async depth(lane) {
      const rows = await db
        .selectFrom('queue_job')
        .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
        .where('lane', '=', lane)
        .where(({ or, eb: is }) => or([is('state', '=', 'leased'), is('run_at', '<', now() + HELD_MS / 2)]))
        .groupBy('state')
        .execute();
      const of = (state: QueueJobTable['state']): number => Number(rows.find((row) => row.state === state)?.count ?? 0);
      return { waiting: of('waiting'), leased: of('leased') };
    },
    close: () => Promise.resolve(),
  };
}
