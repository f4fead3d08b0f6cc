import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { antiForgeryHeaders } from '#protocol/anti-forgery.ts';
import { CALLS } from '#protocol/api.ts';
import { readSettings } from '#server/settings.ts';
import { createTestServer, PASSWORD } from './create-test-server.ts';

interface Answer {
  readonly status: number;
  readonly cookies: readonly string[];
  readonly header: (name: string) => string | undefined;
}

/** A request with headers that `fetch` would set itself, as a proxy or another site's page sends them. */
function ask(url: string, path: string, headers: Record<string, string>, body?: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url + path,
      {
        method: body === undefined ? 'GET' : 'POST',
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      },
      (response) => {
        response.resume();
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            cookies: response.headers['set-cookie'] ?? [],
            header: (name) => response.headers[name]?.toString(),
          }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const FORWARDED = {
  'x-forwarded-for': '203.0.113.9',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'labels.example',
};
const account = (user_name: string): object => ({ user_name, password: PASSWORD });

describe('behind a proxy', () => {
  test('that is trusted, cookies are for TLS only and HSTS is sent', async () => {
    const { url } = await createTestServer({ trustProxy: 1, allowedHosts: ['labels.example'] });
    const own = { ...FORWARDED, origin: 'https://labels.example', 'sec-fetch-site': 'same-origin' };
    const opened = (await ask(url, '/login', { ...own, accept: 'text/html' })).cookies;
    const visitor = opened.map((cookie) => cookie.split(';')[0]).join('; ');
    const sent = { ...own, cookie: visitor, ...antiForgeryHeaders(visitor) };
    const answer = await ask(url, CALLS.register.path, sent, account('ana'));
    expect(answer.status).toBe(200);
    expect(answer.header('strict-transport-security')).toBe('max-age=31536000');
    expect(answer.cookies.length).toBe(3);
    for (const cookie of answer.cookies) {
      expect(cookie).toMatch(
        /^__Host-((token|browser)-\w{8}=[\w-]{43}; .*HttpOnly|xsrf-token-\w{8}=[\w-]{43}; Max-Age=\d+; Path=\/); Secure; SameSite=Lax$/,
      );
    }
    const session = answer.cookies.map((cookie) => cookie.split(';')[0]).join('; ');
    const page = { ...own, cookie: session, ...antiForgeryHeaders(session) };
    expect((await ask(url, CALLS.folderList.path, page, {})).status).toBe(200);
    const signedOut = await ask(url, CALLS.logout.path, page, {});
    expect(signedOut.cookies[0]).toMatch(/^__Host-token-\w{8}=; .*Secure/);
  });

  test('that is not configured, its headers are ignored', async () => {
    const { url } = await createTestServer({ limits: { registrationsPerAddress: 2 } });
    const statuses: number[] = [];
    for (let i = 0; i < 3; i++) {
      const forged = { 'x-forwarded-for': `203.0.113.${i}`, 'x-forwarded-proto': 'https' };
      const answer = await ask(url, CALLS.register.path, forged, account(`user${i}`));
      statuses.push(answer.status);
      expect(answer.header('strict-transport-security')).toBeUndefined();
      for (const cookie of answer.cookies) expect(cookie).not.toMatch(/__Host-|Secure/);
    }
    expect(statuses).toEqual([200, 200, 429]);
  });

  test('each client has limits of its own, an IPv6 network as one, and a client’s own headers are ignored', async () => {
    const { url } = await createTestServer({ trustProxy: ['loopback'], limits: { registrationsPerAddress: 1 } });
    const from = async (address: string, name: string): Promise<number> =>
      (await ask(url, CALLS.register.path, { 'x-forwarded-for': address }, account(name))).status;
    expect(await from('203.0.113.1', 'one')).toBe(200);
    expect(await from('203.0.113.2', 'two')).toBe(200);
    expect(await from('203.0.113.2', 'three')).toBe(429);
    expect(await from('198.51.100.7, 203.0.113.2', 'four')).toBe(429);
    expect(await from('2001:db8::1', 'five')).toBe(200);
    expect(await from('2001:0db8:0:0:ffff::2', 'six')).toBe(429);
    expect(await from('2001:db8:0:1::1', 'seven')).toBe(200);
    expect(await from('::ffff:203.0.113.1', 'eight')).toBe(429);
  });

  test('429 and 503 say when to retry', async () => {
    const { url } = await createTestServer({ limits: { registrationsPerAddress: 1 } });
    await ask(url, CALLS.register.path, {}, account('one'));
    const refused = await ask(url, CALLS.register.path, {}, account('two'));
    expect([refused.status, Number(refused.header('retry-after')) > 0]).toEqual([429, true]);
  });
});

describe('host names of the server', () => {
  test.each([
    ['127.0.0.1:8080', 404],
    ['[::1]:8080', 404],
    ['192.0.2.7', 404],
    ['localhost', 404],
    ['labels.localhost:1', 404],
    ['labels.example', 404],
    ['LABELS.example:443', 404],
    ['a.shop.example', 404],
    ['shop.example', 403],
    ['evil.example', 403],
    ['labels.example.evil.example', 403],
    ['127.0.0.1.evil.example', 403],
    ['evil.example/127.0.0.1', 400],
    ['127.0.0.1@evil.example', 400],
  ])('%s is answered with %i', async (host, status) => {
    const { url } = await createTestServer({ allowedHosts: ['labels.example', '*.shop.example'] });
    expect((await ask(url, '/interface/nothing', { host })).status).toBe(status);
  });

  test('health checks may use any host name', async () => {
    const { url } = await createTestServer();
    expect((await ask(url, '/healthz', { host: 'probe.internal' })).status).toBe(200);
  });
});

test('two installations on one host do not read each other’s cookies', async () => {
  const [first, second] = [await createTestServer(), await createTestServer()];
  const one = await ask(first.url, CALLS.register.path, {}, account('ana'));
  const two = await ask(second.url, CALLS.register.path, {}, account('ben'));
  const names = [...one.cookies, ...two.cookies].map((cookie) => cookie.split('=')[0]);
  expect(new Set(names).size).toBe(6);
  // A browser sends all of them to both servers, and its pages send the tokens of both to each.
  const cookie = [...one.cookies, ...two.cookies].map((text) => text.split(';')[0]).join('; ');
  const page = { cookie, ...antiForgeryHeaders(cookie) };
  expect((await ask(first.url, CALLS.folderList.path, page, {})).status).toBe(200);
  expect((await ask(second.url, CALLS.folderList.path, page, {})).status).toBe(200);
  await first.server.close();
  const again = await createTestServer({ dataDir: first.dataDir });
  expect((await ask(again.url, CALLS.folderList.path, page, {})).status).toBe(200);
});

describe('the settings', () => {
  test.each([
    ['1', 1],
    ['10.0.0.1, 10.1.0.0/16', ['10.0.0.1', '10.1.0.0/16']],
    ['loopback', ['loopback']],
    ['::1/128', ['::1/128']],
    ['0', undefined],
    ['', undefined],
  ])('TRUST_PROXY=%s', (text, trusted) => {
    expect(expectOk(readSettings({ TRUST_PROXY: text })).trustProxy).toEqual(trusted);
  });

  test.each(['true', 'all', '10.0.0.0/33', 'proxy.example', '1.2.3', '12'])('TRUST_PROXY=%s is rejected', (text) => {
    expect(readSettings({ TRUST_PROXY: text })).toEqual({ ok: false, error: expect.stringContaining(`not "${text}"`) });
  });

  test('ALLOWED_HOSTS is a list, in any case, and includes HOST', () => {
    expect(
      expectOk(readSettings({ HOST: 'Labels.example', ALLOWED_HOSTS: ' A.example , *.b.example,' })),
    ).toMatchObject({
      allowedHosts: ['labels.example', 'a.example', '*.b.example'],
    });
  });
});
