import { expect, test } from 'vitest';
import { API_CODES, type FontList } from '#protocol/api.ts';
import { expectOk } from '#model/kernel/result.ts';
import { addTestFont, createTestServer, createUser, createVisitor, type TestVisitor } from './create-test-server.ts';

async function fontsOf({ api }: TestVisitor): Promise<FontList> {
  return expectOk(await api.call('fontList', {}));
}

async function filesOf(visitor: TestVisitor): Promise<number> {
  const { url } = (await fontsOf(visitor)).list.find((font) => font.own) ?? { url: '' };
  return url === '' ? 404 : (await visitor.fetch(url)).status;
}

test('a user’s fonts are in their own list only, with their files', async () => {
  const { url } = await createTestServer();
  const owner = await createUser(url, 'owner');
  const other = await createUser(url, 'other');
  const font = await addTestFont(owner, 'House');
  expect(font.bytes).toBe(7);
  const mine = await fontsOf(owner);
  expect(mine.list.find(({ name }) => name === 'House')).toEqual({
    name: 'House',
    url: font.url,
    is_me_sp: 0,
    granted: true,
    shipped: false,
    own: true,
    faces: [font],
  });
  expect(mine.count).toBe(mine.list.length);
  expect(await filesOf(owner)).toBe(200);
  for (const visitor of [other, createVisitor(url)]) {
    expect((await fontsOf(visitor)).list.every(({ own }) => !own)).toBe(true);
    expect((await visitor.fetch(font.url)).status).not.toBe(200);
  }
});

test('none of the product’s families is members-only, and each names its faces', async () => {
  const { url } = await createTestServer();
  const { list } = await fontsOf(createVisitor(url));
  expect(list.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Alibaba PuHuiTi', 'Oswald', 'Roboto Slab', 'Share Tech Mono', 'Noto Sans Arabic']),
  );
  expect(list.every((font) => font.is_me_sp === 0 && font.faces.length > 0)).toBe(true);
});

test('the user’s own family replaces the product’s with that name', async () => {
  const { url } = await createTestServer();
  const owner = await createUser(url, 'owner');
  await addTestFont(owner, 'Alibaba PuHuiTi');
  const named = (await fontsOf(owner)).list.filter(({ name }) => name === 'Alibaba PuHuiTi');
  expect(named.map(({ own }) => own)).toEqual([true]);
});

test('the same face replaces the first, whose file is deleted; deleting the last face removes the family', async () => {
  const { url, server } = await createTestServer();
  const owner = await createUser(url, 'owner');
  const first = await addTestFont(owner, 'House', 'one');
  const second = await addTestFont(owner, 'House', 'two');
  expect((await owner.fetch(first.url)).status).toBe(404);
  expect((await fontsOf(owner)).list.find(({ own }) => own)?.faces).toEqual([second]);
  expect(await owner.api.call('delUserFont', { id: first.id })).toMatchObject({
    error: { apiCode: API_CODES.notFound },
  });
  expectOk(await owner.api.call('delUserFont', { id: second.id }));
  expect((await owner.fetch(second.url)).status).toBe(404);
  expect(await server.services.db.selectFrom('stored_file').selectAll().execute()).toEqual([]);
});

test('a used font is not cleaned up', async () => {
  let now = Date.UTC(2026, 0, 1);
  const { url, server } = await createTestServer({ now: () => now });
  const owner = await createUser(url, 'owner');
  const font = await addTestFont(owner, 'House');
  now += 3 * 24 * 60 * 60 * 1000;
  await server.services.files.dropUnused();
  const key = font.url.slice(font.url.lastIndexOf('/') + 1);
  expect(await server.services.files.has(owner.user.user_id, 'font', key)).toBe(true);
});

test.each([
  [{ name: '   ' }, API_CODES.invalid],
  [{ name: 'a"b' }, API_CODES.invalid],
  [{ weight: 0 }, API_CODES.invalid],
  [{ url: '/files/nothing.ttf' }, API_CODES.notFound],
])('a font that can’t be added is refused: %j', async (over, apiCode) => {
  const { url } = await createTestServer();
  const owner = await createUser(url, 'owner');
  const font = await addTestFont(owner, 'House');
  const input = { name: 'Other', weight: 400, italic: false, url: font.url, ...over };
  expect(await owner.api.call('addUserFont', input)).toMatchObject({ error: { apiCode } });
});

test('a file that only claims to be a template is still rejected, and so is a font that is too large', async () => {
  const { url } = await createTestServer();
  const owner = await createUser(url, 'owner');
  const { data } = expectOk(await owner.api.call('uploadToken', {}));
  const send = async (bytes: Uint8Array): Promise<unknown> => owner.api.uploadTemplate(bytes, 'font.ttf', data);
  expect(await send(new TextEncoder().encode('no font'))).toMatchObject({ error: { apiCode: API_CODES.invalid } });
  const large = new Uint8Array(20_971_521);
  large.set([0, 1, 0, 0]);
  expect(await send(large)).toMatchObject({ error: { apiCode: API_CODES.tooLarge } });
  const template = new Uint8Array(17 * 1024 * 1024).fill(0x20);
  template.set(new TextEncoder().encode('<Template>'));
  expect(await send(template)).toMatchObject({ error: { apiCode: API_CODES.tooLarge } });
});
