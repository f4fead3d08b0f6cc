import { describe, expect, onTestFinished, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import type { ScheduleInfo } from '#protocol/api.ts';
import { createServer } from '#server/app.ts';
import { retryTime } from '#server/runs/schedules/retries.ts';
import { createRenderFolder } from '#tests/support/command-line.ts';
import { createSheetServer, openTo } from '#tests/support/sheet-server.ts';
import { createTestServer, createUser, type TestServer } from './create-test-server.ts';
import { storageOf } from './test-storage.ts';
import { asking, saveLabel, tokenOf, type Run } from './v1-program.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const PATIENCE = { interval: 50 };

async function create(cron = '0 * * * *') {
  const sheets = await createSheetServer();
  onTestFinished(() => sheets.close());
  sheets.setGoods('name,code\nTea,A-1\n');
  const server = await createTestServer({ netPolicy: openTo(sheets) });
  const owner = await createUser(server.url, 'owner');
  const template = await saveLabel(owner, await createRenderFolder());
  const ask = asking(server.url, await tokenOf(owner));
  const run = { template, format: 'zpl', url: `${sheets.url}/goods.csv` };
  const made = await ask('/v1/schedules', { name: 'Plan', cron, run });
  const { id } = (await made.json()) as { id: string };
  const shown = async (): Promise<ScheduleInfo> => {
    const [one] = expectOk(await owner.api.call('scheduleList', {})).list;
    if (one === undefined) throw new Error('it is gone');
    return one;
  };
  const runs = async (): Promise<readonly Run[]> => ((await (await ask('/v1/runs')).json()) as { items: Run[] }).items;
  const failures = async (): Promise<number> =>
    ((await (await ask(`/v1/schedules/${id}`)).json()) as { failures: number }).failures;
  return { sheets, server, owner, ask, id, template, shown, runs, failures };
}

/** Moves the clock of a server to just after a moment. */
async function waitUntil(server: TestServer, time: string): Promise<void> {
  server.wait(Date.parse(time) - server.server.services.now() + 1);
  await server.server.fireDue();
}

describe('a time with a temporary failure', () => {
  test('is retried with growing delays, as one run', async () => {
    const { sheets, server, shown, runs, failures, ask, id } = await create();
    const due = (await shown()).next_time;
    sheets.setStatus(503);
    await waitUntil(server, due);
    await expect.poll(async () => (await shown()).tries, PATIENCE).toBe(1);
    const first = await shown();
    expect(first).toMatchObject({
      retrying: true,
      last_outcome: 'failed',
      last_problem: expect.stringContaining('503'),
    });
    expect(Date.parse(first.next_time) - Date.parse(first.last_time)).toBe(30 * SECOND);
    await server.server.fireDue();
    expect((await shown()).tries).toBe(1);
    await waitUntil(server, first.next_time);
    await expect.poll(async () => (await shown()).tries, PATIENCE).toBe(2);
    const second = await shown();
    expect(Date.parse(second.next_time) - Date.parse(second.last_time)).toBe(2 * MINUTE);
    expect(await runs()).toEqual([]);
    sheets.setStatus(null);
    await waitUntil(server, second.next_time);
    await expect.poll(runs, PATIENCE).toHaveLength(1);
    const after = await shown();
    expect(after).toMatchObject({ retrying: false, tries: 3, last_outcome: 'started', last_problem: '', missed: 0 });
    expect(Date.parse(after.next_time)).toBe(Date.parse(due) + 60 * MINUTE);
    expect(await failures()).toBe(0);
    const history = (await (await ask(`/v1/schedules/${id}/history`)).json()) as {
      items: { tries: number; due: string }[];
    };
    expect(history.items).toMatchObject([{ tries: 3, due }]);
  });

  test('has failed, once, after the last attempt', async () => {
    const { sheets, server, shown, runs, failures } = await create();
    sheets.setStatus(503);
    const due = (await shown()).next_time;
    for (let tries = 1; tries <= 4; tries++) {
      expect(await failures()).toBe(0);
      await waitUntil(server, (await shown()).next_time);
      await expect.poll(async () => (await shown()).tries, PATIENCE).toBe(tries);
    }
    await expect.poll(failures, PATIENCE).toBe(1);
    const { retrying, next_time: next } = await shown();
    expect([retrying, Date.parse(next)]).toEqual([false, Date.parse(due) + 60 * MINUTE]);
    expect(await runs()).toEqual([]);
  });

  test('is given up when the next time is due', async () => {
    const { sheets, server, shown, runs, failures, ask, id } = await create();
    const due = (await shown()).next_time;
    sheets.setStatus(503);
    await waitUntil(server, due);
    await expect.poll(async () => (await shown()).retrying, PATIENCE).toBe(true);
    // As if no server had been running until then.
    sheets.setStatus(null);
    server.wait(60 * MINUTE);
    await expect.poll(runs, PATIENCE).toHaveLength(1);
    expect(await failures()).toBe(1);
    const history = (await (await ask(`/v1/schedules/${id}/history`)).json()) as {
      items: { due: string; run: string | null; missed: number }[];
    };
    const next = new Date(Date.parse(due) + 60 * MINUTE).toISOString();
    expect(history.items).toMatchObject([
      { due: next, run: (await runs())[0]?.id, missed: 0 },
      { due, run: null },
    ]);
  });

  test('is retried by one of two servers, with the same run if one was killed meanwhile', async () => {
    const { sheets, server, shown, runs } = await create();
    const { services } = server.server;
    let ahead = 0;
    const { databaseUrl, s3 } = await storageOf(server.dataDir);
    const other = await createServer({
      ...(databaseUrl === undefined ? {} : { databaseUrl }),
      ...(s3 === undefined ? {} : { s3 }),
      netPolicy: openTo(sheets),
      dataDir: server.dataDir,
      webDir: server.dataDir,
      assistantPort: 9004,
      now: () => Date.now() + ahead,
      say: () => undefined,
    });
    onTestFinished(() => other.close());
    const both = (ms: number): void => {
      ahead += ms;
      server.wait(ms);
    };
    sheets.setStatus(503);
    const due = (await shown()).next_time;
    both(Date.parse(due) - Date.now() + 1);
    await expect.poll(async () => (await shown()).tries, PATIENCE).toBe(1);
    both(31 * SECOND);
    await expect.poll(async () => (await shown()).tries, PATIENCE).toBe(2);
    await server.server.fireDue();
    await other.fireDue();
    expect((await shown()).tries).toBe(2);
    sheets.setStatus(null);
    const failed = await services.db.selectFrom('schedule').selectAll().executeTakeFirstOrThrow();
    both(121 * SECOND);
    await expect.poll(runs, PATIENCE).toHaveLength(1);
    // The state of a server that has started the run and was killed before it recorded that.
    const { next_at, retry_at } = failed;
    await services.db
      .updateTable('schedule')
      .set({ next_at, retry_at, claimed_until: services.now() + MINUTE })
      .execute();
    await services.db.updateTable('schedule_firing').set({ run_id: null, outcome: 'failed', tries: 2 }).execute();
    await server.server.fireDue();
    await other.fireDue();
    expect((await shown()).tries).toBe(2);
    both(61 * SECOND);
    await expect.poll(async () => (await shown()).last_outcome, PATIENCE).toBe('started');
    expect(await runs()).toHaveLength(1);
  });

  test('is no longer retried when its schedule is changed or paused', async () => {
    const { sheets, server, owner, shown, runs, id } = await create();
    sheets.setStatus(503);
    await waitUntil(server, (await shown()).next_time);
    await expect.poll(async () => (await shown()).retrying, PATIENCE).toBe(true);
    expectOk(await owner.api.call('setSchedulePaused', { id, paused: true }));
    sheets.setStatus(null);
    server.wait(30 * MINUTE);
    await server.server.fireDue();
    expect(await runs()).toEqual([]);
    expectOk(await owner.api.call('setSchedulePaused', { id, paused: false }));
    expect(await shown()).toMatchObject({ retrying: false, state: 'on' });
  });
});

test('a time with a permanent failure is not retried', async () => {
  const { server, owner, shown, failures, template } = await create();
  expectOk(await owner.api.call('deleteTemplate', { id: template }));
  await waitUntil(server, (await shown()).next_time);
  await expect.poll(failures, PATIENCE).toBe(1);
  expect(await shown()).toMatchObject({ retrying: false, tries: 1, last_outcome: 'failed' });
});

test('no retry is scheduled after the next time', () => {
  const due = Date.UTC(2026, 10, 27, 6);
  const at = (cron: string, tries: number, late = 0): number | null =>
    retryTime({ cron, zone: 'UTC' }, { due_at: due, fired_at: due + late, tries });
  expect(at('*/5 * * * *', 1)).toBe(due + 30 * SECOND);
  expect(at('*/5 * * * *', 1, 4.5 * MINUTE)).toBeNull();
  expect(at('*/5 * * * *', 2)).toBe(due + 2 * MINUTE);
  expect(at('*/5 * * * *', 3)).toBeNull();
  expect(at('0 * * * *', 3)).toBe(due + 8 * MINUTE);
  expect(at('0 * * * *', 4)).toBeNull();
});
