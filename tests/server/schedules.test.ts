import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { createServer } from '#server/app.ts';
import { createSheetServer, openTo } from '#tests/support/sheet-server.ts';
import { startMain } from '#tests/support/server-process.ts';
import { createRenderFolder } from '#tests/support/command-line.ts';
import { createTestFolder, createTestServer, createUser, PASSWORD, type TestServer } from './create-test-server.ts';
import { openDatabaseOf, storageEnvironment, storageOf } from './test-storage.ts';
import { asking, saveLabel, startWorker, tokenOf, untilEnd, type Ask, type Run } from './v1-program.ts';

interface Firing {
  readonly cause: string;
  readonly due: string;
  readonly missed: number;
  readonly run: string | null;
  readonly outcome: string;
  readonly problem: { readonly code: string; readonly detail: string } | null;
}

interface Schedule {
  readonly id: string;
  readonly state: string;
  readonly next: string | null;
  readonly failures: number;
  readonly last: Firing | null;
  readonly trigger: string;
  readonly trigger_path?: string;
  readonly signing_key?: string;
}

const MINUTE = 60_000;
const EVERY_HOUR = '0 * * * *';

async function add(ask: Ask, asked: object): Promise<Schedule> {
  const answer = await ask('/v1/schedules', asked);
  expect(answer.status).toBe(201);
  return (await answer.json()) as Schedule;
}

/** The answer of a call; throws a rejection. */
async function answerOf<T>(ask: Ask, path: string): Promise<T> {
  const answer = await ask(path);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

const shown = (ask: Ask, id: string): Promise<Schedule> => answerOf(ask, `/v1/schedules/${id}`);
const historyOf = async (ask: Ask, id: string): Promise<readonly Firing[]> =>
  (await answerOf<{ items: Firing[] }>(ask, `/v1/schedules/${id}/history`)).items;
const runsOf = async (ask: Ask): Promise<readonly Run[]> => (await answerOf<{ items: Run[] }>(ask, '/v1/runs')).items;

async function create(options: Parameters<typeof createTestServer>[0] = {}) {
  const server = await createTestServer(options);
  const owner = await createUser(server.url, 'owner');
  const template = await saveLabel(owner, await createRenderFolder());
  const ask = asking(server.url, await tokenOf(owner));
  const rows = [
    { name: 'Tea', code: 'A-1', stock: 4 },
    { name: 'Rice', code: 'A-2', stock: 12 },
    { name: 'Salt', code: 'A-3', stock: 30 },
  ];
  return { server, owner, template, ask, run: { template, format: 'zpl', rows } };
}

/** Moves the clock of a server past the next time of that schedule, and settles when its run has been started. */
async function untilDue(server: TestServer, ask: Ask, id: string): Promise<void> {
  const { next } = await shown(ask, id);
  server.wait(Date.parse(next ?? '') - server.server.services.now() + 1);
  await server.server.fireDue();
}

describe('a schedule', () => {
  test('starts a run at its times, with the rows that pass its filter, and records the result', async () => {
    const { server, ask, run } = await create();
    await startWorker(server);
    const where = [
      { column: 'stock', test: 'atLeast', value: '10' },
      { column: 'name', test: 'isNot', value: 'salt' },
    ];
    const plan = await add(ask, { name: ' Stock ', cron: EVERY_HOUR, zone: 'Europe/Madrid', run: { ...run, where } });
    expect(plan).toMatchObject({ name: 'Stock', state: 'on', trigger: 'none', last: null });
    expect(plan).not.toHaveProperty('trigger_path');
    await server.server.fireDue();
    expect(await runsOf(ask)).toEqual([]);
    // The worker's clock must not be moved.
    const due = Date.now() - 1;
    await server.server.services.db.updateTable('schedule').set({ next_at: due }).execute();
    await expect.poll(() => runsOf(ask)).toHaveLength(1);
    const [started] = await runsOf(ask);
    expect(await untilEnd(ask, started?.id ?? '')).toMatchObject({ state: 'done', labels: 1, pages: 1 });
    await expect.poll(async () => (await shown(ask, plan.id)).last?.outcome).toBe('done');
    const after = await shown(ask, plan.id);
    expect(after.last).toMatchObject({ cause: 'due', missed: 0, run: started?.id, problem: null });
    expect(Date.parse(after.last?.due ?? '')).toBe(due);
    expect(Date.parse(after.next ?? '')).toBeGreaterThan(due);
    // While it is paused, its times pass; after it resumes, the next one is due.
    await ask(`/v1/schedules/${plan.id}/pause`, {});
    server.wait(3 * 60 * MINUTE);
    await server.server.fireDue();
    expect(await runsOf(ask)).toHaveLength(1);
    const resumed = (await (await ask(`/v1/schedules/${plan.id}/resume`, {})).json()) as Schedule;
    expect(Date.parse(resumed.next ?? '')).toBeGreaterThan(server.server.services.now());
    // Ten at once with one key are one run.
    const key = { 'idempotency-key': 'now-1' };
    const ten = await Promise.all(Array.from({ length: 10 }, () => ask(`/v1/schedules/${plan.id}/run`, {}, key)));
    const ids = await Promise.all(ten.map(async (answer) => ((await answer.json()) as Run).id));
    expect(new Set(ids).size).toBe(1);
    expect(ten.filter(({ status }) => status === 202)).toHaveLength(1);
    expect((await historyOf(ask, plan.id)).map(({ cause }) => cause)).toEqual(['now', 'due']);
    expect((await ask(`/v1/schedules/${plan.id}/delete`, {})).status).toBe(200);
    expect((await ask(`/v1/schedules/${plan.id}`)).status).toBe(404);
    expect(await runsOf(ask)).toHaveLength(2);
  });

  test('fetches its rows from the web again each time', async () => {
    const sheets = await createSheetServer();
    onTestFinished(() => sheets.close());
    const { server, ask, template } = await create({ netPolicy: openTo(sheets) });
    sheets.setGoods('name,code\nTea,A-1\nRice,A-2\n');
    await startWorker(server);
    const run = { template, format: 'zpl', url: `${sheets.url}/goods.csv` };
    const plan = await add(ask, { name: 'Plan', cron: EVERY_HOUR, run });
    const now = async (): Promise<Run> => {
      const started = (await (await ask(`/v1/schedules/${plan.id}/run`, {})).json()) as Run;
      return untilEnd(ask, started.id);
    };
    expect(await now()).toMatchObject({ state: 'done', labels: 2 });
    sheets.setGoods('name,code\nSalt,A-3\n');
    expect(await now()).toMatchObject({ state: 'done', labels: 1 });
    sheets.setStatus(503);
    const refused = await ask(`/v1/schedules/${plan.id}/run`, {});
    expect([refused.status, await refused.json()]).toMatchObject([422, { errors: [{ field: 'url' }] }]);
    const last = (await historyOf(ask, plan.id))[0];
    expect(last).toMatchObject({ outcome: 'failed', run: null, problem: { code: 'net.status' } });
    expect((await ask('/v1/runs', { ...run, url: 'file:///etc/passwd' })).status).toBe(422);
  });

  test('whose times passed while no server ran fires once, with their number', async () => {
    const { server, ask, run } = await create();
    const plan = await add(ask, { name: 'Plan', cron: EVERY_HOUR, run });
    server.wait(5 * 60 * MINUTE);
    await expect.poll(() => runsOf(ask)).toHaveLength(1);
    await server.server.fireDue();
    expect(await runsOf(ask)).toHaveLength(1);
    const { last, next } = await shown(ask, plan.id);
    expect(last).toMatchObject({ cause: 'due', due: plan.next, missed: 4 });
    expect(Date.parse(next ?? '')).toBeGreaterThan(server.server.services.now());
  });

  test('that two servers see at once starts one run, also if one is killed meanwhile', async () => {
    const { server, ask, run, owner } = await create();
    const { services } = server.server;
    const plan = await add(ask, { name: 'Plan', cron: EVERY_HOUR, run });
    let ahead = 0;
    const { databaseUrl, s3 } = await storageOf(server.dataDir);
    const other = await createServer({
      ...(databaseUrl === undefined ? {} : { databaseUrl }),
      ...(s3 === undefined ? {} : { s3 }),
      dataDir: server.dataDir,
      webDir: server.dataDir,
      assistantPort: 9004,
      now: () => Date.now() + ahead,
      say: () => undefined,
    });
    try {
      const { next } = plan;
      ahead = Date.parse(next ?? '') - Date.now() + 1;
      server.wait(ahead);
      await expect.poll(() => runsOf(ask)).toHaveLength(1);
      await server.server.fireDue();
      await other.fireDue();
      expect(await runsOf(ask)).toHaveLength(1);
      // The state of a server that has started the run and was killed before it recorded that.
      await services.db
        .updateTable('schedule')
        .set({ next_at: Date.parse(next ?? ''), claimed_until: services.now() + MINUTE })
        .execute();
      await services.db.deleteFrom('schedule_firing').execute();
      await server.server.fireDue();
      await other.fireDue();
      expect(await historyOf(ask, plan.id)).toEqual([]);
      server.wait(2 * MINUTE);
      ahead += 2 * MINUTE;
      await expect.poll(() => historyOf(ask, plan.id)).toHaveLength(1);
      expect(await runsOf(ask)).toHaveLength(1);
      expect((await owner.api.call('getAuditLog', {})).ok).toBe(true);
    } finally {
      await other.close();
    }
  });

  test('that fails repeatedly is stopped, and its owner gets a message', async () => {
    const sent: string[] = [];
    const { server, ask, run, owner, template } = await create({ say: (line) => void sent.push(line) });
    const { db } = server.server.services;
    const plan = await add(ask, { name: 'Plan', cron: EVERY_HOUR, run });
    await db
      .updateTable('user')
      .set({ email: 'owner@example.com', email_key: 'owner@example.com', email_verified_at: 1 })
      .where('id', '=', owner.user.user_id)
      .execute();
    expectOk(await owner.api.call('deleteTemplate', { id: template }));
    for (let failures = 1; failures <= 5; failures++) {
      await untilDue(server, ask, plan.id);
      await expect.poll(async () => (await shown(ask, plan.id)).failures, { interval: 50 }).toBe(failures);
    }
    const stopped = await shown(ask, plan.id);
    expect(stopped).toMatchObject({ state: 'stopped', next: null });
    expect(stopped.last).toMatchObject({ outcome: 'failed', run: null, problem: { code: 'template.notFound' } });
    await expect.poll(() => sent.length).toBe(1);
    const log = expectOk(await owner.api.call('getAuditLog', {}));
    expect(log.list.filter(({ event }) => event === 'scheduleStopped')).toHaveLength(1);
    expect(await (await ask(`/v1/schedules/${plan.id}/resume`, {})).json()).toMatchObject({ state: 'on', failures: 0 });
  });

  test('from before the minimum distance starts its runs at that distance, and keeps its times when it is changed', async () => {
    const { server, ask, run } = await create();
    const plan = await add(ask, { name: 'Plan', cron: EVERY_HOUR, run });
    const { db } = server.server.services;
    await db.updateTable('schedule').set({ cron: '* * * * *' }).where('id', '=', plan.id).execute();
    for (let i = 1; i <= 3; i++) {
      await untilDue(server, ask, plan.id);
      await expect.poll(() => historyOf(ask, plan.id), { interval: 50 }).toHaveLength(i);
    }
    const due = (await historyOf(ask, plan.id)).map((one) => Date.parse(one.due)).toReversed();
    expect(due.slice(1).map((time, i) => time - (due[i] ?? 0))).toEqual([5 * MINUTE, 5 * MINUTE]);
    expect((await ask(`/v1/schedules/${plan.id}`, { name: 'Renamed', cron: '* * * * *' })).status).toBe(200);
    const other = await ask(`/v1/schedules/${plan.id}`, { cron: '*/2 * * * *' });
    expect([other.status, await other.json()]).toMatchObject([
      422,
      { errors: [{ field: 'cron' }], detail: expect.stringContaining('5 minutes') },
    ]);
    expect((await ask(`/v1/schedules/${plan.id}`, { cron: '*/5 * * * *' })).status).toBe(200);
  });

  test('accepts only its owner’s things, times that occur, and a limited number', async () => {
    const { server, ask, run } = await create();
    const other = asking(server.url, await tokenOf(await createUser(server.url, 'other')));
    const plan = { name: 'Plan', cron: EVERY_HOUR, run };
    expect((await other('/v1/schedules', plan)).status).toBe(404);
    const wrong: [object, string][] = [
      [{ ...plan, cron: '0 0 31 2 *' }, 'cron'],
      [{ ...plan, cron: 'every day' }, 'cron'],
      [{ ...plan, cron: '* * * * *' }, 'cron'],
      [{ ...plan, cron: '0,59 0,23 * * *' }, 'cron'],
      [{ ...plan, cron: null }, 'cron'],
      [{ ...plan, zone: 'Mars/Base' }, 'zone'],
      [{ ...plan, name: ' ' }, 'name'],
      [{ ...plan, run: { ...run, csv: 'a' } }, 'run.rows'],
      [{ ...plan, run: { ...run, where: [{ column: 'a', test: 'like' }] } }, 'run.where.0.test'],
      [{ ...plan, run: { ...run, webhook: { url: 'ends', secret: `whsec_${'a'.repeat(40)}` } } }, 'run.webhook.url'],
    ];
    for (const [body, field] of wrong) {
      const answer = await ask('/v1/schedules', body);
      expect([field, answer.status, await answer.json()]).toMatchObject([field, 422, { errors: [{ field }] }]);
    }
    const large = {
      ...run,
      rows: Array.from({ length: 2000 }, (_, i) => ({ name: `Tea ${i}`, code: 'A'.repeat(30) })),
    };
    expect((await ask('/v1/schedules', { ...plan, run: large })).status).toBe(422);
    const withWebhook = { ...run, webhook: { url: 'https://example.com/', secret: `whsec_${'a'.repeat(40)}` } };
    const { id } = await add(ask, { ...plan, run: withWebhook });
    const kept = await server.server.services.db.selectFrom('schedule').selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify(kept)).not.toContain('a'.repeat(40));
    const changed = await ask(`/v1/schedules/${id}`, { cron: '30 5 * * *', zone: 'Asia/Shanghai' });
    expect(await changed.json()).toMatchObject({ cron: '30 5 * * *', next: expect.stringMatching(/T21:30:00.000Z$/) });
    // Ten at once see each other: one of a hundred is left.
    for (let i = 1; i < 99; i++)
      await server.server.services.db
        .insertInto('schedule')
        .values({ ...kept, id: `more ${i}` })
        .execute();
    const ten = await Promise.all(Array.from({ length: 10 }, () => ask('/v1/schedules', plan)));
    expect(ten.filter(({ status }) => status === 201)).toHaveLength(1);
  });
});

describe('the address of a schedule', () => {
  test('starts its run with the sent rows, once for each key, until it is revoked', async () => {
    const { server, ask, run } = await create();
    const plan = await add(ask, { name: 'Orders', trigger: 'open', run });
    const path = plan.trigger_path ?? '';
    expect(path).toMatch(/^\/v1\/triggers\/lwh_[\w-]{43}$/);
    expect(JSON.stringify(await shown(ask, plan.id))).not.toContain('lwh_');
    const { db } = server.server.services;
    expect(JSON.stringify(await db.selectFrom('schedule').selectAll().execute())).not.toContain(path.slice(13));
    const trigger = (body: string, headers: Record<string, string> = {}, to = path): Promise<Response> =>
      fetch(server.url + to, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
    const rows = JSON.stringify({ rows: [{ name: 'Order', code: 'O-1' }] });
    const key = { 'idempotency-key': 'order-1' };
    const ten = await Promise.all(Array.from({ length: 10 }, () => trigger(rows, key)));
    expect(ten.filter(({ status }) => status === 202)).toHaveLength(1);
    expect(ten.filter(({ status }) => status === 200)).toHaveLength(9);
    expect(await runsOf(ask)).toHaveLength(1);
    expect((await trigger('{}', key)).status).toBe(409);
    expect((await trigger('{}')).status).toBe(202);
    expect((await fetch(server.url + path, { method: 'POST' })).status).toBe(202);
    expect((await trigger('{"rows":[{"name":')).status).toBe(400);
    expect((await trigger('{"rows":[]}')).status).toBe(422);
    expect((await trigger(rows, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await trigger(`{"rows":[{"name":"${'a'.repeat(6_000_000)}"}]}`)).status).toBe(413);
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"rows":`,
    );
    await once(socket, 'connect');
    socket.destroy();
    expect(await runsOf(ask)).toHaveLength(3);
    expect((await historyOf(ask, plan.id)).map(({ cause }) => cause)).toEqual(['trigger', 'trigger', 'trigger']);
    await ask(`/v1/schedules/${plan.id}/pause`, {});
    expect((await trigger(rows)).status).toBe(409);
    await ask(`/v1/schedules/${plan.id}/resume`, {});
    const renewed = (await (await ask(`/v1/schedules/${plan.id}`, { trigger: 'open' })).json()) as Schedule;
    expect(renewed.trigger_path).not.toBe(path);
    expect((await trigger(rows)).status).toBe(404);
    expect((await trigger(rows, {}, renewed.trigger_path)).status).toBe(202);
    // Guesses are counted.
    const guesses = await Promise.all(Array.from({ length: 80 }, (_, i) => trigger('{}', {}, `/v1/triggers/lwh_${i}`)));
    expect(guesses.filter(({ status }) => status === 429).length).toBeGreaterThan(10);
  });

  test('accepts signed messages only where signing is required, each once', async () => {
    const { server, ask, run } = await create();
    const plan = await add(ask, { name: 'Orders', trigger: 'signed', run });
    const key = plan.signing_key ?? '';
    expect(key).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(plan.trigger).toBe('signed');
    const body = JSON.stringify({ rows: [{ name: 'Order', code: 'O-1' }] });
    const send = (id: string, age = 0, sent = body, with_ = key): Promise<Response> => {
      const seconds = Math.floor(Date.now() / 1000) - age;
      const signature = createHmac('sha256', Buffer.from(with_.slice(6), 'base64')).update(`${id}.${seconds}.${body}`);
      return fetch(server.url + (plan.trigger_path ?? ''), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': String(seconds),
          'webhook-signature': `v1,AAAA v1,${signature.digest('base64')}`,
          'idempotency-key': `other-${Math.random()}`,
        },
        body: sent,
      });
    };
    expect((await send('msg_1')).status).toBe(202);
    expect((await send('msg_1')).status).toBe(200);
    expect((await send('msg_2')).status).toBe(202);
    expect((await send('msg_3', 600)).status).toBe(401);
    expect((await send('msg_3', -600)).status).toBe(401);
    expect((await send('msg_3', 0, body.replace('O-1', 'O-2'))).status).toBe(401);
    expect((await send('msg_3', 0, body, `whsec_${'A'.repeat(43)}=`)).status).toBe(401);
    expect(await runsOf(ask)).toHaveLength(2);
  });
});

test('a server that is killed at the due time leaves exactly one run', async () => {
  const dataDir = await createTestFolder();
  const environment = { ...(await storageEnvironment(dataDir)), DEMO_PASSWORD: PASSWORD, MEMBERSHIP: 'off' };
  let main = await startMain(environment);
  const owner = await createUser(main.url, 'owner');
  const template = await saveLabel(owner, await createRenderFolder());
  const token = await tokenOf(owner);
  const run = { template, format: 'zpl', rows: [{ name: 'Tea', code: 'A-1' }] };
  const plan = await add(asking(main.url, token), { name: 'Plan', cron: EVERY_HOUR, run });
  // A test can't wait for an hour: the time is due now.
  const due = Date.now() - 1;
  await using database = disposable(await openDatabaseOf(dataDir));
  await database.db.updateTable('schedule').set({ next_at: due }).execute();
  // From just before to well after its poll.
  for (const after of [100, 700]) {
    await wait(after);
    main.stop('SIGKILL');
    await main.ended;
    // The claim of a killed server expires after a minute.
    await database.db.updateTable('schedule').set({ claimed_until: null }).execute();
    main = await startMain(environment);
  }
  const ask = asking(main.url, token);
  await expect.poll(() => historyOf(ask, plan.id), { interval: 200 }).not.toEqual([]);
  const firings = await historyOf(ask, plan.id);
  const runs = await runsOf(ask);
  // Each due time has one run, and each run its time.
  expect(firings.filter((one) => Date.parse(one.due) === due)).toHaveLength(1);
  expect(new Set(firings.map((one) => one.run)).size).toBe(firings.length);
  expect(runs).toHaveLength(firings.length);
  main.stop('SIGTERM');
  await main.ended;
});

function disposable<T extends { close(): Promise<void> }>(opened: T): T & AsyncDisposable {
  return { ...opened, [Symbol.asyncDispose]: () => opened.close() };
}
