import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { CALLS, type CallName } from '#protocol/api.ts';
import { isPayload, type Payload } from '#protocol/payload.ts';
import { openPayload, sealPayload } from '#server/http/payloads.ts';
import { readSettings } from '#server/settings.ts';
import * as client from '#services/api/payload-cipher.ts';
import { createTestServer, createUser, PASSWORD, type TestServer, type TestUser } from './create-test-server.ts';

const KEY = Buffer.from(Array.from({ length: 32 }, (_, i) => i));
const CLIENT_KEY = new Uint8Array(KEY);
const PATH = CALLS.addFolder.path;
const { subtle } = crypto;

function createEncryptingServer(calls: readonly CallName[] = ['addFolder', 'profile']): Promise<TestServer> {
  return createTestServer({ payloads: { key: KEY, calls } });
}

/** Bodies as sent over the network. */
async function sendRaw(user: TestUser, body: unknown): Promise<{ code: number; data: unknown }> {
  const headers = { 'content-type': 'application/json' };
  const answer = await user.fetch(PATH, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await answer.json()) as { code: number; data: unknown };
}

describe('client and server', () => {
  test('produce the document’s example, and read each other', async () => {
    const document = readFileSync('docs/operate/signed-calls.md', 'utf8');
    const example = JSON.parse(/```json\n(\{[\s\S]*?)```/.exec(document)?.[1] ?? '') as Record<string, string>;
    const { path = '', iv = '', payload = '' } = example;
    const body = { name: 'Zoë' };
    expect(sealPayload(KEY, 'request', path, body, Buffer.from(iv, 'hex'))).toEqual({ payload });
    expect(expectOk(await client.openPayload(subtle, CLIENT_KEY, 'request', path, { payload }))).toEqual(body);
    for (const value of [null, {}, { text: 'ж'.repeat(1000) }, ['a'.repeat(15), 'b']]) {
      const fromClient = await client.sealPayload(subtle, CLIENT_KEY, 'request', path, value);
      expect(expectOk(openPayload(KEY, 'request', path, fromClient))).toEqual(value);
      const fromServer = sealPayload(KEY, 'answer', path, value);
      expect(expectOk(await client.openPayload(subtle, CLIENT_KEY, 'answer', path, fromServer))).toEqual(value);
    }
    expect(sealPayload(KEY, 'request', path, body)).not.toEqual(sealPayload(KEY, 'request', path, body));
  });

  test('reject everything changed, moved or sealed with another key', async () => {
    const sealed = sealPayload(KEY, 'request', PATH, { name: 'x' });
    const bytes = Buffer.from(sealed.payload, 'base64');
    const changed = [...bytes.keys()].map((at) => {
      const other = Buffer.from(bytes);
      other[at] = (other[at] ?? 0) ^ 1;
      return other.toString('base64');
    });
    const broken = [
      ...changed,
      '',
      'AAAA',
      '!!!',
      bytes.subarray(0, -1).toString('base64'),
      bytes.subarray(0, 67).toString('base64'),
    ];
    for (const payload of broken) {
      expect(openPayload(KEY, 'request', PATH, { payload }).ok).toBe(false);
      const opened = await client.openPayload(subtle, CLIENT_KEY, 'request', PATH, { payload });
      expect(opened).toMatchObject({ error: { code: 'payload.unreadable' } });
    }
    expect(openPayload(KEY, 'answer', PATH, sealed).ok).toBe(false);
    expect(openPayload(KEY, 'request', CALLS.renameFolder.path, sealed).ok).toBe(false);
    expect(openPayload(Buffer.alloc(32), 'request', PATH, sealed).ok).toBe(false);
  });
});

describe('a server that encrypts', () => {
  test('accepts and sends nothing in plain text, and the client makes calls as usual', async () => {
    const { url } = await createEncryptingServer();
    const seen: { readonly body: string; readonly answer: string }[] = [];
    const user = await createUser(url, 'ana', async (request, answer) => {
      if (request.url.endsWith(PATH)) seen.push({ body: await request.text(), answer: await answer.text() });
    });
    expectOk(await user.api.call('configuration', {}));
    const folder = expectOk(await user.api.call('addFolder', { name: 'Geheimnis' }));
    expect(folder.name).toBe('Geheimnis');
    expect(seen.length).toBe(1);
    expect(JSON.stringify(seen)).not.toContain('Geheimnis');
    expect(isPayload(JSON.parse(seen[0]?.body ?? ''))).toBe(true);
    // Signed and encrypted.
    expect(expectOk(await user.api.call('profile', { fun: 'getUserInfo', requestType: 'User' })).nickname).toBe('ana');
    expect(await user.api.call('addFolder', { name: 'Geheimnis' })).toMatchObject({ error: { apiCode: 209 } });
    const ten = Array.from({ length: 10 }, (_, i) => user.api.call('addFolder', { name: `Folder ${i}` }));
    for (const answer of await Promise.all(ten)) expectOk(answer);
  });

  test('answers with an error to an outdated page, and to one with another session', async () => {
    const { url } = await createEncryptingServer();
    const user = await createUser(url, 'ana');
    expectOk(await user.api.call('addFolder', { name: 'Without the configuration' }));
    expectOk(await user.api.call('login', { account: 'ana', password: PASSWORD }));
    expectOk(await user.api.call('addFolder', { name: 'With the old key' }));
    expect(expectOk(await user.api.call('folderList', {})).count).toBe(3);
  });

  test('rejects plain bodies, changed ones, and those of another user', async () => {
    const { url } = await createEncryptingServer();
    const user = await createUser(url, 'ana');
    const other = await createUser(url, 'ben');
    expect(await sendRaw(user, { name: 'x' })).toMatchObject({ code: 401, data: { field: 'payload' } });
    const keyOf = async ({ api }: TestUser): Promise<Buffer> =>
      Buffer.from(expectOk(await api.call('sessionKeys', {})).payload_key, 'base64');
    const mine = sealPayload(await keyOf(user), 'request', PATH, { name: 'x' });
    const wrong: Payload[] = [
      sealPayload(await keyOf(other), 'request', PATH, { name: 'x' }),
      { payload: mine.payload.replace(/.(?=.{20}$)/, (letter) => (letter === 'A' ? 'B' : 'A')) },
      { payload: 'AAAA' },
    ];
    for (const body of wrong)
      expect(await sendRaw(user, body)).toMatchObject({ code: 401, data: { field: 'payload' } });
    expect((await sendRaw(user, mine)).code).toBe(200);
    expect((await sendRaw(user, sealPayload(await keyOf(user), 'request', PATH, { name: 5 }))).code).toBe(209);
    const forOther = { name: 'y', user_id: other.user.user_id };
    expect((await sendRaw(user, sealPayload(await keyOf(user), 'request', PATH, forOther))).code).toBe(403);
    expect(expectOk(await user.api.call('folderList', {})).count).toBe(2);
  });
});

test('a server that does not encrypt rejects encrypted requests', async () => {
  const { url } = await createTestServer();
  const user = await createUser(url, 'ana');
  expect(expectOk(await user.api.call('configuration', {})).encrypted_calls).toEqual([]);
  expect(await sendRaw(user, sealPayload(KEY, 'request', PATH, { name: 'x' }))).toMatchObject({ code: 209 });
});

test('the settings have a key and calls that can be encrypted', () => {
  const key = '0f'.repeat(32);
  const read = (calls: string, given = key): ReturnType<typeof readSettings> =>
    readSettings({ PAYLOAD_KEY: given, PAYLOAD_CALLS: calls });
  expect(expectOk(read('addFolder, addTemplate')).payloads).toEqual({
    key: Buffer.from(key, 'hex'),
    calls: ['addFolder', 'addTemplate'],
  });
  expect(expectOk(read('')).payloads).toBeUndefined();
  for (const short of ['', 'abc', '0f'.repeat(31), `${'0f'.repeat(31)}xy`])
    expect(read('addFolder', short).ok).toBe(false);
  for (const call of ['login', 'configuration', 'sessionKeys', 'nothing', 'toString'])
    expect(read(call).ok).toBe(false);
});
