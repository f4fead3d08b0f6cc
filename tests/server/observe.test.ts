import { describe, expect, test } from 'vitest';
import { CALLS } from '#protocol/api.ts';
import { redacted, withoutQueries } from '#server/core/observe/redaction.ts';
import { createSavedTemplate, createTestServer, createUser, createVisitor, PASSWORD } from './create-test-server.ts';
import { onServers } from './test-storage.ts';

type Line = Readonly<Record<string, unknown>>;

function createJsonLog(): {
  readonly log: { format: 'json'; level: 'info'; write: (line: string) => void };
  readonly lines: () => Line[];
  readonly text: () => string;
} {
  const written: string[] = [];
  return {
    log: { format: 'json', level: 'info', write: (line) => void written.push(line) },
    lines: () => written.map((line) => JSON.parse(line) as Line),
    text: () => written.join(''),
  };
}

describe('the log', () => {
  test('has one JSON line for each request, with its id, and neither secrets nor names', async () => {
    const json = createJsonLog();
    const { url } = await createTestServer({ log: json.log });
    const user = await createUser(url, 'somebody-by-name');
    await createSavedTemplate(user, 'Mine');
    const answer = await user.fetch('/interface/place?token=query-secret&code=123');
    await expect.poll(() => json.lines().some(({ status }) => status === 404)).toBe(true);

    const line = json.lines().find(({ status }) => status === 404);
    expect(line).toMatchObject({
      level: 'info',
      msg: 'request',
      method: 'GET',
      path: '/interface/place?…',
      user: null,
    });
    expect(line?.['reqId']).toBe(answer.headers.get('x-request-id'));
    const registered = json.lines().find(({ route }) => route === CALLS.register.path);
    expect(registered).toMatchObject({ status: 200 });
    const saved = json.lines().find(({ route }) => route === CALLS.addTemplate.path);
    expect(saved?.['user']).toBe(user.user.user_id);
    const secrets = [PASSWORD, 'somebody-by-name', 'query-secret', ...user.cookies.values()];
    for (const secret of secrets) expect(json.text()).not.toContain(secret);
  });

  test('reports a failure with its request', async () => {
    const json = createJsonLog();
    const { url, server } = await createTestServer({ log: json.log, onError: undefined as never });
    const user = await createUser(url, 'owner');
    await server.services.db.schema.dropTable('counter').execute();
    const template = await createSavedTemplate(user, 'Mine');
    const answer = await user.fetch(CALLS.counterList.path, {
      method: 'POST',
      body: JSON.stringify({ id: template.id }),
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(500);
    expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{16}$/);
    const failure = json.lines().find(({ level }) => level === 'error');
    expect(failure).toMatchObject({
      reqId: answer.headers.get('x-request-id'),
      err: { reason: onServers ? '42P01' : 'SQLITE_ERROR' },
    });
  });

  test('uses the request id of a trusted proxy, and of no other client', async () => {
    const named = { headers: { 'x-request-id': 'from-the-proxy-1' } };
    const behind = await createTestServer({ trustProxy: 1 });
    expect((await fetch(`${behind.url}/healthz`, named)).headers.get('x-request-id')).toBe('from-the-proxy-1');
    const odd = { headers: { 'x-request-id': 'a"b' } };
    expect((await fetch(`${behind.url}/healthz`, odd)).headers.get('x-request-id')).toMatch(/^[\w-]{16}$/);
    const open = await createTestServer();
    expect((await fetch(`${open.url}/healthz`, named)).headers.get('x-request-id')).toMatch(/^[\w-]{16}$/);
  });

  test.each([
    'password',
    'newPassword',
    'token',
    'uploadToken',
    'cookie',
    'set-cookie',
    'authorization',
    'secret',
    'code',
    'totp_code',
    'signature',
  ])('%s is left out wherever it stands', (name) => {
    const line = redacted({ [name]: 'S3CRET', deep: { list: [{ [name]: 'S3CRET' }] }, user: 'u1' });
    expect(JSON.stringify(line)).not.toContain('S3CRET');
    expect(line).toMatchObject({ user: 'u1' });
  });

  test('an error’s properties other than its message are removed, and so are queries in it', () => {
    const error = Object.assign(new Error('GET https://example.com/cb?code=S3CRET failed'), {
      body: 'S3CRET',
      code: 'ENOSPC',
    });
    expect(redacted({ err: error })).toMatchObject({ err: { reason: 'ENOSPC', type: 'Error' } });
    expect(JSON.stringify(redacted({ err: error }))).not.toContain('S3CRET');
    expect(withoutQueries('is it so? yes')).toBe('is it so? yes');
  });
});

describe('/metrics', () => {
  test('counts answers by the template of their route, sessions, uploads and passwords', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'owner');
    const { image } = await createSavedTemplate(user, 'Mine');
    await user.fetch(image);
    await user.fetch('/some/odd/path');
    const text = await (await fetch(`${url}/metrics`)).text();
    expect(text).toContain(
      `labelwright_http_requests_total{method="POST",route="${CALLS.register.path}",status="200"} 1`,
    );
    expect(text).toContain('labelwright_http_requests_total{method="GET",route="/files/:key",status="200"} 1');
    expect(text).toContain('labelwright_sessions 1');
    expect(text).toMatch(/labelwright_upload_bytes_total [1-9]/);
    expect(text).toContain('labelwright_password_queue 0');
    for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes'])
      expect(text).toContain(name);
    expect(text).toContain('labelwright_http_request_seconds_bucket');
    expect(text).not.toContain('odd');
    expect(text).not.toContain(image);
  });

  test('is for this machine only, and not for a proxy on it', async () => {
    const { url } = await createTestServer();
    expect((await fetch(`${url}/metrics`)).status).toBe(200);
    for (const header of ['x-forwarded-for', 'forwarded', 'via']) {
      expect((await fetch(`${url}/metrics`, { headers: { [header]: '127.0.0.1' } })).status).toBe(404);
    }
    const behind = await createTestServer({ trustProxy: 1 });
    expect((await fetch(`${behind.url}/metrics`, { headers: { 'x-forwarded-for': '192.0.2.9' } })).status).toBe(404);
  });

  test('with a token, is for requests that send it', async () => {
    const { url } = await createTestServer({ metricsToken: 'long-token-of-metrics' });
    const asked = async (authorization: string): Promise<number> =>
      (await fetch(`${url}/metrics`, { headers: { authorization } })).status;
    expect([await asked('Bearer long-token-of-metrics'), await asked('Bearer long-token'), await asked('')]).toEqual([
      200, 404, 404,
    ]);
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
  });
});

describe('/readyz', () => {
  test('fails as soon as the server stops, while requests are still answered', async () => {
    const { url, server } = await createTestServer({ shutdownDelayMs: 1500 });
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'ok' });
    const closing = server.close();
    const ready = await fetch(`${url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'failing', reason: 'stopping' }]);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await createVisitor(url).api.call('configuration', {})).ok).toBe(true);
    await closing;
    await expect(fetch(`${url}/readyz`)).rejects.toThrow();
  });

  test('fails where the database can’t be read or uploads can’t be stored', async () => {
    const { url, server, dataDir } = await createTestServer({ onError: () => undefined });
    const { rename } = await import('node:fs/promises');
    if (!onServers) {
      await rename(`${dataDir}/files`, `${dataDir}/away`);
      expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ reason: 'storage' });
      await rename(`${dataDir}/away`, `${dataDir}/files`);
    }
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'ok' });
    await server.services.db.destroy();
    expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ reason: 'database' });
  });
});
