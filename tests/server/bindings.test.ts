import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import type { BindAddressInput } from '#protocol/api.ts';
import { createCodeServer, createReached, type CodeServer } from './create-code-server.ts';
import { createTestServer, createUser, createVisitor, PASSWORD, type TestVisitor } from './create-test-server.ts';

const MAIL = 'ana@example.com';
const PHONE = '+8613812345678';
const NEW_PASSWORD = 'quite another horse';
const MINUTE_MS = 60_000;

async function bindCode(server: CodeServer, { api }: TestVisitor, target: string): Promise<string> {
  expectOk(await api.call('sendBindCode', { target }));
  return server.codeTo(target) ?? '';
}

describe('a new password', () => {
  test('needs the old one, ends the other sessions and keeps this one', async () => {
    const { url, server } = await createTestServer();
    const first = await createUser(url, 'ana');
    const second = createVisitor(url);
    expectOk(await second.api.call('login', { account: 'ana', password: PASSWORD }));
    const change = (old_password: string, password: string): Promise<unknown> =>
      first.api.call('changePassword', { old_password, password });
    expect(await change('wrong', NEW_PASSWORD)).toMatchObject({ error: { apiCode: 209, path: 'password' } });
    expect(await change(PASSWORD, 'password1')).toMatchObject({ error: { apiCode: 209, path: 'password' } });
    expectOk(await second.api.call('folderList', {}));
    const token = first.sessionCookie();
    expect(await change(PASSWORD, NEW_PASSWORD)).toMatchObject({ ok: true });
    expect(first.sessionCookie()).not.toEqual(token);
    expectOk(await first.api.call('folderList', {}));
    expect(await second.api.call('folderList', {})).toMatchObject({ error: { apiCode: 301 } });
    expect(await server.services.db.selectFrom('known_browser').selectAll().execute()).toHaveLength(1);
    const again = createVisitor(url).api;
    expect(await again.call('login', { account: 'ana', password: PASSWORD })).toMatchObject({
      error: { apiCode: 401 },
    });
    expectOk(await again.call('login', { account: 'ana', password: NEW_PASSWORD }));
  });

  test('guesses at the old one are counted like those of a sign-in', async () => {
    const { url } = await createTestServer({ limits: { failedLoginsPerAccount: 3 } });
    const { api } = await createUser(url, 'ana');
    const guesses = Array.from({ length: 10 }, (_, i) =>
      api.call('changePassword', { old_password: `guess ${i}`, password: NEW_PASSWORD }),
    );
    const codes = (await Promise.all(guesses)).map((answer) => (answer.ok ? 200 : answer.error.apiCode));
    expect(codes.toSorted()).toEqual([209, 209, 209, ...Array<number>(7).fill(429)]);
  });
});

describe('an address', () => {
  test('is bound with its code and the password, and replaces the previous one', async () => {
    const server = await createCodeServer();
    const ana = await createUser(server.url, 'ana');
    for (const target of [MAIL, PHONE, 'second@example.com']) {
      const code = await bindCode(server, ana, target);
      const input = { target, code, password: PASSWORD };
      expect(await ana.api.call('bindAddress', { ...input, password: 'wrong' })).toMatchObject({
        error: { path: 'password' },
      });
      expect(await ana.api.call('bindAddress', { ...input, code: '12345' })).toMatchObject({ error: { path: 'code' } });
      expectOk(await ana.api.call('bindAddress', input));
    }
    expect(expectOk(await ana.api.call('bindings', {}))).toEqual({
      user_name: 'ana',
      email: 'second@example.com',
      phone: PHONE,
      email_confirmed: true,
      phone_confirmed: true,
      has_password: true,
      identities: [],
    });
    server.wait(MINUTE_MS);
    await server.askCode('login', PHONE);
  });

  test('of another account is not bound, nor with another user’s code', async () => {
    const server = await createCodeServer();
    await createReached(server, MAIL);
    const bob = await createUser(server.url, 'bob');
    const eve = await createUser(server.url, 'eve');
    server.wait(MINUTE_MS);
    expectOk(await bob.api.call('sendBindCode', { target: MAIL }));
    expect(server.codeTo(MAIL)).toBeNull();
    const code = await bindCode(server, bob, PHONE);
    const input = { target: PHONE, code, password: PASSWORD };
    expect(await eve.api.call('bindAddress', input)).toMatchObject({ error: { path: 'code' } });
    expectOk(await bob.api.call('bindAddress', input));
    expect(expectOk(await eve.api.call('bindings', {})).phone).toBe('');
  });

  test('that two users bind at once belongs to one of them', async () => {
    const server = await createCodeServer();
    const users = [await createUser(server.url, 'bob'), await createUser(server.url, 'eve')];
    const inputs: BindAddressInput[] = [];
    for (const user of users)
      inputs.push({ target: MAIL, code: await bindCode(server, user, MAIL), password: PASSWORD });
    const answers = await Promise.all(
      users.map(({ api }, i) => api.call('bindAddress', inputs[i] ?? { target: '', code: '', password: '' })),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ error: { path: 'email' } });
  });

  test('is unbound with the password, but never the last sign-in method, not even by ten at once', async () => {
    const server = await createCodeServer();
    const ana = await createReached(server, MAIL);
    const unbind = (what: 'email' | 'phone', password = PASSWORD): Promise<unknown> =>
      ana.api.call('unbind', { what, password });
    expect(await unbind('email')).toMatchObject({ error: { path: 'what' } });
    const code = await bindCode(server, ana, PHONE);
    expectOk(await ana.api.call('bindAddress', { target: PHONE, code, password: PASSWORD }));
    expect(await unbind('email', 'wrong')).toMatchObject({ error: { path: 'password' } });
    const both = Array.from({ length: 10 }, (_, i) => unbind(i % 2 === 0 ? 'email' : 'phone'));
    const answers = (await Promise.all(both)) as { ok: boolean }[];
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const left = expectOk(await ana.api.call('bindings', {}));
    expect([left.email, left.phone].filter((one) => one !== '')).toHaveLength(1);
  });
});
