import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { API_CODES, SERVER_RUN_PAGES_PATH, SERVER_RUN_REPORT_PATH, type ServerRun } from '#protocol/api.ts';
import { reportOf } from '#server/runs/run-results.ts';
import { createRenderFolder } from '#tests/support/command-line.ts';
import { createTestServer, createUser, createVisitor, type TestUser } from './create-test-server.ts';
import { asking, saveLabel, startWorker, tokenOf, untilEnd, type Run } from './v1-program.ts';

const DAY = 24 * 60 * 60 * 1000;
const pagesOf = (id: string): string => SERVER_RUN_PAGES_PATH.replace(':id', id);
const tableOf = (id: string): string => SERVER_RUN_REPORT_PATH.replace(':id', id);

async function create() {
  const server = await createTestServer();
  const owner = await createUser(server.url, 'owner');
  const template = await saveLabel(owner, await createRenderFolder());
  const ask = asking(server.url, await tokenOf(owner));
  const start = async (body: object = {}): Promise<string> => {
    const rows = [{ name: 'Tea', code: 'A-1' }];
    return ((await (await ask('/v1/runs', { template, format: 'zpl', rows, ...body })).json()) as Run).id;
  };
  return { server, owner, template, ask, start };
}

const listOf = async (user: TestUser): Promise<readonly ServerRun[]> =>
  expectOk(await user.api.call('serverRunList', {})).list;

describe('the runs of programs in their owner’s list', () => {
  test('are controlled, with their origin and their costs, and are dismissed', async () => {
    const { server, owner, template, ask, start } = await create();
    const id = await start();
    const other = await createUser(server.url, 'other');
    expect(await listOf(owner)).toMatchObject([
      { id, name: 'Bound', origin: 'program', state: 'planning', printer: '', printing: '', problem: '', end_time: '' },
    ]);
    expect(await listOf(other)).toEqual([]);
    const steer = async (action: 'pause' | 'resume' | 'cancel'): Promise<string> =>
      expectOk(await owner.api.call('steerServerRun', { id, action })).state;
    expect(await steer('pause')).toBe('paused');
    // Ten at once count once, and a repeated change has no effect.
    expect(new Set(await Promise.all(Array.from({ length: 10 }, () => steer('resume'))))).toEqual(
      new Set(['planning']),
    );
    // An open one stays in the list.
    expectOk(await owner.api.call('putAwayServerRun', { id }));
    expect(await listOf(owner)).toHaveLength(1);
    expect(await steer('cancel')).toBe('cancelled');
    expect(await steer('resume')).toBe('cancelled');
    expect((await other.api.call('steerServerRun', { id, action: 'cancel' })).ok).toBe(false);
    const events = expectOk(await owner.api.call('getAuditLog', { size: 50 })).list.map(({ event }) => event);
    expect(events.filter((event) => event === 'runPaused')).toHaveLength(1);
    expect(events).toContain('runCancelled');
    expectOk(await owner.api.call('putAwayServerRun', { id }));
    expect(await listOf(owner)).toEqual([]);

    const plan = { name: 'Plan', cron: '0 * * * *', run: { template, format: 'zpl' } };
    const { id: schedule } = (await (await ask('/v1/schedules', plan)).json()) as { id: string };
    const { run } = expectOk(await owner.api.call('runSchedule', { id: schedule }));
    expect(await listOf(owner)).toMatchObject([{ id: run, origin: 'now' }]);
    await server.server.services.db
      .updateTable('schedule')
      .set({ next_at: Date.now() - 1 })
      .execute();
    await expect.poll(() => listOf(owner)).toMatchObject([{ origin: 'due' }, { origin: 'now' }]);
  });

  test('are the open ones, and those of the last day', async () => {
    const { server, owner, start } = await create();
    const ids: string[] = [];
    for (let i = 0; i < 35; i++) ids.push(await start());
    const { list, count } = expectOk(await owner.api.call('serverRunList', {}));
    expect([list.map(({ id }) => id), count]).toEqual([ids.toReversed().slice(0, 30), 35]);
    const { db } = server.server.services;
    await db
      .updateTable('label_run')
      .set({ state: 'done', finished_at: Date.now() - DAY - 1000 })
      .execute();
    await db
      .updateTable('label_run')
      .set({ finished_at: Date.now() })
      .where('id', '=', ids[3] ?? '')
      .execute();
    await db
      .updateTable('label_run')
      .set({ state: 'running', finished_at: null })
      .where('id', '=', ids[5] ?? '')
      .execute();
    expect((await listOf(owner)).map(({ id }) => id)).toEqual([ids[5], ids[3]]);
    const half = await owner.fetch('/interface/api/tem.app_public/steerServerRun', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: ids[5], action: 'cancel' }).slice(0, -5),
    });
    expect(((await half.json()) as { code: number }).code).not.toBe(200);
    expect((await listOf(owner))[0]).toMatchObject({ state: 'running' });
  });

  test('have a report, and their pages and its table are files for their owner only', async () => {
    const { server, owner, ask, start } = await create();
    await startWorker(server);
    const rows = [
      { name: 'Tea', code: 'A-1' },
      { name: 'Rice', code: '' },
    ];
    const id = await start({ rows });
    await untilEnd(ask, id);
    const report = expectOk(await owner.api.call('serverRunReport', { id }));
    expect(report.run).toMatchObject({ id, state: 'done', labels: 2, pages: 1, verified: 1, refused: 1 });
    expect(report.run.render_seconds).toBeGreaterThan(0);
    expect(report.run.bytes).toBeGreaterThan(0);
    expect(report.has_pages).toBe(true);
    expect(report.labels.map(({ row }) => row)).toContain(2);
    const pages = await owner.fetch(pagesOf(id));
    expect(pages.status).toBe(200);
    expect(pages.headers.get('content-disposition')).toBe(`attachment; filename="run-${id}.zpl"`);
    expect(await pages.bytes()).toEqual(await (await ask(`/v1/runs/${id}/pages`)).bytes());
    const table = await owner.fetch(tableOf(id));
    expect(await table.text()).toBe(await (await ask(`/v1/runs/${id}/report?format=csv`)).text());
    const other = await createUser(server.url, 'other');
    const codes: number[] = [];
    for (const path of [pagesOf(id), tableOf(id)]) {
      expect((await createVisitor(server.url).fetch(path)).status).toBe(401);
      const answer = await other.fetch(path);
      codes.push(answer.status);
      expect(await answer.json()).toMatchObject({ code: API_CODES.notFound });
    }
    expect(codes).toEqual([404, 404]);
    const ten = await Promise.all(Array.from({ length: 10 }, () => owner.fetch(pagesOf(id))));
    expect(new Set(await Promise.all(ten.map(async (one) => (await one.bytes()).length))).size).toBe(1);
    const open = await start();
    await owner.api.call('steerServerRun', { id: open, action: 'pause' });
    expect((await owner.fetch(pagesOf(open))).status).toBe(404);
  });
});

test('a report whose reader stops early closes its file', async () => {
  const { server, owner, start } = await create();
  const { db } = server.server.services;
  const id = await start();
  const { file_key: key } = await db.selectFrom('run_file').select('file_key').limit(1).executeTakeFirstOrThrow();
  await db.insertInto('run_file').values({ run_id: id, file_key: key, role: 'report', place: 0 }).execute();
  const run = await db
    .selectFrom('label_run')
    .selectAll()
    .where('user_id', '=', owner.user.user_id)
    .executeTakeFirstOrThrow();
  const label = `${JSON.stringify({ type: 'label', row: 1, page: null, verified: false, problems: [], symbols: [] })}\n`;
  // Never ends by itself.
  const input = new Readable({ read: () => input.push(label.repeat(100)) && undefined });
  const services = { ...server.server.services, blobs: { ...server.server.services.blobs, open: () => input } };
  for await (const labels of reportOf(services, run)) {
    expect(labels.length).toBeGreaterThan(0);
    break;
  }
  expect(input.destroyed).toBe(true);
});
