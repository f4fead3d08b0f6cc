import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { CALLS } from '#protocol/api.ts';
import { SIGNATURE_SKEW_S, signedText } from '#protocol/signed-calls.ts';
import { createKeyring, sign, type SessionKeys } from '#services/api/session-keys.ts';
import {
  createTestServer,
  createUser,
  createVisitor,
  PASSWORD,
  type TestUser,
  pageHeaders,
} from './create-test-server.ts';

const { path } = CALLS.profile;
const BODY = { fun: 'getUserInfo', requestType: 'User' } as const;
const PROFILE = { head_pic: '', nickname: 'ana', role: 'user' };

async function keysOf({ api }: TestUser): Promise<SessionKeys> {
  return expectOk(await createKeyring(() => api.call('sessionKeys', {}), Date.now).get());
}

async function send(user: TestUser, body: object): Promise<{ code: number; message: string; data: unknown }> {
  const headers = { 'content-type': 'application/json' };
  const answer = await user.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await answer.json()) as { code: number; message: string; data: unknown };
}

async function signed(keys: SessionKeys, now = Date.now()): Promise<Record<string, unknown>> {
  return { ...BODY, ...(await sign(crypto.subtle, keys, path, BODY, now)) };
}

test('the text and the signature match the document', async () => {
  const document = readFileSync('docs/operate/signed-calls.md', 'utf8');
  const [block = ''] = /```json\n(\[[\s\S]*?)```/.exec(document)?.slice(1) ?? [];
  const examples = JSON.parse(block) as { body: Record<string, unknown>; text: string; signature: string }[];
  expect(examples.length).toBe(2);
  const key = Buffer.from('AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=', 'base64');
  for (const { body, text, signature } of examples) {
    expect(signedText(path, { ...body, signature: 'is left out' })).toBe(text);
    expect(createHmac('sha256', key).update(text).digest('hex')).toBe(signature);
  }
});

describe('a signed call', () => {
  test('passes, made by hand and by the client', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'ana');
    expect(await send(user, await signed(await keysOf(user)))).toMatchObject({ code: 200, data: PROFILE });
    expect(expectOk(await user.api.call('profile', BODY))).toEqual(PROFILE);
  });

  test('is rejected without its signature, and when anything in it was changed', async () => {
    const { url, server } = await createTestServer();
    const user = await createUser(url, 'ana');
    const right = await signed(await keysOf(user));
    for (const body of [
      BODY,
      { ...right, signature: undefined },
      { ...right, nonce: '' },
      { ...right, timestamp: undefined },
    ]) {
      expect(await send(user, body)).toMatchObject({ code: 401, message: 'The call is not signed.' });
    }
    const wrong = { code: 401, message: 'The signature of the call is wrong.' };
    for (const change of [
      { signature: '00'.repeat(32) },
      { signature: `${String(right['signature'])}00` },
      { signature: 'no digits' },
      { timestamp: Number(right['timestamp']) + 1 },
      { nonce: 'other' },
      { more: 'x' },
      { userId: user.user.user_id },
    ]) {
      expect([change, await send(user, { ...right, ...change })]).toMatchObject([change, wrong]);
    }
    // None of these has used it up.
    expect(await server.services.db.selectFrom('used_nonce').selectAll().execute()).toEqual([]);
    expect(await send(user, right)).toMatchObject({ code: 200 });
  });

  test.each([{ fun: 'other' }, { requestType: 'Other' }])('names existing things: %o', async (change) => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'ana');
    const body = { ...BODY, ...change };
    const refused = await send(user, {
      ...body,
      ...(await sign(crypto.subtle, await keysOf(user), path, body, Date.now())),
    });
    expect(refused).toMatchObject({ code: 209, data: { field: Object.keys(change)[0] } });
  });

  test('has the fields of the second service family as well, and passes once without a nonce', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'ana');
    const { signingKey } = await keysOf(user);
    const body = { ...BODY, appid: 'web', time_stamp: String(Math.floor(Date.now() / 1000)) };
    const signature = createHmac('sha256', signingKey).update(signedText(path, body)).digest('hex');
    expect(await send(user, { ...body, signature })).toMatchObject({ code: 200, data: PROFILE });
    for (const again of [signature, signature.toUpperCase()]) {
      const message = 'This signed call was made before and is not taken again.';
      expect(await send(user, { ...body, signature: again })).toMatchObject({ code: 401, message });
    }
  });

  test('is rejected with the key of another session, of this user or another', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'ana');
    const before = await keysOf(user);
    const other = await keysOf(await createUser(url, 'ben'));
    expectOk(await user.api.call('login', { account: 'ana', password: PASSWORD }));
    for (const keys of [before, other, { ...(await keysOf(user)), appId: 'other' }]) {
      const refused = await send(user, await signed(keys));
      expect(refused).toMatchObject({ code: 401, data: { field: 'appKey' } });
    }
    // The client's own keys are those of the previous session: it fetches new ones by itself.
    expect(expectOk(await user.api.call('profile', BODY))).toEqual(PROFILE);
  });

  test('may be five minutes off, either way, and no more', async () => {
    const now = Date.UTC(2026, 0, 1);
    const { url } = await createTestServer({ now: () => now });
    const user = await createUser(url, 'ana');
    const keys = { ...(await keysOf(user)), aheadS: 0 };
    for (const offS of [-SIGNATURE_SKEW_S, SIGNATURE_SKEW_S]) {
      expect(await send(user, await signed(keys, now + offS * 1000))).toMatchObject({ code: 200 });
    }
    for (const offS of [-SIGNATURE_SKEW_S - 1, SIGNATURE_SKEW_S + 1, -1e9]) {
      const refused = await send(user, await signed(keys, now + offS * 1000));
      expect(refused).toMatchObject({ code: 401, data: { field: 'timestamp' } });
    }
  });

  test('passes from a machine with a wrong clock, and after that clock was corrected', async () => {
    const { url } = await createTestServer();
    let offMs = -3 * 60 * 60 * 1000;
    const visitor = createVisitor(url, 'en', { now: () => Date.now() + offMs });
    expectOk(await visitor.api.call('register', { user_name: 'ana', password: PASSWORD }));
    expect(expectOk(await visitor.api.call('profile', BODY))).toEqual(PROFILE);
    offMs = 0;
    expect(expectOk(await visitor.api.call('profile', BODY))).toEqual(PROFILE);
  });

  test('passes once, also of ten at once, and after a restart', async () => {
    const { url, server, dataDir } = await createTestServer();
    const user = await createUser(url, 'ana');
    const body = await signed(await keysOf(user));
    const ten = await Promise.all(Array.from({ length: 10 }, () => send(user, body)));
    expect(ten.filter(({ code }) => code === 200).length).toBe(1);
    const refused = ten.filter(({ code }) => code === 401);
    expect(refused.length).toBe(9);
    expect(refused[0]?.message).toBe('This signed call was made before and is not taken again.');
    await server.close();
    const again = await createTestServer({ dataDir });
    const headers = { 'content-type': 'application/json', ...pageHeaders(user) };
    const later = await fetch(again.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(await later.json()).toMatchObject({ code: 401 });
  });

  test('is deleted once it would be too old anyway', async () => {
    const { url, server, dataDir } = await createTestServer();
    const user = await createUser(url, 'ana');
    expectOk(await user.api.call('profile', BODY));
    expect((await server.services.db.selectFrom('used_nonce').selectAll().execute()).length).toBe(1);
    await server.close();
    const later = await createTestServer({ dataDir, now: () => Date.now() + (SIGNATURE_SKEW_S + 2) * 1000 });
    await later.server.close();
    const last = await createTestServer({ dataDir });
    expect(await last.server.services.db.selectFrom('used_nonce').selectAll().execute()).toEqual([]);
  });
});

test('the keys belong to the session, are constant during its lifetime, and are not stored', async () => {
  const { url, server } = await createTestServer();
  const user = await createUser(url, 'ana');
  const other = await createUser(url, 'ben');
  const keys = expectOk(await user.api.call('sessionKeys', {}));
  expect(expectOk(await user.api.call('sessionKeys', {})).app_secret).toBe(keys.app_secret);
  expect(expectOk(await other.api.call('sessionKeys', {})).app_secret).not.toBe(keys.app_secret);
  expect(keys.payload_key).toBe('');
  const { db } = server.services;
  const kept = [
    await db.selectFrom('session').selectAll().execute(),
    await db.selectFrom('installation').selectAll().execute(),
  ];
  expect(JSON.stringify(kept)).not.toContain(keys.app_secret);
});
