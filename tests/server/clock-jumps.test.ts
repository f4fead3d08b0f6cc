import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { createServer } from '#server/app.ts';
import { databasePlace, openDatabase } from '#server/core/database/open-database.ts';
import { createSharedCounts } from '#server/http/rate-counts.ts';
import { beginFetch } from '#server/core/net/fetch-quota.ts';
import { NET_LIMITS } from '#server/core/net/net-limits.ts';
import { QUEUE_LIMITS, WEBHOOK_LANE, type Lane } from '#server/core/queue/queue.ts';
import { createTableQueue } from '#server/core/queue/table-queue.ts';
import { nextTime, timesBetween } from '#server/runs/schedules/next-time.ts';
import { createRenderFolder } from '#tests/support/command-line.ts';
import { longestTurnMs } from '#tests/support/longest-turn.ts';
import { createSheetServer, openTo } from '#tests/support/sheet-server.ts';
import { createCodeServer, createReached } from './create-code-server.ts';
import {
  createTestFolder,
  createTestServer,
  createUser,
  createVisitor,
  PASSWORD,
  type TestServer,
  type TestUser,
} from './create-test-server.ts';
import { storageOf } from './test-storage.ts';
import { asking, saveLabel, tokenOf } from './v1-program.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;
const UNLIMITED = { loginsPerAddress: 10_000, failedLoginsPerAddress: 10_000 };
const POLL = { interval: 50 };

interface Planned {
  readonly server: TestServer;
  readonly owner: TestUser;
  readonly now: () => number;
  /** The due times of the started runs, in order. */
  readonly fired: () => Promise<number[]>;
  readonly runs: () => Promise<number>;
  readonly next: () => Promise<number>;
  /** Sets the clock to a moment after the next time, and settles when its run has been started. */
  readonly untilDue: () => Promise<void>;
}

/** A server with one hourly schedule. */
async function createPlanned(
  options: Parameters<typeof createTestServer>[0] = {},
  source: object = { rows: [{ name: 'Tea', code: 'A-1' }] },
): Promise<Planned> {
  const server = await createTestServer(options);
  const owner = await createUser(server.url, 'owner');
  const template = await saveLabel(owner, await createRenderFolder());
  const ask = asking(server.url, await tokenOf(owner));
  const run = { template, format: 'zpl', ...source };
  const answer = await ask('/v1/schedules', { name: 'Plan', cron: '0 * * * *', zone: 'Europe/Madrid', run });
  expect(answer.status).toBe(201);
  const { db, now } = server.server.services;
  const next = async (): Promise<number> => {
    const row = await db.selectFrom('schedule').select('next_at').executeTakeFirstOrThrow();
    return Number(row.next_at);
  };
  return {
    server,
    owner,
    now,
    next,
    untilDue: async () => {
      server.wait((await next()) - now() + 1);
      await server.server.fireDue();
    },
    fired: async () => {
      const rows = await db
        .selectFrom('schedule_firing')
        .select('due_at')
        .where('outcome', '=', 'started')
        .orderBy('due_at')
        .execute();
      return rows.map(({ due_at: dueAt }) => Number(dueAt));
    },
    runs: async () => (await db.selectFrom('label_run').select('id').execute()).length,
  };
}

describe('a schedule', () => {
  test.each([
    ['an hour', HOUR],
    ['a day', DAY],
    ['a year', YEAR],
  ])('does not fire a second time when the clock is set back by %s after it has', async (_what, back) => {
    const { server, fired, runs, untilDue, now, next } = await createPlanned();
    await untilDue();
    await expect.poll(fired, POLL).toHaveLength(1);
    const [due = 0] = await fired();
    server.wait(-back);
    await server.server.fireDue();
    expect(await runs()).toBe(1);
    // Its time comes again. Those of the day before it by the correct clock are times of their own.
    server.wait(due - now() + 1);
    await expect.poll(next, POLL).toBeGreaterThan(now());
    await server.server.fireDue();
    const dues = await fired();
    expect(await runs()).toBe(dues.length);
    expect(dues.filter((one) => one === due)).toHaveLength(1);
    await untilDue();
    await expect.poll(runs, POLL).toBe(dues.length + 1);
  });

  test.each([
    ['a day', DAY, 23],
    ['a year', YEAR, 1000],
  ])('fires once when the clock is set forward by %s, and counts what it missed', async (_what, forward, missed) => {
    const { server, fired, runs, next, now } = await createPlanned();
    server.wait(forward);
    await expect.poll(fired, POLL).toHaveLength(1);
    await server.server.fireDue();
    expect(await runs()).toBe(1);
    expect((await next()) - now()).toBeLessThanOrEqual(HOUR);
    const { db } = server.server.services;
    const firing = await db.selectFrom('schedule_firing').select('missed').executeTakeFirstOrThrow();
    expect(Math.abs(firing.missed - missed)).toBeLessThanOrEqual(1);
  });

  test('continues at once when a clock that was ahead by a year is corrected', async () => {
    const { server, fired, runs, next, now, untilDue } = await createPlanned();
    server.wait(YEAR);
    await expect.poll(fired, POLL).toHaveLength(1);
    expect(await next()).toBeGreaterThan(now());
    server.wait(-YEAR);
    await expect.poll(async () => (await next()) - now(), POLL).toBeLessThanOrEqual(HOUR);
    expect(await runs()).toBe(1);
    // It has fired at its first time, when the clock was ahead; it fires at the one after that.
    await untilDue();
    await expect.poll(next, POLL).toBeGreaterThan(now());
    await untilDue();
    await expect.poll(runs, POLL).toBe(2);
  });

  test.each([
    ['claimed by a server that died', (time: number) => ({ claimed_until: time + YEAR, retry_at: null })],
    ['to be tried again', (time: number) => ({ claimed_until: null, retry_at: time + YEAR })],
  ])('that is %s when the clock is set back does not wait until the clock is there again', async (_what, left) => {
    const { server, fired, next, now } = await createPlanned();
    const { db } = server.server.services;
    // The times are corrected once when the server starts.
    await server.server.fireDue();
    await db
      .updateTable('schedule')
      .set({ ...left(now()), next_at: (await next()) - HOUR })
      .execute();
    await server.server.fireDue();
    expect(await fired()).toEqual([]);
    server.wait(-MINUTE);
    await expect.poll(fired, POLL).toHaveLength(1);
  });

  test('whose rows are being fetched when the clock is set back by a day starts one run, and continues', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const sheets = await createSheetServer({
      '/slow.csv': (response) =>
        void promise.then(() => response.writeHead(200, { 'content-type': 'text/csv' }).end('name,code\nTea,A-1\n')),
    });
    onTestFinished(() => sheets.close());
    const planned = await createPlanned({ netPolicy: openTo(sheets) }, { url: `${sheets.url}/slow.csv` });
    const { server, fired, runs, next, now } = planned;
    server.wait((await next()) - now() + 1);
    await expect.poll(() => sheets.requests.length, POLL).toBe(1);
    server.wait(-DAY);
    resolve();
    await expect.poll(fired, POLL).toHaveLength(1);
    await expect.poll(async () => (await next()) - now(), POLL).toBeLessThanOrEqual(HOUR);
    expect(await runs()).toBe(1);
  });

  test('of two servers whose clocks differ by five minutes fires once at each time', async () => {
    const { server, fired, runs, untilDue } = await createPlanned();
    const { services } = server.server;
    const { databaseUrl, s3 } = await storageOf(server.dataDir);
    const ahead = await createServer({
      ...(databaseUrl === undefined ? {} : { databaseUrl }),
      ...(s3 === undefined ? {} : { s3 }),
      dataDir: server.dataDir,
      webDir: server.dataDir,
      assistantPort: 9004,
      now: () => services.now() + 5 * MINUTE,
      say: () => undefined,
    });
    onTestFinished(() => ahead.close());
    for (let times = 1; times <= 2; times++) {
      await untilDue();
      await expect.poll(runs, POLL).toBe(times);
      // The server that is behind checks its times as if it had just started.
      server.wait(-6_000);
      await server.server.fireDue();
      await ahead.fireDue();
      server.wait(6_000);
      await server.server.fireDue();
      await ahead.fireDue();
      expect(await runs()).toBe(times);
    }
    expect(new Set(await fired()).size).toBe(2);
  });

  test('whose time was recorded under other rules of its zone is corrected when the server starts', async () => {
    const { server, next, now } = await createPlanned();
    const { db } = server.server.services;
    const right = nextTime('0 * * * *', 'Europe/Madrid', now()) ?? 0;
    for (const wrong of [right + HOUR, right + MINUTE]) {
      await db.updateTable('schedule').set({ next_at: wrong }).execute();
      const { databaseUrl, s3 } = await storageOf(server.dataDir);
      const other = await createServer({
        ...(databaseUrl === undefined ? {} : { databaseUrl }),
        ...(s3 === undefined ? {} : { s3 }),
        dataDir: server.dataDir,
        webDir: server.dataDir,
        assistantPort: 9004,
        now,
        say: () => undefined,
      });
      await expect.poll(next, POLL).toBe(nextTime('0 * * * *', 'Europe/Madrid', now()));
      await other.close();
    }
  });

  test('that missed a thousand minutes around a clock change blocks the server for at most 50 ms at a time', async () => {
    const from = Date.parse('2026-10-24T18:00Z');
    let missed = 0;
    const longest = await longestTurnMs(async () => {
      missed = await timesBetween('* * * * *', 'Europe/Madrid', from, from + YEAR, 1000);
    });
    expect(missed).toBe(1000);
    expect(longest).toBeLessThan(50);
  });
});

describe('the next time', () => {
  test.each<[string, string, string, ...string[]]>([
    ['0 0 1 1 *', 'Pacific/Kiritimati', '2026-06-01T00:00Z', '2026-12-31T10:00Z', '2027-12-31T10:00Z'],
    ['0 0 1 1 *', 'Etc/GMT+12', '2026-06-01T00:00Z', '2027-01-01T12:00Z', '2028-01-01T12:00Z'],
    ['30 23 31 12 *', 'Pacific/Kiritimati', '2026-06-01T00:00Z', '2026-12-31T09:30Z'],
    ['0 12 29 2 *', 'Asia/Tokyo', '2026-03-01T00:00Z', '2028-02-29T03:00Z', '2032-02-29T03:00Z'],
    ['0 12 29 2 *', 'UTC', '2096-03-01T00:00Z', '2104-02-29T12:00Z'],
    // Two o'clock is skipped, and shown twice.
    ['30 2 * * *', 'America/New_York', '2026-03-07T12:00Z', '2026-03-08T07:00Z', '2026-03-09T06:30Z'],
    ['30 1 * * *', 'America/New_York', '2026-10-31T12:00Z', '2026-11-01T05:30Z', '2026-11-02T06:30Z'],
    ['*/20 1 * * *', 'America/New_York', '2026-11-01T05:30Z', '2026-11-01T05:40Z', '2026-11-01T06:00Z'],
    // By half an hour.
    ['15 2 * * *', 'Australia/Lord_Howe', '2026-10-02T20:00Z', '2026-10-03T15:30Z', '2026-10-04T15:15Z'],
    ['45 1 * * *', 'Australia/Lord_Howe', '2026-04-03T20:00Z', '2026-04-04T14:45Z', '2026-04-05T15:15Z'],
    // At midnight, and in the south.
    ['0 0 * * *', 'Africa/Cairo', '2026-04-23T12:00Z', '2026-04-23T22:00Z', '2026-04-24T21:00Z'],
    ['0 0 * * *', 'America/Santiago', '2026-09-05T12:00Z', '2026-09-06T04:00Z', '2026-09-07T03:00Z'],
    // Twice within a month, backwards first.
    ['30 2 * * *', 'Africa/Casablanca', '2026-02-14T12:00Z', '2026-02-15T01:30Z', '2026-02-16T02:30Z'],
    ['30 2 * * *', 'Africa/Casablanca', '2026-03-21T12:00Z', '2026-03-22T02:00Z', '2026-03-23T01:30Z'],
    // A whole day that is missing.
    ['0 12 * * *', 'Pacific/Apia', '2011-12-29T23:00Z', '2011-12-30T10:00Z', '2011-12-30T22:00Z'],
  ])('of %s in %s behind %s is right', (cron, zone, after, ...expected) => {
    const found: string[] = [];
    let time: number | null = Date.parse(after);
    while (found.length < expected.length && time !== null) {
      time = nextTime(cron, zone, time);
      if (time !== null) found.push(new Date(time).toISOString().replace(':00.000', ''));
    }
    expect(found).toEqual(expected);
  });
});

describe('after the clock was set back', () => {
  test('a session ends a day after its last use, like any other', async () => {
    const server = await createTestServer();
    const user = await createUser(server.url, 'user');
    server.wait(-YEAR);
    expect(expectOk(await user.api.call('currentUser', {}))).not.toBeNull();
    server.wait(23 * HOUR);
    expect(expectOk(await user.api.call('currentUser', {}))).not.toBeNull();
    server.wait(25 * HOUR);
    const answer = await user.api.call('currentUser', {});
    expect(answer.ok && answer.value !== null).toBe(false);
  });

  test.each([
    ['an hour', HOUR],
    ['a year', YEAR],
  ])('by %s, attempts that were counted before do not count for so long', async (_what, back) => {
    const server = await createTestServer({ limits: { loginsPerAddress: 3, failedLoginsPerAccount: 100 } });
    await createUser(server.url, 'user');
    const signIn = async (): Promise<boolean> => {
      const input = { account: 'user', password: PASSWORD };
      return (await createVisitor(server.url).api.call('login', input)).ok;
    };
    const results = [];
    for (let i = 0; i < 5; i++) results.push(await signIn());
    expect(results).toEqual([true, true, true, false, false]);
    server.wait(-back);
    expect(await signIn()).toBe(true);
  });

  test.each([
    ['an hour', HOUR],
    ['a year', YEAR],
  ])('by %s, calls that a process has counted before do not count for so long', async (_what, back) => {
    const { server } = await createTestServer();
    let time = Date.now();
    const counts = createSharedCounts(server.services.db, () => time);
    onTestFinished(() => counts.stop());
    for (let i = 0; i < 100; i++) counts.count('calls', 100);
    await counts.share();
    expect(counts.count('calls', 100)).not.toBeNull();
    time -= back;
    expect(counts.count('calls', 100)).toBeNull();
    await counts.share();
    for (let i = 0; i < 98; i++) expect(counts.count('calls', 100)).toBeNull();
    await counts.share();
    expect(counts.count('calls', 100)).toBeNull();
    expect(counts.count('calls', 100)).not.toBeNull();
  });

  test.each([
    ['an hour', HOUR],
    ['a year', YEAR],
  ])('by %s, wrong passwords from before keep nobody waiting for so long', async (_what, back) => {
    const server = await createTestServer({ limits: { ...UNLIMITED, failedLoginsPerAccount: 2 } });
    await createUser(server.url, 'user');
    const signIn = async (password: string): Promise<boolean> =>
      (await createVisitor(server.url).api.call('login', { account: 'user', password })).ok;
    for (let i = 0; i < 4; i++) expect(await signIn('a wrong one')).toBe(false);
    expect(await signIn(PASSWORD)).toBe(false);
    server.wait(-back);
    expect(await signIn(PASSWORD)).toBe(true);
  });

  test('a code that was sent before is invalid, and another can be sent at once', async () => {
    const server = await createCodeServer();
    await createReached(server, 'ana@example.com');
    server.wait(HOUR);
    const old = await server.askCode('login', 'ana@example.com');
    server.wait(-DAY);
    const input = { target: 'ana@example.com', code: old };
    expect((await createVisitor(server.url).api.call('loginByCode', input)).ok).toBe(false);
    const code = await server.askCode('login', 'ana@example.com');
    expectOk(await createVisitor(server.url).api.call('loginByCode', { ...input, code }));
  });

  test('earlier fetches do not count until the clock reaches them again', async () => {
    const server = await createTestServer();
    const { user } = await createUser(server.url, 'user');
    const { db, now } = server.server.services;
    const limits = { ...NET_LIMITS, atOnce: 2, perHour: 2 };
    const begin = () => beginFetch(db, limits, user.user_id, now());
    expect([(await begin()).ok, (await begin()).ok, (await begin()).ok]).toEqual([true, true, false]);
    server.wait(-DAY);
    expect((await begin()).ok).toBe(true);
  });

  test.each<[string, number, 'leased' | 'waiting']>([
    ['an hour, a job that waited', HOUR, 'waiting'],
    ['a year, a job that waited', YEAR, 'waiting'],
    ['an hour, a job whose process died', HOUR, 'leased'],
    ['a year, a job whose process died', YEAR, 'leased'],
  ])('by %s is done at once', async (_what, back, state) => {
    // The other kind of queue uses the clock of its database.
    const { db, close } = await openDatabase(databasePlace(undefined, join(await createTestFolder(), 'queue.db')));
    onTestFinished(close);
    let time = Date.now();
    const queue = createTableQueue<string>(db, QUEUE_LIMITS, () => time);
    const lane: Lane = WEBHOOK_LANE;
    await db.transaction().execute((tx) =>
      queue.enqueue(tx, [
        { lane, groupId: 'g', userId: 'u', level: 1, data: 'x' },
        { lane, groupId: 'held', userId: 'u', level: 1, data: 'y' },
      ]),
    );
    await db.transaction().execute((tx) => queue.hold(tx, 'held'));
    if (state === 'leased') expect((await queue.lease(lane))?.groupId).toBe('g');
    time -= back;
    expect((await queue.lease(lane))?.groupId).toBe('g');
    expect(await queue.lease(lane)).toBeNull();
  });
});
