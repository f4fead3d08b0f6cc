import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { addApiToken, findTokenHolder } from '#server/accounts/api-tokens.ts';
import { findSession, openSession } from '#server/http/sessions.ts';
import { deviceOf, shortAddress } from '#server/http/user-agent.ts';
import { createTestServer, createUser, createVisitor, PASSWORD, type TestVisitor } from './create-test-server.ts';

const MINUTE_MS = 60_000;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

async function signInWith(url: string, userAgent: string): Promise<TestVisitor> {
  const visitor = createVisitor(url);
  await visitor.fetch('/interface/api/tem.app_public/userLogin', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ account: 'ida', password: PASSWORD }),
  });
  return visitor;
}

describe('the sessions of a user', () => {
  test('are listed by browser, network and time, the current one first', async () => {
    const { url, wait } = await createTestServer();
    const user = await createUser(url, 'ida');
    await createUser(url, 'other');
    wait(5 * MINUTE_MS);
    const second = await signInWith(url, FIREFOX);
    wait(5 * MINUTE_MS);
    expectOk(await user.api.call('currentUser', {}));
    const { list, count } = expectOk(await user.api.call('sessionList', {}));
    expect(count).toBe(2);
    expect(list).toMatchObject([
      { current: true, browser: '', address: '127.0.0.x' },
      { current: false, browser: 'Firefox', system: 'Linux', address: '127.0.0.x' },
    ]);
    const [own, other] = list;
    expect((own?.used ?? 0) - (own?.created ?? 0)).toBeGreaterThanOrEqual(10 * MINUTE_MS);
    expect(other?.used).toBe(other?.created);
    expect(JSON.stringify(list)).not.toContain(second.sessionCookie()?.[1]);
  });

  test('end one by one or all at once, and only their user’s', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'ida');
    const stranger = await createUser(url, 'other');
    const second = await signInWith(url, FIREFOX);
    const third = await signInWith(url, FIREFOX);
    const { list } = expectOk(await second.api.call('sessionList', {}));
    const secondId = list.find(({ current }) => current)?.id ?? '';
    const ends = await Promise.all(Array.from({ length: 10 }, () => user.api.call('endSession', { id: secondId })));
    expect(ends.filter(({ ok }) => ok)).toHaveLength(1);
    expect(expectOk(await second.api.call('currentUser', {}))).toBeNull();
    expectOk(await third.api.call('folderList', {}));
    const all = await Promise.all(Array.from({ length: 10 }, () => user.api.call('endAllSessions', {})));
    expect(all.some(({ ok }) => ok)).toBe(true);
    for (const visitor of [user, third]) expect(expectOk(await visitor.api.call('currentUser', {}))).toBeNull();
    expect(user.sessionCookie()).toBeNull();
    expectOk(await stranger.api.call('folderList', {}));
  });

  test('store at most 200 characters of a browser’s user agent', async () => {
    const { url, server } = await createTestServer();
    await createUser(url, 'ida');
    await signInWith(url, `Firefox/1 ${'x'.repeat(5000)}`);
    const rows = await server.services.db.selectFrom('session').select('user_agent').execute();
    expect(Math.max(...rows.map((row) => row.user_agent.length))).toBe(200);
  });
});

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge',
    'Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome',
    'Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari',
    'macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
    'Chrome',
    'iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36',
    'Samsung Internet',
    'Android',
  ],
  ['curl/8.5.0', '', ''],
  ['', '', ''],
])('%s is %s on %s', (userAgent, browser, system) => {
  expect(deviceOf(userAgent)).toEqual({ browser, system });
});

test.each([
  ['192.0.2.77', '192.0.2.x'],
  ['2001:db8:0:1', '2001:db8:0::'],
])('of the address %s, %s is kept', (address, kept) => {
  expect(shortAddress(address)).toBe(kept);
});

describe('a session and a token', () => {
  const NOW = Date.UTC(2026, 0, 1);
  const DAY_MS = 24 * 60 * MINUTE_MS;

  /** A user with both. */
  async function createKnown() {
    const { url, server } = await createTestServer();
    const { db } = server.services;
    await createUser(url, 'ida');
    const { id } = await db.selectFrom('user').select('id').where('user_name', '=', 'ida').executeTakeFirstOrThrow();
    const session = await openSession(db, id, NOW, { userAgent: FIREFOX, address: '192.0.2.1' });
    const given = await addApiToken({ db, time: NOW }, id, {
      name: 'Line 4',
      scopes: ['templates:read'],
      days: 2,
      confirmation: '',
    });
    const { token } = expectOk(given);
    const known = async (now: number) => [
      (await findSession(db, session, now)) !== null,
      (await findTokenHolder(db, token, now)) !== null,
    ];
    return { db, id, known };
  }

  test('are valid until they expire', async () => {
    const { known } = await createKnown();
    expect(await known(NOW + DAY_MS - 1)).toEqual([true, true]);
    // A session's end is written to the minute.
    expect(await known(NOW + DAY_MS + MINUTE_MS)).toEqual([false, true]);
    expect(await known(NOW + 2 * DAY_MS)).toEqual([false, false]);
  });

  test('are invalid for a blocked user, even if they were issued at that very moment', async () => {
    const { db, id, known } = await createKnown();
    await db.updateTable('user').set({ blocked_at: NOW }).where('id', '=', id).execute();
    expect(await known(NOW + 1)).toEqual([false, false]);
  });
});
