import { sql } from 'kysely';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { databasePlace, openDatabase, type Database } from '#server/core/database/open-database.ts';
import { openQueue } from '#server/core/queue/open-queue.ts';
import {
  QUEUE_LIMITS,
  WEBHOOK_LANE,
  type Lane,
  type Lease,
  type NewJob,
  type Queue,
} from '#server/core/queue/queue.ts';
import { createTestFolder } from './create-test-server.ts';
import { storageOf } from './test-storage.ts';

interface Work {
  readonly name: string;
}

interface TestQueue {
  readonly queue: Queue<Work>;
  readonly database: Database;
  /** Enqueues in a transaction of its own. */
  readonly add: (...jobs: readonly NewJob<Work>[]) => Promise<void>;
  /** Expires unrenewed leases, and the delays of failed jobs. */
  readonly timePasses: () => Promise<void>;
}

/** Each on a database of its own, which is PostgreSQL in the project with that name. */
async function createTestQueue(attempts = 3): Promise<TestQueue> {
  const folder = await createTestFolder();
  const { databaseUrl } = await storageOf(folder);
  const database = await openDatabase(databasePlace(databaseUrl, join(folder, 'queue.db')));
  let offset = 0;
  const place = { database, databaseUrl, now: () => Date.now() + offset, onError: () => undefined };
  const limits = {
    ...QUEUE_LIMITS,
    attempts: { render: attempts, tell: attempts, dead: attempts },
    // Without a notification a caller waits longer than any test.
    pollMs: 600_000,
  };
  const queue = await openQueue<Work>(place, limits);
  onTestFinished(async () => {
    await queue.close();
    await database.close();
  });
  return {
    queue,
    database,
    add: (...jobs) => database.db.transaction().execute((tx) => queue.enqueue(tx, jobs)),
    async timePasses() {
      offset += 60_000;
      if (databaseUrl === undefined) return;
      await sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`.execute(
        database.db,
      );
      await expect
        .poll(async () => (await sql`select 1 from pgboss.job where state = 'active'`.execute(database.db)).rows.length)
        .toBe(0);
      await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(database.db);
    },
  };
}

const job = (name: string, more: Partial<NewJob<Work>> = {}): NewJob<Work> => ({
  lane: 'render',
  groupId: 'run',
  userId: 'anna',
  level: 1,
  data: { name },
  ...more,
});

async function leased({ queue }: TestQueue, lane: Lane = 'render'): Promise<Lease<Work>> {
  const lease = await queue.lease(lane);
  if (lease === null) throw new Error('nothing waits');
  return lease;
}

const complete = ({ queue, database }: TestQueue, lease: Lease<Work>): Promise<boolean> =>
  database.db.transaction().execute((tx) => queue.complete(tx, lease));

async function namesOf(test: TestQueue): Promise<string[]> {
  const names: string[] = [];
  for (let lease = await test.queue.lease('render'); lease !== null; lease = await test.queue.lease('render')) {
    names.push(lease.data.name);
  }
  return names;
}

describe('a queue', () => {
  test('notifies callers that wait for work of a lane, also if it came before they waited', async () => {
    const one = await createTestQueue();
    const never = new AbortController().signal;
    const waiting = one.queue.untilWork('render', never);
    const other = new AbortController();
    let isOtherAwake = false;
    const elsewhere = one.queue.untilWork(WEBHOOK_LANE, other.signal).then(() => (isOtherAwake = true));
    const isPostgres = one.database.type === 'postgres';
    // It listens from the first call on, after a delay.
    const listens = sql`select 1 from pg_stat_activity where datname = current_database()
      and application_name = 'labelwright listens' and query like 'listen %' and state = 'idle'`;
    if (isPostgres) await expect.poll(async () => (await listens.execute(one.database.db)).rows.length).toBe(1);
    await one.add(job('a'));
    await waiting;
    if (isPostgres) expect(isOtherAwake).toBe(false);
    other.abort();
    await elsewhere;
    expect(await namesOf(one)).toEqual(['a']);
    await one.add(job('b'));
    await one.queue.untilWork('render', never);
    expect(await namesOf(one)).toEqual(['b']);
  });

  test('gives each job to one worker, in order, and in its lane only', async () => {
    const one = await createTestQueue();
    await one.add(job('a'), job('b'), job('lost', { lane: 'dead' }));
    expect(await one.queue.depth('render')).toEqual({ waiting: 2, leased: 0 });
    const first = await leased(one);
    expect(first).toMatchObject({ data: { name: 'a' }, groupId: 'run', userId: 'anna', attempt: 1 });
    expect(await one.queue.depth('render')).toEqual({ waiting: 1, leased: 1 });
    expect(await namesOf(one)).toEqual(['b']);
    expect((await leased(one, 'dead')).data.name).toBe('lost');
    expect(await complete(one, first)).toBe(true);
    // A job has one result.
    expect(await complete(one, first)).toBe(false);
  });

  test('gives ten concurrent callers ten different jobs', async () => {
    const one = await createTestQueue();
    await one.add(...Array.from({ length: 10 }, (_, i) => job(String(i))));
    const leases = await Promise.all(Array.from({ length: 12 }, () => one.queue.lease('render')));
    const names = leases.flatMap((lease) => (lease === null ? [] : [lease.data.name]));
    expect(names.toSorted()).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
  });

  test('ignores a rolled back transaction', async () => {
    const one = await createTestQueue();
    const given = one.database.db.transaction().execute(async (tx) => {
      await one.queue.enqueue(tx, [job('a')]);
      throw new Error('given up');
    });
    await expect(given).rejects.toThrow('given up');
    expect(await one.queue.lease('render')).toBeNull();
    await one.add(job('b'));
    const lease = await leased(one);
    const kept = one.database.db.transaction().execute(async (tx) => {
      expect(await one.queue.complete(tx, lease)).toBe(true);
      throw new Error('given up');
    });
    await expect(kept).rejects.toThrow('given up');
    expect(await one.queue.heartbeat(lease)).toBe(true);
  });

  test('gives the job of a worker that stopped answering to another, whose result alone counts', async () => {
    const one = await createTestQueue();
    await one.add(job('a'));
    const first = await leased(one);
    expect(await one.queue.heartbeat(first)).toBe(true);
    expect(await one.queue.lease('render')).toBeNull();
    await one.timePasses();
    const second = await leased(one);
    expect(second).toMatchObject({ id: first.id, attempt: 2 });
    expect(await one.queue.heartbeat(first)).toBe(false);
    expect(await one.queue.fail(first)).toBe('lost');
    expect(await complete(one, first)).toBe(false);
    expect(await complete(one, second)).toBe(true);
  });

  test('retries a failed job, and moves it to dead after its attempts', async () => {
    const one = await createTestQueue(2);
    await one.add(job('a'));
    expect(await one.queue.fail(await leased(one))).toBe('again');
    expect(await one.queue.lease('render')).toBeNull();
    await one.timePasses();
    expect(await one.queue.fail(await leased(one))).toBe('dead');
    await one.timePasses();
    expect(await one.queue.lease('render')).toBeNull();
    const dead = await leased(one, 'dead');
    expect(dead).toMatchObject({ data: { name: 'a' }, groupId: 'run', attempt: 1 });
    expect(await complete(one, dead)).toBe(true);
  });

  test('moves a job to dead that is begun repeatedly and never completed', async () => {
    const one = await createTestQueue(2);
    await one.add(job('a'));
    await leased(one);
    await one.timePasses();
    await leased(one);
    await one.timePasses();
    expect(await one.queue.lease('render')).toBeNull();
    expect((await leased(one, 'dead')).data.name).toBe('a');
  });

  test('removes canceled jobs, also from workers in progress', async () => {
    const one = await createTestQueue();
    await one.add(job('a'), job('b'), job('c', { groupId: 'other' }));
    const lease = await leased(one);
    await one.database.db.transaction().execute((tx) => one.queue.cancel(tx, 'run'));
    expect(await one.queue.heartbeat(lease)).toBe(false);
    expect(await complete(one, lease)).toBe(false);
    expect(await namesOf(one)).toEqual(['c']);
  });

  test('schedules users fairly: one with a few late jobs does not wait for one with many', async () => {
    const one = await createTestQueue();
    await one.add(...Array.from({ length: 6 }, (_, i) => job(`a${i}`)));
    expect((await leased(one)).data.name).toBe('a0');
    await one.add(job('b0', { userId: 'bert' }), job('b1', { userId: 'bert' }));
    expect(await namesOf(one)).toEqual(['a1', 'b0', 'a2', 'b1', 'a3', 'a4', 'a5']);
  });

  test('runs urgent jobs first', async () => {
    const one = await createTestQueue();
    await one.add(job('slow', { level: 2 }), job('usual'), job('urgent', { level: 0, userId: 'bert' }));
    expect(await namesOf(one)).toEqual(['urgent', 'usual', 'slow']);
  });

  test('orders a user’s jobs by their own order, and takes no turn from another', async () => {
    const one = await createTestQueue();
    await one.add(job('low0', { order: 2 }), job('low1', { order: 2 }));
    await one.add(...Array.from({ length: 4 }, (_, i) => job(`b${i}`, { userId: 'bert' })));
    await one.add(job('usual'), job('high', { order: 0 }));
    expect(await namesOf(one)).toEqual(['b0', 'high', 'b1', 'usual', 'low0', 'b2', 'low1', 'b3']);
  });

  test('assigns no held job until it is released', async () => {
    const one = await createTestQueue();
    await one.add(job('a'), job('b'), job('c', { groupId: 'other' }));
    const begun = await leased(one);
    const within = (change: (tx: typeof one.database.db) => Promise<void>): Promise<void> =>
      one.database.db.transaction().execute(change);
    await within((tx) => one.queue.hold(tx, 'run'));
    expect(await one.queue.depth('render')).toEqual({ waiting: 1, leased: 1 });
    expect(await complete(one, await leased(one))).toBe(true);
    expect(await one.queue.longestWaitMs('render')).toBe(0);
    // A begun one completes, or is lost and waits again.
    expect(await one.queue.heartbeat(begun)).toBe(true);
    expect(await complete(one, begun)).toBe(true);
    await one.timePasses();
    expect(await one.queue.lease('render')).toBeNull();
    await within((tx) => one.queue.release(tx, 'run'));
    expect(await one.queue.depth('render')).toMatchObject({ waiting: 1 });
    expect(await one.queue.longestWaitMs('render')).toBeLessThan(10_000);
    expect(await namesOf(one)).toEqual(['b']);
    await one.add(job('d'));
    await within((tx) => one.queue.hold(tx, 'run'));
    await within((tx) => one.queue.cancel(tx, 'run'));
    await within((tx) => one.queue.release(tx, 'run'));
    expect(await one.queue.lease('render')).toBeNull();
  });
});
