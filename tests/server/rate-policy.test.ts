import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { API_CODES, CALLS } from '#protocol/api.ts';
import { COSTLY } from '#server/http/rate-policy.ts';
import { createPng, createTestServer, createUser, createVisitor, upload } from './create-test-server.ts';

const FREE = { registrationsPerAddress: 10_000, loginsPerAddress: 10_000 };

describe('too many calls in a minute', () => {
  test('of one user are rejected with the delay; other users are not', async () => {
    const { url } = await createTestServer({ limits: { ...FREE, callsPerUser: 8 } });
    const user = await createUser(url, 'owner');
    const other = await createUser(url, 'other');
    for (let i = 0; i < 8; i++) expectOk(await user.api.call(i % 2 === 0 ? 'folderList' : 'currentUser', {}));
    const refused = await user.fetch(CALLS.folderList.path, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect(refused.status).toBe(API_CODES.tooMany);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await user.fetch('/files/none.png')).status).toBe(API_CODES.tooMany);
    expectOk(await other.api.call('folderList', {}));
  });

  test('of one address are rejected, signed in or not; another address is not', async () => {
    const { url } = await createTestServer({ trustProxy: 1, limits: { ...FREE, callsPerAddress: 6 } });
    const from = (address: string): ReturnType<typeof createVisitor> =>
      createVisitor(url, 'en', { headers: { 'x-forwarded-for': address } });
    for (let i = 0; i < 6; i++) expectOk(await from('192.0.2.1').api.call('configuration', {}));
    expect(await from('192.0.2.1').api.call('configuration', {})).toMatchObject({
      error: { apiCode: API_CODES.tooMany },
    });
    expectOk(await from('192.0.2.2').api.call('configuration', {}));
  });

  test('of an expensive one are rejected sooner, without effect on other calls', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'owner');
    const most = COSTLY.getAuditLog ?? 0;
    for (let i = 0; i < most; i++) expectOk(await user.api.call('getAuditLog', {}));
    expect(await user.api.call('getAuditLog', {})).toMatchObject({ error: { apiCode: API_CODES.tooMany } });
    expectOk(await user.api.call('folderList', {}));
  });
});

test('folders, of which a member may have any number, are added at most 120 a minute', async () => {
  const { url } = await createTestServer();
  const user = await createUser(url, 'owner');
  const add = (i: number): ReturnType<typeof user.api.call<'addFolder'>> =>
    user.api.call('addFolder', { name: `Folder ${i}` });
  for (let i = 0; i < 120; i++) await add(i);
  expect(await add(120)).toMatchObject({ error: { apiCode: API_CODES.tooMany } });
});

describe('the space for all accounts together', () => {
  test('is rejected for all users once it is used up, in the words for a full disk, and available again when freed', async () => {
    const { url, wait } = await createTestServer({ maxStorageBytes: 3_000 });
    const user = await createUser(url, 'owner');
    const other = await createUser(url, 'other');
    await upload(user);
    wait(10_000);
    const token = expectOk(await other.api.call('uploadToken', {}));
    const large = Buffer.concat([createPng(), Buffer.alloc(3_000)]);
    const refused = await other.api.uploadPreview(large, token.data);
    expect(refused).toMatchObject({ error: { apiCode: API_CODES.noSpace } });
    expectOk(await other.api.uploadPreview(createPng(), token.data));
  });

  test('is not exceeded by many at once', async () => {
    const { url, server } = await createTestServer({ maxStorageBytes: 20_000 });
    const user = await createUser(url, 'owner');
    const token = expectOk(await user.api.call('uploadToken', {}));
    const picture = Buffer.concat([createPng(), Buffer.alloc(3_000)]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => user.api.uploadPreview(picture, token.data)));
    const kept = await server.services.db.selectFrom('stored_file').select('bytes').execute();
    expect(kept.length).toBe(answers.filter(({ ok }) => ok).length);
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(20_000);
  });
});
