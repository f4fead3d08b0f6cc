import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { PRIVILEGES } from '#protocol/api.ts';
import { UPLOAD_TOKEN_LIFETIME_MS } from '#server/http/upload-tokens.ts';
import { createCodeServer, createReached } from './create-code-server.ts';
import { createTestServer, createUser, createVisitor, PASSWORD } from './create-test-server.ts';

const HOUR_MS = 60 * 60 * 1000;

describe('registering', () => {
  test('signs the user in, and both names work for the next sign-in', async () => {
    const server = await createCodeServer();
    const { url } = server;
    const first = await createReached(server, 'Ana@Example.com', 'Ana');
    const { user } = first;
    expect(user).toMatchObject({ user_name: 'Ana', email: 'Ana@Example.com', nickname: 'Ana', head_pic: '' });
    expect(expectOk(await first.api.call('currentUser', {}))).toEqual(user);

    for (const account of ['ana', 'ANA', ' ana@example.com ']) {
      const again = createVisitor(url);
      expect(expectOk(await again.api.call('login', { account, password: PASSWORD }))).toEqual(user);
    }
  });

  test('creates a first folder in the language of the request', async () => {
    const { url } = await createTestServer();
    const visitor = createVisitor(url, 'ru');
    expectOk(await visitor.api.call('register', { user_name: 'x1', password: PASSWORD }));
    const folders = expectOk(await visitor.api.call('folderList', {}));
    expect(folders.list.map((folder) => folder.name)).toEqual(['Мои шаблоны']);
  });

  test.each([
    ['neither name', { password: PASSWORD }, 'user_name'],
    ['an @ in the user name', { user_name: 'a@b', password: PASSWORD }, 'user_name'],
    ['a bad address', { email: 'nobody', password: PASSWORD, agreement: true }, 'email'],
    ['an address with a space', { email: 'no body@example.com', password: PASSWORD, agreement: true }, 'email'],
    ['an impossible number', { phone: '+86 123', password: PASSWORD, agreement: true }, 'phone'],
    ['an address without its code', { email: 'a@example.com', password: PASSWORD, agreement: true }, 'code'],
    ['an address and a number', { email: 'a@example.com', phone: '+8613812345678', password: PASSWORD }, 'phone'],
    ['an address without the agreement', { email: 'a@example.com', password: PASSWORD }, 'agreement'],
    [
      'a user name that says no to the agreement',
      { user_name: 'bob', agreement: false, password: PASSWORD },
      'agreement',
    ],
    ['a short password', { user_name: 'bob', password: '1234567' }, 'password'],
    ['an endless password', { user_name: 'bob', password: 'x'.repeat(201) }, 'password'],
  ])('refuses %s', async (_what, input, field) => {
    const { url } = await createTestServer();
    const answer = await createVisitor(url).api.call('register', input);
    expect(answer).toMatchObject({ ok: false, error: { code: 'server.said', apiCode: 209, path: field } });
  });

  test('rejects a taken name in any case, and does not use up the code', async () => {
    const server = await createCodeServer();
    await createReached(server, 'carl@example.com', 'carl');
    const code = await server.askCode('register', 'other@example.com');
    const { api } = createVisitor(server.url);
    const input = { email: 'other@example.com', code, password: PASSWORD, agreement: true };
    expect(await api.call('register', { ...input, user_name: 'CARL' })).toMatchObject({
      error: { apiCode: 209, path: 'user_name' },
    });
    expectOk(await api.call('register', { ...input, user_name: 'other' }));
  });

  test('stores no password and no token in plain text', async () => {
    const { url, server } = await createTestServer();
    const dora = await createUser(url, 'dora');
    const users = await server.services.db.selectFrom('user').selectAll().execute();
    const sessions = await server.services.db.selectFrom('session').selectAll().execute();
    expect(users[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(JSON.stringify([users, sessions])).not.toContain(dora.sessionCookie()?.[1]);
  });
});

describe('logging in', () => {
  test('answers an unknown account and a wrong password in the same words', async () => {
    const { url } = await createTestServer();
    await createUser(url, 'eve');
    const visitor = createVisitor(url, 'es');
    const wrong = await visitor.api.call('login', { account: 'eve', password: 'not the password' });
    const unknown = await visitor.api.call('login', { account: 'nobody', password: 'not the password' });
    expect(wrong).toMatchObject({ error: { code: 'server.said', apiCode: 401 } });
    expect(unknown).toEqual(wrong);
    expect(wrong).toMatchObject({ error: { message: 'La cuenta o la contraseña no es correcta.' } });
    expect(visitor.signedOut).toEqual([]);
  });

  test('limits the number of new accounts', async () => {
    const { url } = await createTestServer({ limits: { registrationsPerAddress: 2 } });
    await createUser(url, 'one');
    await createUser(url, 'two');
    const answer = await createVisitor(url).api.call('register', { user_name: 'three', password: PASSWORD });
    expect(answer).toMatchObject({ error: { apiCode: 429 } });
  });
});

describe('a session', () => {
  test('is in a cookie that no script can read', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'gina');
    expect(user.lastSetCookie()).toMatch(/^token-\w{8}=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  test('lasts 24 hours from the last successful response, and no longer', async () => {
    const { url, wait } = await createTestServer();
    const user = await createUser(url, 'hugo');
    for (let day = 0; day < 3; day++) {
      wait(24 * HOUR_MS - 1000);
      expectOk(await user.api.call('folderList', {}));
      expect(user.lastSetCookie()).toContain('Max-Age=86400');
    }
    wait(24 * HOUR_MS + 2 * 60_000);
    const late = await user.api.call('folderList', {});
    expect(late).toMatchObject({ error: { code: 'server.signedOut', apiCode: 301 } });
    expect(user.signedOut).toEqual(['You are signed out. Please sign in again.']);
    expect(user.sessionCookie()).toBeNull();
    expect(expectOk(await user.api.call('currentUser', {}))).toBeNull();
  });

  test('is not renewed by a rejected request', async () => {
    const { url, wait } = await createTestServer();
    const user = await createUser(url, 'iris');
    wait(12 * HOUR_MS);
    expect(await user.api.call('getTemplate', { id: 'nothing' })).toMatchObject({ error: { apiCode: 404 } });
    expect(user.lastSetCookie()).toBeNull();
    wait(12 * HOUR_MS + 2 * 60_000);
    expect(await user.api.call('folderList', {})).toMatchObject({ error: { apiCode: 301 } });
  });

  test('ends with sign-out, on the server too', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'jan');
    const [name = '', token = ''] = user.sessionCookie() ?? [];
    expectOk(await user.api.call('logout', {}));
    expect(user.sessionCookie()).toBeNull();
    user.cookies.set(name, token);
    expect(await user.api.call('folderList', {})).toMatchObject({ error: { apiCode: 301 } });
  });

  test('and expired upload tokens are deleted', async () => {
    const { url, server, wait, dataDir } = await createTestServer();
    const user = await createUser(url, 'kim');
    expectOk(await user.api.call('uploadToken', {}));
    wait(2 * 24 * HOUR_MS + UPLOAD_TOKEN_LIFETIME_MS);
    await server.close();
    const again = await createTestServer({ dataDir, now: () => Date.now() + 3 * 24 * HOUR_MS });
    await again.server.close();
    const third = await createTestServer({ dataDir });
    expect(await third.server.services.db.selectFrom('session').selectAll().execute()).toEqual([]);
    expect(await third.server.services.db.selectFrom('upload_token').selectAll().execute()).toEqual([]);
  });
});

test('the profile and the membership belong to the session’s user', async () => {
  const { url } = await createTestServer();
  const user = await createUser(url, 'lena');
  const body = { fun: 'getUserInfo', requestType: 'User' } as const;
  expect(expectOk(await user.api.call('profile', { ...body, userId: user.user.user_id }))).toEqual({
    head_pic: '',
    nickname: 'lena',
    role: 'user',
  });
  expect(await user.api.call('profile', { ...body, userId: 'another' })).toMatchObject({ error: { apiCode: 403 } });
  const { privileges, ...member } = expectOk(await user.api.call('member', {}));
  const id = user.user.user_id;
  const none = { is_member: false, sold: false, member_num: 0, status: 0, expire_time: '' };
  expect(member).toEqual({ ...none, u_id: id, user_id: id });
  expect(privileges.map(({ name }) => name)).toEqual(PRIVILEGES);
  expect(privileges).toContainEqual({ name: 'tables', granted: true });
  expect(privileges).toContainEqual({ name: 'fonts', granted: false });
});
