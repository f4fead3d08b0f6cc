import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { API_CODES, API_SCOPES } from '#protocol/api.ts';
import { V1_CALLS, type V1CallName } from '#server/api-v1/v1-calls.ts';
import { createRenderFolder } from '#tests/support/command-line.ts';
import { createTestServer, createUser, createVisitor, PASSWORD } from './create-test-server.ts';
import { asking, saveLabel, tokenOf, type Run } from './v1-program.ts';

describe('the public interface', () => {
  test('allows each call only to its owner’s tokens with its scope, and explains rejections', async () => {
    const server = await createTestServer();
    const [owner, other] = [await createUser(server.url, 'owner'), await createUser(server.url, 'other')];
    const templateId = await saveLabel(owner, await createRenderFolder());
    const own = asking(server.url, await tokenOf(owner));
    const body = { template: templateId, format: 'zpl', rows: [{ name: 'a', code: 'b' }] };
    const { id } = (await (await own('/v1/runs', body)).json()) as Run;
    const strange = asking(server.url, await tokenOf(other));
    const expired = asking(server.url, await tokenOf(owner, API_SCOPES, 1));
    const revoked = expectOk(
      await owner.api.call('addApiToken', { name: 'Old', scopes: ['preview'], days: 1, confirmation: PASSWORD }),
    );
    expectOk(await owner.api.call('delApiToken', { id: revoked.id }));
    const planned = { name: 'Plan', cron: '0 6 * * *', run: body };
    const plan = (await (await own('/v1/schedules', planned)).json()) as { id: string };
    const bodies: Partial<Record<V1CallName, object>> = {
      startRun: body,
      addSchedule: planned,
      decideRun: { decision: 'printed' },
    };
    for (const name of Object.keys(V1_CALLS) as V1CallName[]) {
      const { method, url, scope } = V1_CALLS[name];
      // Anyone with its address may call it: it has a test of its own.
      if (scope === null) continue;
      const thing = url.includes('/runs/') ? id : url.includes('/schedules/') ? plan.id : templateId;
      const path = url.replace(':id', thing).replace(':page', '1');
      const asked = method === 'GET' ? undefined : (bodies[name] ?? {});
      const lacking = asking(
        server.url,
        await tokenOf(
          owner,
          API_SCOPES.filter((one) => one !== scope),
        ),
      );
      expect((await lacking(path, asked)).status, `${name} without its scope`).toBe(403);
      expect((await asking(server.url, 'lwt_nobody')(path, asked)).status, `${name} of nobody`).toBe(401);
      expect((await asking(server.url, revoked.token)(path, asked)).status, `${name} revoked`).toBe(401);
      const names = url.includes(':id') || name === 'startRun' || name === 'addSchedule';
      const answer = await strange(path, asked);
      expect(answer.status, `${name} of another user`).toBe(names ? 404 : 200);
      if (names) expect(answer.headers.get('content-type')).toContain('application/problem+json');
      else expect(await answer.json()).toMatchObject({ items: [] });
    }
    // An attacker with an open session does not know the password.
    const found = { name: 'Found', scopes: API_SCOPES.slice(), days: 1, confirmation: 'a guess' };
    expect(await owner.api.call('addApiToken', found)).toMatchObject({ error: { apiCode: API_CODES.invalid } });
    server.wait(2 * 24 * 60 * 60 * 1000);
    expect((await expired('/v1/templates')).status).toBe(401);
    expect((await own('/v1/templates')).status).toBe(200);
    // A session is not a token: another site's page could use it.
    expect((await owner.fetch('/v1/templates')).status).toBe(401);
    expect((await createVisitor(server.url).fetch('/v1/templates')).status).toBe(401);
  });

  test('lists templates with their fields, and names an invalid field', async () => {
    const server = await createTestServer();
    const owner = await createUser(server.url, 'owner');
    const id = await saveLabel(owner, await createRenderFolder());
    const ask = asking(server.url, await tokenOf(owner));
    expect(await (await ask('/v1/templates')).json()).toMatchObject({ count: 1, items: [{ id, name: 'Bound' }] });
    expect(await (await ask(`/v1/templates/${id}`)).json()).toMatchObject({
      fields: { tables: [{ columns: ['name', 'code'] }], blanks: [], sequences: [], languages: [] },
      version: 1,
    });
    const wrong = await ask('/v1/runs', { template: id, format: 'zpl', rows: [{ name: {} }] });
    expect(wrong.status).toBe(422);
    expect(await wrong.json()).toMatchObject({
      code: 'request.invalid',
      errors: [{ field: expect.stringContaining('rows.0') }],
    });
    expect((await ask('/v1/runs', { template: id, format: 'exe' })).status).toBe(422);
    expect((await ask('/v1/runs', { template: id, format: 'zpl', csv: 'a', rows: [{}] })).status).toBe(422);
  });

  test('starts a run once for each idempotency key, also with ten concurrent requests, and cancels it', async () => {
    const server = await createTestServer();
    const owner = await createUser(server.url, 'owner');
    const template = await saveLabel(owner, await createRenderFolder());
    const ask = asking(server.url, await tokenOf(owner));
    const body = { template, format: 'zpl', rows: [{ name: 'a', code: 'b' }] };
    const key = { 'idempotency-key': 'order-7' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask('/v1/runs', body, key)));
    const runs = (await Promise.all(answers.map((answer) => answer.json()))) as Run[];
    expect(new Set(runs.map(({ id }) => id)).size).toBe(1);
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
    expect((await ask('/v1/runs', { ...body, format: 'tspl' }, key)).status).toBe(409);
    const id = runs[0]?.id ?? '';
    expect(await (await ask(`/v1/runs/${id}/cancel`, {})).json()).toMatchObject({ id, state: 'cancelled' });
    expect(await server.server.services.queue.depth('render')).toEqual({ waiting: 0, leased: 0 });
    expect((await ask(`/v1/runs/${id}/pages`)).status).toBe(409);
    const log = expectOk(await owner.api.call('getAuditLog', {}));
    expect(log.list.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['apiTokenAdded', 'runStarted', 'runCancelled']),
    );
  });

  test('starts twenty runs of a hundred concurrent requests, each key five times', async () => {
    const server = await createTestServer();
    const owner = await createUser(server.url, 'owner');
    const template = await saveLabel(owner, await createRenderFolder());
    const ask = asking(server.url, await tokenOf(owner));
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, i) => {
        const order = `order-${i % 20}`;
        const body = { template, format: 'zpl', rows: [{ name: 'Tea', code: order }] };
        const answer = await ask('/v1/runs', body, { 'idempotency-key': order });
        return { order, status: answer.status, run: (await answer.json()) as Run };
      }),
    );
    const byOrder = Map.groupBy(answers, ({ order }) => order);
    for (const same of byOrder.values()) {
      expect(new Set(same.map(({ run }) => run.id)).size).toBe(1);
      expect(same.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 202]);
    }
    expect(new Set(answers.map(({ run }) => run.id)).size).toBe(20);
    const { db, queue } = server.server.services;
    expect(await db.selectFrom('label_run').select('id').execute()).toHaveLength(20);
    expect((await queue.depth('render')).waiting).toBe(20);
  });

  test('reports what is wrong with half a request, and stays available', async () => {
    const server = await createTestServer();
    const owner = await createUser(server.url, 'owner');
    const token = await tokenOf(owner);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const { port } = new URL(server.url);
    for (const name of Object.keys(V1_CALLS) as V1CallName[]) {
      const { method, url } = V1_CALLS[name];
      if (method === 'GET' || name === 'trigger') continue;
      const path = url.replace(':id', 'any');
      const torn = await fetch(server.url + path, { method, headers, body: '{"template":' });
      expect([name, torn.status, torn.headers.get('content-type')]).toEqual([
        name,
        400,
        'application/problem+json; charset=utf-8',
      ]);
      const form = await fetch(server.url + path, {
        method,
        headers: { ...headers, 'content-type': 'text/plain' },
        body: 'a',
      });
      expect([name, form.status]).toEqual([name, 415]);
      const socket = connect(Number(port), '127.0.0.1');
      socket.write(`${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n`);
      socket.write('Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"template":');
      await once(socket, 'connect');
      socket.destroy();
    }
    const { db } = server.server.services;
    expect(await db.selectFrom('label_run').select('id').execute()).toEqual([]);
    expect((await asking(server.url, token)('/v1/runs')).status).toBe(200);
  });

  test('limits each token and each call, and says when to retry', async () => {
    const server = await createTestServer();
    const owner = await createUser(server.url, 'owner');
    const [hasty, calm] = [asking(server.url, await tokenOf(owner)), asking(server.url, await tokenOf(owner))];
    for (let i = 0; i < V1_CALLS.report.perMinute; i++) await hasty('/v1/runs/none/report');
    const refused = await hasty('/v1/runs/none/report');
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(await refused.json()).toMatchObject({ code: 'request.tooMany', status: 429 });
    // Other calls, and other tokens, have limits of their own.
    expect((await hasty('/v1/runs')).status).toBe(200);
    expect((await calm('/v1/runs/none/report')).status).toBe(404);
    server.wait(60_000);
    expect((await hasty('/v1/runs/none/report')).status).toBe(404);
    const guess = asking(server.url, 'lwt_guess');
    const guesses = await Promise.all(Array.from({ length: 70 }, () => guess('/v1/runs')));
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(60);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(10);
  });

  test('streams a run’s state as it changes until it ends, in at most twenty streams', async () => {
    const server = await createTestServer();
    const owner = await createUser(server.url, 'owner');
    const template = await saveLabel(owner, await createRenderFolder());
    const ask = asking(server.url, await tokenOf(owner));
    const body = { template, format: 'zpl', rows: [{ name: 'a', code: 'b' }] };
    const { id } = (await (await ask('/v1/runs', body)).json()) as Run;
    const streams = await Promise.all(Array.from({ length: 20 }, () => ask(`/v1/runs/${id}/events`)));
    const more = await ask(`/v1/runs/${id}/events`);
    expect([more.status, more.headers.get('retry-after')]).toEqual([429, '10']);
    expect(streams.map(({ headers }) => headers.get('content-type'))).toEqual(
      Array.from({ length: 20 }, () => 'text/event-stream'),
    );
    await ask(`/v1/runs/${id}/cancel`, {});
    for (const stream of streams) {
      const states = [...(await stream.text()).matchAll(/^data: (.*)$/gm)].map(
        ([, data = '']) => (JSON.parse(data) as Run).state,
      );
      expect(states).toEqual(['planning', 'cancelled']);
    }
    expect(await (await ask(`/v1/runs/${id}/events`)).text()).toMatch(/^event: run\ndata: .*"cancelled".*\n\n$/);
  });
});
