import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { CALLS } from '#protocol/api.ts';
import { createTestServer, createUser, createVisitor, PASSWORD } from './create-test-server.ts';
import { createCodeServer, createReached, type CodeServer } from './create-code-server.ts';

const MAIL = 'ana@example.com';
const PHONE = '+8613812345678';
const MINUTE_MS = 60_000;
const NEW_PASSWORD = 'quite another horse';

function byCode({ url }: CodeServer, target: string, code: string): Promise<number> {
  return createVisitor(url)
    .api.call('loginByCode', { target, code })
    .then((answer) => (answer.ok ? 200 : (answer.error.apiCode ?? 0)));
}

function wrongOf(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}

describe.each([
  ['an e-mail address', MAIL, ' ANA@example.com '],
  ['a phone number', PHONE, '+86 138-1234-5678'],
])('with %s', (_what, target, typed) => {
  test('registers, signs in with a code, and signs in with the password', async () => {
    const server = await createCodeServer();
    const { user } = await createReached(server, target);
    expect(user.email).toBe(target === MAIL ? MAIL : '');
    server.wait(MINUTE_MS);
    const code = await server.askCode('login', typed);
    const visitor = createVisitor(server.url);
    expect(expectOk(await visitor.api.call('loginByCode', { target: typed, code }))).toEqual(user);
    expect(expectOk(await visitor.api.call('currentUser', {}))).toEqual(user);
    expect(expectOk(await createVisitor(server.url).api.call('login', { account: typed, password: PASSWORD }))).toEqual(
      user,
    );
  });

  test('sets a new password: only that one is valid, and all other sessions end', async () => {
    const server = await createCodeServer();
    const { url } = server;
    const first = await createReached(server, target);
    const code = await server.askCode('reset', typed);
    const visitor = createVisitor(url);
    const input = { target: typed, code, password: NEW_PASSWORD };
    expect(await visitor.api.call('resetPassword', { ...input, password: 'password1' })).toMatchObject({
      error: { path: 'password' },
    });
    expect(expectOk(await visitor.api.call('resetPassword', input))).toEqual(first.user);
    expect(await visitor.api.call('resetPassword', input)).toMatchObject({ error: { path: 'code' } });
    expectOk(await visitor.api.call('folderList', {}));
    expect(await first.api.call('folderList', {})).toMatchObject({ error: { apiCode: 301 } });
    expect(await server.server.services.db.selectFrom('known_browser').selectAll().execute()).toHaveLength(1);
    const login = (password: string): Promise<unknown> =>
      createVisitor(url).api.call('login', { account: typed, password });
    expect(await login(PASSWORD)).toMatchObject({ error: { apiCode: 401 } });
    expect(await login(NEW_PASSWORD)).toMatchObject({ ok: true });
  });
});

describe('a code', () => {
  test('is for one purpose, one target and one use', async () => {
    const server = await createCodeServer();
    await createReached(server, MAIL);
    await createReached(server, 'bob@example.com');
    const reset = await server.askCode('reset', MAIL);
    expect(await byCode(server, MAIL, reset)).toBe(209);
    const code = await server.askCode('login', MAIL);
    expect(await byCode(server, 'bob@example.com', code)).toBe(209);
    expect(await byCode(server, MAIL, ` ${code.slice(0, 3)} ${code.slice(3)} `)).toBe(200);
    expect(await byCode(server, MAIL, code)).toBe(209);
  });

  test('expires after ten minutes', async () => {
    const server = await createCodeServer();
    await createReached(server, MAIL);
    const late = await server.askCode('login', MAIL);
    server.wait(10 * MINUTE_MS + 1);
    expect(await byCode(server, MAIL, late)).toBe(209);
    const code = await server.askCode('login', MAIL);
    server.wait(9.9 * MINUTE_MS);
    expect(await byCode(server, MAIL, code)).toBe(200);
  });

  test('is delayed after five wrong attempts, also concurrent ones, and is still valid then', async () => {
    const server = await createCodeServer({ limits: { failedCodesPerAccount: 5 } });
    await createReached(server, MAIL);
    const code = await server.askCode('login', MAIL);
    const tries = Array.from({ length: 10 }, () => byCode(server, MAIL, wrongOf(code)));
    expect((await Promise.all(tries)).toSorted()).toEqual([
      ...Array<number>(5).fill(209),
      ...Array<number>(5).fill(429),
    ]);
    expect(await byCode(server, MAIL, code)).toBe(429);
    server.wait(MINUTE_MS);
    expect(await byCode(server, MAIL, code)).toBe(200);
    const second = await server.askCode('login', MAIL);
    for (let i = 0; i < 4; i++) expect(await byCode(server, MAIL, wrongOf(second))).toBe(209);
    expect(await byCode(server, MAIL, second)).toBe(200);
  });

  test('signs in one of ten concurrent requests', async () => {
    const server = await createCodeServer();
    await createReached(server, MAIL);
    const code = await server.askCode('login', MAIL);
    const codes = await Promise.all(Array.from({ length: 10 }, () => byCode(server, MAIL, code)));
    expect(codes.filter((one) => one === 200)).toHaveLength(1);
  });

  test('makes one account of ten concurrent registrations', async () => {
    const server = await createCodeServer();
    const code = await server.askCode('register', MAIL);
    const input = { email: MAIL, code, password: PASSWORD, agreement: true };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => createVisitor(server.url).api.call('register', input)),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await server.server.services.db.selectFrom('user').selectAll().execute()).toHaveLength(1);
  });

  test('is not stored in a form that can be reversed quickly', async () => {
    const server = await createCodeServer();
    const code = await server.askCode('register', MAIL);
    const rows = await server.server.services.db.selectFrom('sent_code').selectAll().execute();
    expect(rows[0]?.code_hash).toMatch(/^\$argon2id\$/);
    expect(JSON.stringify(rows)).not.toContain(code);
    expect(JSON.stringify(rows)).not.toContain(MAIL);
  });
});

describe('requests for codes', () => {
  test('of ten concurrent requests for one target, one code is sent', async () => {
    const server = await createCodeServer();
    const { api } = createVisitor(server.url);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => api.call('sendCode', { purpose: 'register', target: MAIL })),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.filter((one) => !one.ok && one.error.apiCode === 429)).toHaveLength(9);
    expect(server.said).toHaveLength(1);
  });

  test('is limited per client for all purposes, and over a restart', async () => {
    const options = { limits: { loginsPerAddress: 1000, codesPerAddress: 5 } };
    const server = await createCodeServer(options);
    const ask = async (url: string, purpose: 'login' | 'reset' | 'register', target: string): Promise<number> => {
      const answer = await createVisitor(url).api.call('sendCode', { purpose, target });
      return answer.ok ? 200 : (answer.error.apiCode ?? 0);
    };
    for (const purpose of ['login', 'reset', 'register'] as const)
      expect(await ask(server.url, purpose, MAIL)).toBe(200);
    server.wait(MINUTE_MS);
    expect(await ask(server.url, 'login', MAIL)).toBe(200);
    expect(await ask(server.url, 'login', PHONE)).toBe(200);
    expect(await ask(server.url, 'login', 'bob@example.com')).toBe(429);
    await server.server.close();
    const again = await createCodeServer({
      ...options,
      dataDir: server.dataDir,
      now: () => Date.now() + 2 * MINUTE_MS,
    });
    expect(await ask(again.url, 'login', 'bob@example.com')).toBe(429);
    expect(again.said).toEqual([]);
  });

  test('of a limited client is free again after an hour', async () => {
    const server = await createCodeServer({ limits: { loginsPerAddress: 1000, codesPerAddress: 1 } });
    await server.askCode('register', MAIL);
    server.wait(59 * MINUTE_MS);
    const { api } = createVisitor(server.url);
    const early = await api.call('sendCode', { purpose: 'register', target: MAIL });
    expect(early).toMatchObject({ error: { apiCode: 429 } });
    server.wait(MINUTE_MS);
    await server.askCode('register', MAIL);
  });

  test('for one target and purpose is delayed longer each time after the third, up to ten minutes', async () => {
    let time = Date.UTC(2030, 0, 1);
    const server = await createCodeServer({
      now: () => time,
      limits: { loginsPerAddress: 1000, codesPerTarget: 3, codesPerAddress: 1000 },
    });
    const { api } = createVisitor(server.url);
    for (const minutes of [1, 1, 2, 4, 8, 10, 10]) {
      await server.askCode('register', MAIL);
      time += minutes * MINUTE_MS - 1;
      const early = await api.call('sendCode', { purpose: 'register', target: MAIL });
      expect(early).toMatchObject({ error: { apiCode: 429 } });
      time += 1;
    }
    await server.askCode('register', 'bob@example.com');
  });

  test.each(['register', 'login', 'reset'] as const)(
    'for %s answers and counts the same with and without an account, and reveals it only to the address',
    async (purpose) => {
      const server = await createCodeServer();
      await createReached(server, MAIL);
      server.wait(MINUTE_MS);
      const { api } = createVisitor(server.url);
      const known = expectOk(await api.call('sendCode', { purpose, target: MAIL }));
      const unknown = expectOk(await api.call('sendCode', { purpose, target: 'new@example.com' }));
      expect({ ...known, target: '' }).toEqual({ ...unknown, target: '' });
      const withCode = purpose === 'register' ? 'new@example.com' : MAIL;
      const without = purpose === 'register' ? MAIL : 'new@example.com';
      expect(server.codeTo(withCode)).toMatch(/^\d{6}$/);
      expect(server.codeTo(without)).toBeNull();
      for (const target of [MAIL, 'new@example.com']) {
        expect(await api.call('sendCode', { purpose, target })).toMatchObject({ error: { apiCode: 429 } });
      }
      for (const target of [MAIL, 'new@example.com']) {
        const wrong = await api.call('loginByCode', { target, code: '1' });
        expect(wrong).toMatchObject({ error: { apiCode: 209, path: 'code' } });
      }
    },
  );

  test('an unconfirmed address can’t sign in with a code, but can set a password', async () => {
    const server = await createCodeServer();
    await createUser(server.url, 'old');
    await server.server.services.db.updateTable('user').set({ email: MAIL, email_key: MAIL }).execute();
    expectOk(await createVisitor(server.url).api.call('sendCode', { purpose: 'login', target: MAIL }));
    expect(server.codeTo(MAIL)).toBeNull();
    const code = await server.askCode('reset', MAIL);
    const input = { target: MAIL, code, password: NEW_PASSWORD };
    expectOk(await createVisitor(server.url).api.call('resetPassword', input));
    server.wait(MINUTE_MS);
    await server.askCode('login', MAIL);
  });

  test.each([
    ['no address', 'nobody', 'phone'],
    ['an impossible number', '+86 12', 'phone'],
    ['a number without its country', '13812345678', 'phone'],
    ['half an address', 'ana@', 'email'],
    ['a line break', 'ana@example.com\r\nBcc: b@example.com', 'email'],
    ['two addresses', 'ana@example.com,b@example.com', 'email'],
  ])('refuses %s', async (_what, target, field) => {
    const server = await createCodeServer();
    const answer = await createVisitor(server.url).api.call('sendCode', { purpose: 'login', target });
    expect(answer).toMatchObject({ error: { apiCode: 209, path: field } });
    expect(server.said).toEqual([]);
  });

  test('a message that cannot be sent is reported, and another may be requested at once', async () => {
    let refuse = true;
    const texts: string[] = [];
    const gateway = createServer((request, response) => {
      request.on('data', (piece: Buffer) => texts.push(piece.toString()));
      request.on('end', () => response.writeHead(refuse ? 500 : 200).end());
    });
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void gateway.close());
    const { url } = await createTestServer({
      messages: {
        sms: {
          url: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
          method: 'POST',
          headers: {},
          body: '{{phone}} {{text}}',
          secret: '',
          expect: null,
        },
      },
    });
    const { api } = createVisitor(url, 'es');
    const input = { purpose: 'register', target: '138 1234 5678', country: 'CN' } as const;
    expect(await api.call('sendCode', input)).toMatchObject({
      error: { apiCode: 500, message: 'No se pudo enviar el mensaje. Inténtelo dentro de un rato.' },
    });
    refuse = false;
    expect(expectOk(await api.call('sendCode', input)).target).toBe(PHONE);
    expect(texts.at(-1)).toMatch(/^\+8613812345678 Su código para crear una cuenta de Labelwright es \d{6}\./);
    expect(expectOk(await api.call('signInWays', {}))).toEqual({
      email: false,
      phone: true,
      outbox: false,
      providers: [],
    });
    const mail = await api.call('sendCode', { purpose: 'login', target: MAIL });
    expect(mail).toMatchObject({ error: { apiCode: 209, path: 'target' } });
  });
});

test('invalid bodies are rejected before anything is done', async () => {
  const server = await createCodeServer();
  const { fetch } = createVisitor(server.url);
  for (const body of [{}, { purpose: 'admin', target: MAIL }, { purpose: 'login', target: 7 }, { purpose: 'login' }]) {
    const answer = await fetch(CALLS.sendCode.path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
    expect(((await answer.json()) as { code: number }).code).toBe(209);
  }
  expect(server.said).toEqual([]);
});
