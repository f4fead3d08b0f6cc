import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { antiForgeryHeaders } from '#protocol/anti-forgery.ts';
import {
  CALLS,
  NET_FILE_PATH,
  NET_PICTURE_PATH,
  UPLOAD_CLOUD_PATH,
  UPLOAD_FILE_PATH,
  UPLOAD_IMAGE_PATH,
  UPLOAD_OFFICE_PATH,
  type CallName,
} from '#protocol/api.ts';
import { createTestServer, createUser, createVisitor, PASSWORD, type TestVisitor } from './create-test-server.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

interface Answer {
  readonly status: number;
  readonly code: number;
}

function cookieOf(visitor: TestVisitor): string {
  return [...visitor.cookies].map((pair) => pair.join('=')).join('; ');
}

function tokenOf(visitor: TestVisitor): readonly [name: string, token: string] {
  const [found] = Object.entries(antiForgeryHeaders(cookieOf(visitor)));
  if (found === undefined) throw new Error('no anti-forgery cookie');
  return found;
}

/** Sends only these headers, as another site's page or a program could. */
async function post(url: string, path: string, headers: Record<string, string>, body = '{}'): Promise<Answer> {
  const response = await fetch(url + path, { method: 'POST', headers, body });
  return { status: response.status, code: ((await response.json()) as { code: number }).code };
}

const REFUSED: Answer = { status: 403, code: 403 };

describe('a change', () => {
  const changing = (Object.keys(CALLS) as CallName[]).filter((name) => CALLS[name].method === 'POST');
  const paths = [
    ...changing.map((name) => CALLS[name].path),
    NET_FILE_PATH,
    NET_PICTURE_PATH,
    UPLOAD_CLOUD_PATH,
    UPLOAD_FILE_PATH,
    UPLOAD_IMAGE_PATH,
    UPLOAD_OFFICE_PATH,
  ];

  test('is rejected on every route without the token, with a wrong one and with another session’s', async () => {
    const { url, server } = await createTestServer();
    const user = await createUser(url, 'ana');
    const other = await createUser(url, 'ben');
    const [name, token] = tokenOf(user);
    const posts = server.routes.filter(({ method }) => method === 'POST').map((route) => route.url);
    // A payment provider's message is signed, an assistant brings its code or its token, and neither has a session.
    const unsigned = ['/notify/:provider', '/assistants/bind', '/assistants/unbind'];
    const others = posts.filter((path) => !unsigned.includes(path) && !path.startsWith('/v1/'));
    expect(others.toSorted()).toEqual(paths.toSorted());
    // The calls of programs accept no session, with or without its token.
    for (const path of posts.filter((one) => one.startsWith('/v1/'))) {
      const headers = { ...JSON_TYPE, cookie: cookieOf(user), [name]: token };
      // A trigger is identified only by the secret in its address.
      const status = path.includes(':secret') ? 404 : 401;
      const { status: answered } = await post(url, path.replace(/:(?:id|secret)/, 'any'), headers);
      expect([path, answered]).toEqual([path, status]);
    }
    const before = await server.services.db.selectFrom('session').selectAll().execute();
    for (const path of paths) {
      const cookie = cookieOf(user);
      for (const headers of [{}, { [name]: '' }, { [name]: `${token}x` }, { [name]: tokenOf(other)[1] }]) {
        expect([path, await post(url, path, { ...JSON_TYPE, cookie, ...headers })]).toEqual([path, REFUSED]);
      }
      // Both halves are another session's: the cookie was planted.
      const planted = cookie.replace(token, tokenOf(other)[1]);
      const forged = { ...JSON_TYPE, cookie: planted, [name]: tokenOf(other)[1] };
      expect([path, await post(url, path, forged)]).toEqual([path, REFUSED]);
    }
    expect(await server.services.db.selectFrom('session').selectAll().execute()).toEqual(before);
  });

  test('is rejected from another site’s form, with any content', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'ana');
    const [name, token] = tokenOf(user);
    const cross = { cookie: cookieOf(user), origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const form = { ...cross, 'content-type': 'application/x-www-form-urlencoded' };
    expect(await post(url, CALLS.addFolder.path, form, 'name=x')).toEqual(REFUSED);
    // If a token leaks, the check of the origin still rejects the request.
    expect(await post(url, CALLS.addFolder.path, { ...cross, ...JSON_TYPE, [name]: token }, '{"name":"x"}')).toEqual(
      REFUSED,
    );
    expect(expectOk(await user.api.call('folderList', {})).count).toBe(1);
  });

  test('passes with it, ten at once', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'ana');
    const [name, token] = tokenOf(user);
    const headers = { ...JSON_TYPE, cookie: cookieOf(user), origin: url, [name]: token };
    const ten = Array.from({ length: 10 }, (_, i) =>
      post(url, CALLS.addFolder.path, headers, JSON.stringify({ name: `Folder ${i}` })),
    );
    expect(new Set((await Promise.all(ten)).map(({ code }) => code))).toEqual(new Set([200]));
  });

  test('needs none from a program without cookies', async () => {
    const { url } = await createTestServer();
    await createUser(url, 'ana');
    const body = JSON.stringify({ account: 'ana', password: PASSWORD });
    expect(await post(url, CALLS.login.path, JSON_TYPE, body)).toEqual({ status: 200, code: 200 });
  });
});

describe('signing in', () => {
  const login = JSON.stringify({ account: 'ana', password: PASSWORD });

  test('needs a token too, which opening any page sets', async () => {
    const { url } = await createTestServer();
    await createUser(url, 'ana');
    const browser = { ...JSON_TYPE, origin: url, 'sec-fetch-site': 'same-origin' };
    expect(await post(url, CALLS.login.path, browser, login)).toEqual(REFUSED);
    const visitor = createVisitor(url);
    await visitor.fetch('/login', { headers: { accept: 'text/html' } });
    const [name, token] = tokenOf(visitor);
    const cookie = cookieOf(visitor);
    expect(await post(url, CALLS.login.path, { ...browser, cookie }, login)).toEqual(REFUSED);
    const made = { ...browser, cookie: `${name}=nonce.seal`, [name]: 'nonce.seal' };
    expect(await post(url, CALLS.login.path, made, login)).toEqual(REFUSED);
    expect(await post(url, CALLS.login.path, { ...browser, cookie, [name]: token }, login)).toEqual({
      status: 200,
      code: 200,
    });
  });

  test('a page keeps its token until it is stale, and then gets the new one by itself', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'ana');
    const [name, token] = tokenOf(user);
    await user.fetch('/login', { headers: { accept: 'text/html' } });
    expectOk(await user.api.call('folderList', {}));
    expect(tokenOf(user)).toEqual([name, token]);
    user.cookies.set(name, 'stale');
    expectOk(await user.api.call('addFolder', { name: 'After all' }));
    expect(tokenOf(user)).toEqual([name, token]);
    user.cookies.delete(name);
    const ten = Array.from({ length: 10 }, (_, i) => user.api.call('addFolder', { name: `At once ${i}` }));
    for (const answer of await Promise.all(ten)) expectOk(answer);
    expect(expectOk(await user.api.call('folderList', {})).count).toBe(12);
  });

  test('in another tab, and sign-out, use the token of the current session', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'ana');
    const first = tokenOf(user)[1];
    // The same browser: both tabs have its cookies.
    expectOk(await user.api.call('login', { account: 'ana', password: PASSWORD }));
    const second = tokenOf(user)[1];
    expect(second).not.toBe(first);
    expectOk(await user.api.call('folderList', {}));
    expectOk(await user.api.call('logout', {}));
    expect(tokenOf(user)[1]).not.toBe(second);
    expectOk(await user.api.call('login', { account: 'ana', password: PASSWORD }));
    expectOk(await user.api.call('folderList', {}));
  });
});

describe('the cookie', () => {
  test('is readable by scripts, unlike the session’s, and belongs to this installation', async () => {
    const { url } = await createTestServer();
    const session = await createUser(url, 'ana');
    const response = await session.fetch(CALLS.folderList.path, { method: 'POST', headers: JSON_TYPE, body: '{}' });
    const [given = ''] = response.headers.getSetCookie().filter((header) => header.startsWith('xsrf-'));
    const installation = (session.sessionCookie()?.[0] ?? '').replace('token-', '');
    expect(given).toMatch(new RegExp(`^xsrf-token-${installation}=[\\w-]{43}; Max-Age=86400; Path=/; SameSite=Lax$`));
    const other = await createTestServer();
    const stranger = await createUser(other.url, 'ana');
    expect(tokenOf(stranger)[0]).not.toBe(tokenOf(session)[0]);
  });

  test('over TLS has a name that no other page can set, and takes precedence over one without', () => {
    const both = 'a=b; __Host-xsrf-token-abc=safe; xsrf-token-abc=left; xsrf-token-other=theirs; token-abc=x';
    expect(antiForgeryHeaders(both)).toEqual({ 'xsrf-token-abc': 'safe', 'xsrf-token-other': 'theirs' });
    expect(antiForgeryHeaders('')).toEqual({});
  });
});
