import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { API_CODES, CALLS } from '#protocol/api.ts';
import { checkPassword } from '#server/accounts/passwords.ts';
import { createTestServer, createUser, createVisitor, PASSWORD, type TestServer } from './create-test-server.ts';

const { success, unauthorized, tooMany } = API_CODES;
const DAY_MS = 24 * 60 * 60 * 1000;
const limits = {
  loginsPerAddress: 10_000,
  registrationsPerAddress: 10_000,
  failedLoginsPerAccount: 5,
  failedLoginsPerAddress: 12,
};

/** A server with a clock that moves only on request, so that no delay expires by itself. */
async function createStillServer(dataDir?: string): Promise<TestServer & { wait: (ms: number) => void }> {
  let time = Date.UTC(2030, 0, 1);
  const server = await createTestServer({
    limits,
    trustProxy: 1,
    now: () => time,
    ...(dataDir === undefined ? {} : { dataDir }),
  });
  return { ...server, wait: (ms) => (time += ms) };
}

async function codeOf(visitor: ReturnType<typeof createVisitor>, account: string, password: string): Promise<number> {
  const answer = await visitor.api.call('login', { account, password });
  return answer.ok ? success : (answer.error.apiCode ?? 0);
}

function count(codes: readonly number[], code: number): number {
  return codes.filter((one) => one === code).length;
}

describe('guesses at one account', () => {
  test('of eighty concurrent ones no more are checked than are free', async () => {
    const { url } = await createStillServer();
    await createUser(url, 'fred');
    const guesses = Array.from({ length: 80 }, (_, i) => codeOf(createVisitor(url), 'fred', `guess ${i}`));
    const codes = await Promise.all(guesses);
    expect([count(codes, unauthorized), count(codes, tooMany)]).toEqual([5, 75]);
  });

  test('are delayed longer each time, and the answer has the delay', async () => {
    const { url, wait } = await createStillServer();
    await createUser(url, 'fred');
    const visitor = createVisitor(url);
    for (let guess = 0; guess < 5; guess++) expect(await codeOf(visitor, 'fred', 'guess')).toBe(unauthorized);
    for (const seconds of [1, 2, 4, 8]) {
      const refused = await visitor.fetch(CALLS.login.path, {
        method: 'POST',
        body: JSON.stringify({ account: 'fred', password: 'guess' }),
        headers: { 'content-type': 'application/json' },
      });
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([tooMany, String(seconds)]);
      wait(seconds * 1000 - 1);
      expect(await codeOf(visitor, 'fred', 'guess')).toBe(tooMany);
      wait(1);
      expect(await codeOf(visitor, 'fred', 'guess')).toBe(unauthorized);
    }
  });

  test('are limited across a restart, other spellings of the name, and the e-mail address', async () => {
    const first = await createStillServer();
    await createUser(first.url, 'fred');
    const email = 'fred@example.com';
    await first.server.services.db.updateTable('user').set({ email, email_key: email }).execute();
    for (const name of ['fred', 'FRED', ' fred ', 'ｆｒｅｄ', 'fred@example.com']) {
      expect(await codeOf(createVisitor(first.url), name, 'guess')).toBe(unauthorized);
    }
    await first.server.close();
    const second = await createStillServer(first.dataDir);
    expect(await codeOf(createVisitor(second.url), 'fred', 'guess')).toBe(tooMany);
  });

  test('an account that does not exist is counted in the same way', async () => {
    const { url } = await createStillServer();
    const codes: number[] = [];
    for (let guess = 0; guess < 7; guess++) codes.push(await codeOf(createVisitor(url), 'nobody', `guess ${guess}`));
    expect(codes).toEqual([401, 401, 401, 401, 401, 429, 429]);
  });

  test('guesses are forgiven with time, and all at once by the right password', async () => {
    const { url, wait } = await createStillServer();
    await createUser(url, 'fred');
    const stranger = createVisitor(url);
    for (let guess = 0; guess < 4; guess++) await codeOf(stranger, 'fred', 'guess');
    expect(await codeOf(createVisitor(url), 'fred', PASSWORD)).toBe(success);
    for (let guess = 0; guess < 5; guess++) expect(await codeOf(stranger, 'fred', 'guess')).toBe(unauthorized);
    wait(DAY_MS);
    for (let guess = 0; guess < 5; guess++) expect(await codeOf(stranger, 'fred', 'guess')).toBe(unauthorized);
  });
});

describe('the owner', () => {
  test('is let in where the account is known, however many guesses come from elsewhere', async () => {
    const { url, server } = await createStillServer();
    const owner = await createUser(url, 'fred');
    for (let guess = 0; guess < 12; guess++) await codeOf(createVisitor(url), 'fred', `guess ${guess}`);
    expect(await codeOf(createVisitor(url), 'fred', PASSWORD)).toBe(tooMany);

    expectOk(await owner.api.call('logout', {}));
    expect(await codeOf(owner, 'fred', PASSWORD)).toBe(success);
    const rows = await server.services.db.selectFrom('known_browser').selectAll().execute();
    expect(rows.length).toBe(1);
    expect(JSON.stringify(rows)).not.toContain([...owner.cookies].find(([name]) => name.startsWith('browser-'))?.[1]);
  });

  test('has separate guesses in a known browser, which can’t bypass the limit', async () => {
    const { url } = await createStillServer();
    const owner = await createUser(url, 'fred');
    const codes: number[] = [];
    for (let guess = 0; guess < 7; guess++) codes.push(await codeOf(owner, 'fred', `guess ${guess}`));
    expect(codes).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect(await codeOf(createVisitor(url), 'fred', PASSWORD)).toBe(success);
  });

  test('a browser known for one user is a stranger to another', async () => {
    const { url } = await createStillServer();
    await createUser(url, 'fred');
    const other = await createUser(url, 'greta');
    for (let guess = 0; guess < 5; guess++) await codeOf(createVisitor(url), 'fred', 'guess');
    expect(await codeOf(other, 'fred', PASSWORD)).toBe(tooMany);
  });

  test('a made-up browser cookie is not a known browser', async () => {
    const { url } = await createStillServer();
    const owner = await createUser(url, 'fred');
    const [name = ''] = [...owner.cookies.keys()].filter((key) => key.startsWith('browser-'));
    const planted = createVisitor(url);
    planted.cookies.set(name, 'planted');
    expect(await codeOf(planted, 'fred', PASSWORD)).toBe(success);
    expect(planted.cookies.get(name)).not.toBe('planted');
  });

  test('forgets a browser with the sign-out, if requested', async () => {
    const { url, server } = await createStillServer();
    const owner = await createUser(url, 'fred');
    expectOk(await owner.api.call('logout', {}));
    expect([...owner.cookies.keys()].map((key) => key.replace(/-.*/, ''))).toEqual(['xsrf', 'browser']);
    expect(await codeOf(owner, 'fred', PASSWORD)).toBe(success);
    expectOk(await owner.api.call('logout', { forget: true }));
    expect([...owner.cookies.keys()].map((key) => key.replace(/-.*/, ''))).toEqual(['xsrf']);
    expect(await server.services.db.selectFrom('known_browser').selectAll().execute()).toEqual([]);
  });
});

test('a request without a session or of another user forgets no browser of the owner’s', async () => {
  const { url } = await createStillServer();
  const owner = await createUser(url, 'fred');
  const other = await createUser(url, 'greta');
  const [name = '', token = ''] = [...owner.cookies].find(([key]) => key.startsWith('browser-')) ?? [];
  for (const visitor of [other, createVisitor(url)]) {
    visitor.cookies.set(name, token);
    expectOk(await visitor.api.call('logout', { forget: true }));
  }
  for (let guess = 0; guess < 6; guess++) await codeOf(createVisitor(url), 'fred', 'guess');
  expect(await codeOf(owner, 'fred', PASSWORD)).toBe(success);
});

test('one address may not try one password at every account', async () => {
  const { url } = await createStillServer();
  await createUser(url, 'fred');
  const codes: number[] = [];
  for (let account = 0; account < 15; account++)
    codes.push(await codeOf(createVisitor(url), `user${account}`, 'guess'));
  expect([count(codes, unauthorized), count(codes, tooMany)]).toEqual([12, 3]);
});

test('guesses at many accounts lock out nobody who has signed in from that address before', async () => {
  const { url } = await createStillServer();
  const from = (address: string): ReturnType<typeof createVisitor> =>
    createVisitor(url, 'en', { headers: { 'x-forwarded-for': address } });
  await createUser(url, 'fred');
  expect(await codeOf(from('192.0.2.1'), 'fred', PASSWORD)).toBe(success);
  for (let guess = 0; guess < 20; guess++) await codeOf(from('192.0.2.1'), `user${guess}`, 'guess');
  expect(await codeOf(from('192.0.2.1'), 'greta', 'guess')).toBe(tooMany);
  expect(await codeOf(from('192.0.2.1'), 'fred', PASSWORD)).toBe(success);
  // It does not give more guesses at fred's password than an account has anyway.
  const codes: number[] = [];
  for (let guess = 0; guess < 7; guess++) codes.push(await codeOf(from('192.0.2.1'), 'fred', `guess ${guess}`));
  expect(codes).toEqual([401, 401, 401, 401, 401, 429, 429]);
});

test('a correct sign-in costs an address nothing, and clears no counts of other accounts', async () => {
  const { url } = await createStillServer();
  await createUser(url, 'fred');
  for (let i = 0; i < 20; i++) expect(await codeOf(createVisitor(url), 'fred', PASSWORD)).toBe(success);
  for (let account = 0; account < 12; account++) {
    expect(await codeOf(createVisitor(url), `user${account}`, 'guess')).toBe(unauthorized);
    if (account < 11) expect(await codeOf(createVisitor(url), 'fred', PASSWORD)).toBe(success);
  }
  expect(await codeOf(createVisitor(url), 'greta', 'guess')).toBe(tooMany);
});

test('the queue of passwords is limited', async () => {
  const asked = Array.from({ length: 150 }, () => checkPassword(null, 'guess'));
  const answers = await Promise.all(asked);
  expect(answers.filter((answer) => !answer.ok).length).toBe(48);
  expect(await checkPassword(null, 'guess')).toEqual({ ok: true, value: false });
});
