import { describe, expect, test } from 'vitest';
import { crc32 } from 'node:zlib';
import { expectOk } from '#model/kernel/result.ts';
import { PRIVILEGES } from '#protocol/api.ts';
import { parsePrivileges } from '#server/membership/privileges.ts';
import { readSettings } from '#server/settings.ts';
import { addTestFont, createSavedTemplate, createTestServer, createUser } from './create-test-server.ts';
import { createPortrait, uploadPortrait } from './portrait.ts';
import { listStored } from './test-storage.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('the nickname', () => {
  test('is changed, trimmed, and shown everywhere', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'ana');
    expect(expectOk(await user.api.call('editNickname', { nickname: '  Ana 王 🏷  ' })).nickname).toBe('Ana 王 🏷');
    expect(expectOk(await user.api.call('currentUser', {}))?.nickname).toBe('Ana 王 🏷');
    const profile = expectOk(await user.api.call('profile', { fun: 'getUserInfo', requestType: 'User' }));
    expect(profile.nickname).toBe('Ana 王 🏷');
  });

  test.each(['', '   ', 'x'.repeat(41), 'two\nlines', 'a\u202Eb'])('is not %j', async (nickname) => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'ana');
    expect(await user.api.call('editNickname', { nickname })).toMatchObject({
      error: { apiCode: 209, path: 'nickname' },
    });
  });

  test('can’t be changed without the privilege', async () => {
    const { url } = await createTestServer({ privileges: { openToAll: new Set(['tables']) } });
    const user = await createUser(url, 'ana');
    expect(expectOk(await user.api.call('privilegeList', {})).list).toEqual(['tables']);
    expect(await user.api.call('editNickname', { nickname: 'B' })).toMatchObject({ error: { apiCode: 402 } });
    expect(expectOk(await user.api.call('currentUser', {}))?.nickname).toBe('ana');
  });
});

describe('privileges', () => {
  test('belong to all users where nothing is sold', async () => {
    const { payments, privileges } = expectOk(readSettings({ MEMBERSHIP: 'off', FREE_PRIVILEGES: 'none' }));
    const { url } = await createTestServer({ payments, privileges });
    const user = await createUser(url, 'ana');
    expect(expectOk(await user.api.call('privilegeList', {})).list).toEqual([...PRIVILEGES]);
  });

  test('belong to members by default', async () => {
    const { payments, privileges } = expectOk(readSettings({}));
    const { url } = await createTestServer({ payments, privileges });
    const user = await createUser(url, 'ana');
    expect(expectOk(await user.api.call('privilegeList', {})).list).toEqual([]);
    expect(expectOk(await user.api.call('member', {}))).toMatchObject({ sold: true, is_member: false });
  });

  test('are read from a setting, and a wrong name is reported', () => {
    expect(parsePrivileges('none')).toEqual({ openToAll: new Set() });
    expect(parsePrivileges('tables, nickname')).toEqual({ openToAll: new Set(['tables', 'nickname']) });
    expect(readSettings({ FREE_PRIVILEGES: 'tables,flying' })).toMatchObject({
      ok: false,
      error: expect.stringContaining('"flying"') as string,
    });
  });
});

test('a member has more space than others, as configured, and only where there are members', () => {
  const limitsOf = (environment: Record<string, string>): object => expectOk(readSettings(environment)).accountLimits;
  expect(limitsOf({ SPACE_MB: '2' })).toEqual({ spaceBytes: 2 * 2 ** 20, memberSpaceBytes: 20 * 2 ** 20 });
  expect(limitsOf({ SPACE_MB: '2', MEMBER_SPACE_MB: '3' })).toMatchObject({ memberSpaceBytes: 3 * 2 ** 20 });
  expect(limitsOf({ SPACE_MB: '2', MEMBERSHIP: 'off' })).toEqual({ spaceBytes: 2 * 2 ** 20 });
});

test.each(['short', 'x'.repeat(64), Buffer.alloc(31).toString('base64')])(
  'a secret key of another size is refused, and not repeated (%s)',
  (key) => {
    const settings = readSettings({ SECRET_KEY: key });
    expect(settings.ok).toBe(false);
    expect(JSON.stringify(settings)).not.toContain(key);
  },
);

/** A chunk of a PNG with its checksum. */
function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

describe('the portrait', () => {
  test('is stored, served to its user as a picture, and replaced with its file', async () => {
    const { url, dataDir, server } = await createTestServer();
    const user = await createUser(url, 'ana');
    const other = await createUser(url, 'other');
    const first = expectOk(await user.api.call('editAvatar', { image: await uploadPortrait(user) }));
    const picture = await user.fetch(first.head_pic);
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect(picture.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await other.fetch(first.head_pic)).status).toBe(404);
    const second = await uploadPortrait(user, createPortrait(9));
    const next = expectOk(await user.api.call('editAvatar', { image: second }));
    expect(await listStored(dataDir)).toEqual([second]);
    expect(await server.services.db.selectFrom('stored_file').select(['key', 'kind']).execute()).toEqual([
      { key: second, kind: 'avatar' },
    ]);
    // Setting it again changes nothing.
    expect(expectOk(await user.api.call('editAvatar', { image: next.head_pic }))).toEqual(next);
    expect((await user.fetch(next.head_pic)).status).toBe(200);
    expect(expectOk(await user.api.call('editAvatar', { image: '' })).head_pic).toBe('');
    expect(await listStored(dataDir)).toEqual([]);
  });

  test('is one of ten concurrent ones, and no file of the others remains', async () => {
    const { url, dataDir } = await createTestServer();
    const user = await createUser(url, 'ana');
    const keys = await Promise.all(Array.from({ length: 10 }, (_, i) => uploadPortrait(user, createPortrait(i))));
    await Promise.all(keys.map((image) => user.api.call('editAvatar', { image })));
    const now = expectOk(await user.api.call('currentUser', {}))?.head_pic ?? '';
    expect(await listStored(dataDir)).toEqual([now.replace('/files/', '')]);
  });

  test('survives the daily cleaning, and an unused upload does not', async () => {
    const { server, url, dataDir, wait } = await createTestServer();
    const user = await createUser(url, 'ana');
    const kept = await uploadPortrait(user);
    expectOk(await user.api.call('editAvatar', { image: kept }));
    await uploadPortrait(user, createPortrait(3));
    wait(2 * DAY_MS);
    await server.services.files.dropUnused();
    expect(await listStored(dataDir)).toEqual([kept]);
  });

  const whole = createPortrait();
  const end = whole.subarray(-12);
  const script = Buffer.from('<script>alert(1)</script>');
  test.each<readonly [string, Buffer]>([
    ['with a page behind its end', Buffer.concat([whole, script])],
    ['with a page in a text', Buffer.concat([whole.subarray(0, -12), chunk('tEXt', script), end])],
    ['with an unknown part', Buffer.concat([whole.subarray(0, -12), chunk('eXIf', script), end])],
    ['that is cut off', whole.subarray(0, -12)],
    ['with a wrong checksum', Buffer.concat([whole.subarray(0, -20), Buffer.alloc(8), end])],
    ['without pixels', Buffer.concat([whole.subarray(0, 33), end])],
    ['that is too wide', createPortrait(1, 512, 256)],
    ['that is too small', createPortrait(1, 16, 16)],
  ])('is no PNG %s', async (_what, bytes) => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'ana');
    expect(await user.api.call('editAvatar', { image: await uploadPortrait(user, bytes) })).toMatchObject({
      error: { apiCode: 209, path: 'image' },
    });
    expect(expectOk(await user.api.call('currentUser', {}))?.head_pic).toBe('');
  });

  test('can’t be a drawing, a page, or a file of another kind or user', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'ana');
    const other = await createUser(url, 'other');
    const token = expectOk(await user.api.call('uploadToken', {})).data;
    for (const text of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '<!doctype html><p>', 'GIF89a;']) {
      expect((await user.api.uploadPreview(Buffer.from(text), token)).ok).toBe(false);
    }
    const saved = await createSavedTemplate(user, 'Label');
    for (const image of [saved.file, await uploadPortrait(other), 'none.png', '../labelwright.db']) {
      expect(await user.api.call('editAvatar', { image })).toMatchObject({ error: { apiCode: 404 } });
    }
  });
});

test('the used space is listed by kind, largest first', async () => {
  const { url, server } = await createTestServer({ accountLimits: { spaceBytes: 1_000_000 } });
  const user = await createUser(url, 'ana');
  await addTestFont(await createUser(url, 'other'), 'Theirs', 'x'.repeat(500));
  await createSavedTemplate(user, 'Label');
  await addTestFont(user, 'House', 'x'.repeat(5000));
  expectOk(await user.api.call('editAvatar', { image: await uploadPortrait(user) }));
  const usage = expectOk(await user.api.call('spaceUsage', {}));
  const rows = await server.services.db
    .selectFrom('stored_file')
    .selectAll()
    .where('user_id', '=', user.user.user_id)
    .execute();
  expect(usage.limit).toBe(1_000_000);
  expect(usage.used).toBe(rows.reduce((sum, { bytes }) => sum + bytes, 0));
  expect(usage.kinds.map(({ kind, files }) => [kind, files])).toEqual([
    ['font', 1],
    ['avatar', 1],
    ['template', 1],
    ['preview', 1],
  ]);
});
