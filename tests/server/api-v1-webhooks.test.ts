import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WEBHOOK_LANE } from '#server/core/queue/queue.ts';
import { createRenderFolder } from '#tests/support/command-line.ts';
import { openTo } from '#tests/support/sheet-server.ts';
import { createTestServer, createUser } from './create-test-server.ts';
import { asking, saveLabel, tokenOf, type Run } from './v1-program.ts';

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver of webhooks; it answers with these statuses in order, repeating the last one. */
async function createReceiver(...statuses: number[]) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const status = statuses[Math.min(received.length, statuses.length - 1)] ?? 200;
      received.push({ path: request.url ?? '', headers: request.headers, body });
      response.writeHead(status, { location: '/elsewhere' }).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => new Promise((done) => server.close(() => done()).closeAllConnections()));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/ends?of=runs`, port, received };
}

const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** The signature by the specification of Standard Webhooks. */
function signatureOf(secret: string, { headers, body }: Received): string {
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

describe('the end of a run', () => {
  test('is delivered signed, once if accepted, and retried if not', async () => {
    const receiver = await createReceiver(500, 302, 204);
    const server = await createTestServer({ netPolicy: openTo(receiver) });
    const owner = await createUser(server.url, 'owner');
    const template = await saveLabel(owner, await createRenderFolder());
    const ask = asking(server.url, await tokenOf(owner));
    const secret = newSecret();
    const body = { template, format: 'zpl', rows: [{ name: 'a', code: 'b' }], webhook: { url: receiver.url, secret } };
    const { id } = (await (await ask('/v1/runs', body)).json()) as Run;
    const stateOf = async (): Promise<unknown> =>
      ((await (await ask(`/v1/runs/${id}`)).json()) as { webhook: unknown }).webhook;
    expect(await stateOf()).toBe('waiting');
    const kept = await server.server.services.db.selectFrom('label_run').select('webhook').executeTakeFirstOrThrow();
    expect(kept.webhook).not.toContain(secret.slice(10, 20));
    expect(receiver.received).toEqual([]);
    await ask(`/v1/runs/${id}/cancel`, {});
    await expect.poll(stateOf).toBe('delivered');
    expect(receiver.received.map(({ path }) => path)).toEqual(Array.from({ length: 3 }, () => '/ends?of=runs'));
    for (const one of receiver.received) {
      expect(one.headers['webhook-id']).toBe(id);
      expect(one.headers['webhook-signature']).toBe(signatureOf(secret, one));
      expect(one.headers['content-type']).toBe('application/json');
      expect(JSON.parse(one.body)).toMatchObject({ type: 'run.cancelled', data: { id, state: 'cancelled' } });
    }
    expect(await server.server.services.queue.depth(WEBHOOK_LANE)).toEqual({ waiting: 0, leased: 0 });
  });

  test('is delivered to no address of the private network, and only to web addresses', async () => {
    const receiver = await createReceiver(200);
    const server = await createTestServer();
    const owner = await createUser(server.url, 'owner');
    const template = await saveLabel(owner, await createRenderFolder());
    const ask = asking(server.url, await tokenOf(owner));
    const run = { template, format: 'zpl', rows: [{ name: 'a', code: 'b' }] };
    for (const url of ['file:///etc/passwd', 'http://user:secret@example.com/', 'ends']) {
      const wrong = await ask('/v1/runs', { ...run, webhook: { url, secret: newSecret() } });
      expect([wrong.status, await wrong.json()]).toMatchObject([422, { errors: [{ field: 'webhook.url' }] }]);
    }
    expect((await ask('/v1/runs', { ...run, webhook: { url: receiver.url, secret: 'whsec_short' } })).status).toBe(422);
    const { id } = (await (
      await ask('/v1/runs', { ...run, webhook: { url: receiver.url, secret: newSecret() } })
    ).json()) as Run;
    await ask(`/v1/runs/${id}/cancel`, {});
    const { net, queue } = server.server.services;
    const message = { headers: {}, body: '{}' };
    for (const host of [
      '127.0.0.1',
      'localhost',
      '[::1]',
      '169.254.169.254',
      '10.0.0.1',
      '[::ffff:127.0.0.1]',
      '2130706433',
    ]) {
      const sent = await net.send(`http://${host}:${receiver.port}/`, message, AbortSignal.timeout(5000));
      expect([host, sent]).toEqual([host, { ok: false, error: { type: 'unreachable' } }]);
    }
    // It was attempted, and waits for a retry.
    const { db } = server.server.services;
    await expect.poll(async () => (await queue.depth(WEBHOOK_LANE)).waiting).toBe(1);
    const waiting = await db.selectFrom('label_run').select('webhook_state').where('id', '=', id).executeTakeFirst();
    expect(waiting).toEqual({ webhook_state: 'waiting' });
    expect(receiver.received).toEqual([]);
  });
});
