import { CompiledQuery, sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import type { Db } from '../database/open-database.ts';
import { rankJobs, TURNS_OF_LEVEL, USUAL_ORDER, type Share } from './fair-scheduling.ts';
import { LANES, type Lane, type Lease, type Queue, type QueueLimits } from './queue.ts';
import { createQueueNotifications, WORK_CHANNEL } from './queue-notifications.ts';

/** Fields of a job in addition to its data. */
interface Kept<Data> {
  readonly group: string;
  readonly user: string;
  readonly order: number;
  readonly data: Data;
}

/** Few: a worker asks for one job at a time. */
const CONNECTIONS = 3;
/** How often this process looks for expired leases. */
const LOOK_SECONDS = 2;
/** A held job begins in a hundred years. */
const FAR = sql`now() + interval '50 years'`;
/** Jobs of one group that are removed at once; more than any run has chunks. */
const MOST_OF_A_GROUP = 100_000;
const INSERTED_AT_ONCE = 500;

/**
 * The queue of an installation on PostgreSQL: pg-boss, in a schema of its own. It starts with the first call, so that a
 * server without runs opens no connections for it. `onError` receives errors in the background.
 */
export function createBossQueue<Data>(
  db: Db,
  url: string,
  limits: QueueLimits,
  onError: (error: Error) => void,
): Queue<Data> {
  let starting: Promise<PgBoss> | null = null;
  const notifications = createQueueNotifications(url, onError);
  // If the database is away at the first call, the next one tries again.
  const start = (): Promise<PgBoss> =>
    (starting ??= begin().catch((error: unknown) => {
      starting = null;
      throw error;
    }));

  async function begin(): Promise<PgBoss> {
    const boss = new PgBoss({
      connectionString: url,
      max: CONNECTIONS,
      schedule: false,
      superviseIntervalSeconds: LOOK_SECONDS,
      monitorIntervalSeconds: LOOK_SECONDS,
    });
    boss.on('error', onError);
    try {
      await boss.start();
      await createLanes(boss);
    } catch (error) {
      await boss.stop({ graceful: false }).catch(() => undefined);
      throw error;
    }
    return boss;
  }

  async function createLanes(boss: PgBoss): Promise<void> {
    for (const lane of LANES.toReversed()) {
      const options = {
        retryLimit: limits.attempts[lane] - 1,
        retryDelay: Math.max(1, Math.round(limits.firstDelayMs / 1000)),
        retryBackoff: true,
        heartbeatSeconds: Math.max(10, Math.round(limits.leaseMs / 1000)),
        ...(lane === 'dead' ? {} : { deadLetter: 'dead' }),
      };
      if ((await boss.getQueue(lane)) === null) await boss.createQueue(lane, options);
      else await boss.updateQueue(lane, options);
    }
  }

  /** The connection of the transaction. */
  const inside = (tx: Db): { executeSql: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }> } => ({
    executeSql: (text, values = []) => tx.executeQuery(CompiledQuery.raw(text, values)),
  });

  async function currentTurn(tx: Db, lane: Lane): Promise<number | null> {
    const { rows } = await sql<{ first: number | null; all: string }>`
      select max(priority) filter (where state < 'active' and start_after < ${FAR}) as first, count(*) as all
      from pgboss.job where name = ${lane} and state < 'completed'`.execute(tx);
    const [row] = rows;
    if (row === undefined || Number(row.all) === 0) return null;
    return row.first === null ? 0 : -row.first;
  }

  /** Reorders a user's own jobs within the turns that the user has. */
  async function putInOrder(tx: Db, { lane, userId, level }: Share): Promise<void> {
    const [from, to] = [level * TURNS_OF_LEVEL, (level + 1) * TURNS_OF_LEVEL];
    const mine = sql`name = ${lane} and data->>'user' = ${userId} and state < 'active' and start_after < ${FAR}
      and priority <= ${-from} and priority > ${-to}`;
    await sql`
      update pgboss.job set priority = turn.priority
      from (select priority, row_number() over (order by priority desc, created_on, id) as n from pgboss.job where ${mine}) as turn,
        (select id, row_number() over (order by data->>'order', priority desc, created_on, id) as n from pgboss.job where ${mine}) as own
      where pgboss.job.name = ${lane} and turn.n = own.n and pgboss.job.id = own.id
        and pgboss.job.priority <> turn.priority`.execute(tx);
  }

  return {
    async enqueue(tx, jobs) {
      const boss = await start();
      // Serialized, so that each call sees the turns of those before it.
      await sql`select pg_advisory_xact_lock(7203541)`.execute(tx);
      const { ranks, mixed } = await rankJobs(tx, jobs, (lane) => currentTurn(tx, lane));
      for (const lane of LANES) {
        const inserts = jobs.flatMap((job, i) => {
          const { groupId: group, userId: user, order = USUAL_ORDER } = job;
          const data: Kept<Data> = { group, user, order, data: job.data };
          return job.lane === lane ? [{ data, priority: -(ranks[i] ?? 0) }] : [];
        });
        for (let first = 0; first < inserts.length; first += INSERTED_AT_ONCE) {
          await boss.insert(lane, inserts.slice(first, first + INSERTED_AT_ONCE), { db: inside(tx) });
        }
      }
      for (const share of mixed) await putInOrder(tx, share);
      for (const lane of new Set(jobs.map((job) => job.lane))) await notify(tx, lane);
    },
    untilWork: (lane, signal) => notifications.until(lane, limits.pollMs, signal),
    async lease(lane) {
      const boss = await start();
      const [job] = await boss.fetch<Kept<Data>>(lane, { includeMetadata: true });
      if (job === undefined) return null;
      const { group: groupId, user: userId, data } = job.data;
      return { id: job.id, lane, groupId, userId, data, attempt: job.retryCount + 1, fence: String(job.retryCount) };
    },
    async heartbeat(lease) {
      const boss = await start();
      return affected(await boss.touch(lease.lane, attemptOf(lease)));
    },
    async complete(tx, lease) {
      const boss = await start();
      return affected(await boss.complete(lease.lane, attemptOf(lease), null, { db: inside(tx) }));
    },
    async fail(lease) {
      const boss = await start();
      if (!affected(await boss.fail(lease.lane, attemptOf(lease)))) return 'lost';
      return lease.attempt < limits.attempts[lease.lane] ? 'again' : 'dead';
    },
    async cancel(tx, groupId) {
      const boss = await start();
      for (const lane of LANES) {
        const options = { data: { group: groupId }, limit: MOST_OF_A_GROUP, db: inside(tx) };
        const open = (await boss.findJobs(lane, options)).filter(({ state }) => OPEN.includes(state));
        const ids = open.map(({ id }) => id);
        if (ids.length > 0) await boss.cancel(lane, ids, { db: inside(tx) });
      }
    },
    async hold(tx, groupId) {
      await start();
      await sql`update pgboss.job set start_after = now() + interval '100 years'
        where name <> 'dead' and data->>'group' = ${groupId} and state < 'active'`.execute(tx);
    },
    async release(tx, groupId) {
      await start();
      await sql`update pgboss.job set start_after = now()
        where data->>'group' = ${groupId} and state < 'active' and start_after >= ${FAR}`.execute(tx);
      await notify(tx, 'render');
    },
    async longestWaitMs(lane) {
      await start();
      const { rows } = await sql<{ ms: string | null }>`
        select extract(epoch from now() - min(start_after)) * 1000 as ms
        from pgboss.job where name = ${lane} and state < 'active'`.execute(db);
      return Math.max(0, Math.round(Number(rows[0]?.ms ?? 0)));
    },
    async depth(lane) {
      await start();
      const { rows } = await sql<{ waiting: string; leased: string }>`
        select count(*) filter (where state < 'active' and start_after < ${FAR}) as waiting, count(*) filter (where state = 'active') as leased
        from pgboss.job where name = ${lane} and state < 'completed'`.execute(db);
      return { waiting: Number(rows[0]?.waiting ?? 0), leased: Number(rows[0]?.leased ?? 0) };
    },
    async close() {
      const boss = await starting?.catch(() => null);
      await boss?.stop({ graceful: false });
      await notifications.close();
    },
  };
}

/** Notifies at the end of the transaction that a lane has work. */
async function notify(tx: Db, lane: Lane): Promise<void> {
  await sql`select pg_notify(${WORK_CHANNEL}, ${lane})`.execute(tx);
}

const OPEN: readonly string[] = ['created', 'retry', 'active'];

function attemptOf({ id, fence }: Lease<unknown>): { readonly id: string; readonly retryCount: number } {
  return { id, retryCount: Number(fence) };
}

/** The library's types don't declare the fields of a command's answer. */
function affected(answer: object): boolean {
  return Number(Reflect.get(answer, 'affected')) > 0;
}
