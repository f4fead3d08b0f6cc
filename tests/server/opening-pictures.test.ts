import { expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import {
  API_CODES,
  OPENING_PICTURE_LIMITS,
  OPENING_PICTURE_PATH,
  OPENING_PLACE_HEADER,
  type TemplateInfo,
} from '#protocol/api.ts';
import {
  createPng,
  createSavedTemplate,
  createTestServer,
  createUser,
  pageHeaders,
  upload,
  type TestUser,
} from './create-test-server.ts';

const LOOK = '1280x800@1.light.-.abc';
const PLACE = { left: 129, top: 121.5, width: 830, height: 641 };
const PNG = createPng(830, 641);

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

async function createWorld(): Promise<{
  readonly url: string;
  readonly user: TestUser;
  readonly box: TemplateInfo;
  readonly db: Awaited<ReturnType<typeof createTestServer>>['server']['services']['db'];
}> {
  const { url, server } = await createTestServer();
  const user = await createUser(url, 'ana');
  return { url, user, box: await createSavedTemplate(user, 'Box'), db: server.services.db };
}

function keep(
  user: TestUser,
  { id, revision }: Pick<TemplateInfo, 'id' | 'revision'>,
  { look = LOOK, png = PNG }: { readonly look?: string; readonly png?: Uint8Array } = {},
): ReturnType<typeof user.api.call<'saveOpeningPicture'>> {
  return user.api.call('saveOpeningPicture', { id, revision, look, ...PLACE, png: toBase64(png) });
}

function request(
  url: string,
  user: TestUser | null,
  id: string,
  headers: Record<string, string> = {},
  look = LOOK,
): Promise<Response> {
  const query = new URLSearchParams({ id, look });
  const own = user === null ? {} : pageHeaders(user);
  return fetch(`${url}${OPENING_PICTURE_PATH}?${query.toString()}`, { headers: { ...own, ...headers } });
}

test('the owner gets the picture of the current version with its place, and nothing when the browser has it', async () => {
  const { url, user, box } = await createWorld();
  expect((await request(url, user, box.id)).status).toBe(204);
  expectOk(await keep(user, box));
  const answer = await request(url, user, box.id);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/png');
  expect(answer.headers.get('cache-control')).toBe('private, no-cache');
  expect(JSON.parse(answer.headers.get(OPENING_PLACE_HEADER) ?? '')).toEqual({ ...PLACE, revision: 1 });
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.from(PNG));
  const etag = answer.headers.get('etag') ?? '';
  const again = await request(url, user, box.id, { 'if-none-match': etag });
  expect([again.status, await again.text()]).toEqual([304, '']);
  expect(again.headers.get(OPENING_PLACE_HEADER)).toBe(answer.headers.get(OPENING_PLACE_HEADER));
});

test('the picture is for its owner, its window and signed-in pages only', async () => {
  const { url, user, box } = await createWorld();
  expectOk(await keep(user, box));
  const other = await createUser(url, 'bob');
  expect((await request(url, other, box.id)).status).toBe(204);
  expect(await keep(other, box)).toMatchObject({ error: { apiCode: 404 } });
  expect((await request(url, user, box.id, {}, '1024x768@1.light.-.abc')).status).toBe(204);
  expect((await request(url, null, box.id)).status).toBe(401);
  expect((await request(url, user, box.id, { 'page-user': other.user.user_id })).status).toBe(401);
  expect((await request(url, user, box.id)).status).toBe(200);
});

test('the picture of an earlier version is never sent, and not stored', async () => {
  const { url, user, box } = await createWorld();
  expectOk(await keep(user, box));
  const saved = expectOk(await user.api.call('editTemplate', { id: box.id, ...(await upload(user, 'two')) }));
  expect(saved.revision).toBe(2);
  expect((await request(url, user, box.id)).status).toBe(204);
  expect(await keep(user, box)).toMatchObject({ error: { apiCode: 409 } });
  expectOk(await keep(user, saved));
  expect((await request(url, user, box.id)).status).toBe(200);
});

test('there is no picture while unsaved work is newer, nor of a deleted template', async () => {
  const { url, user, box } = await createWorld();
  expectOk(await keep(user, box));
  const files = await upload(user, 'draft');
  expectOk(await user.api.call('saveDraft', { id: box.id, url: files.url, revision: 1 }));
  expect((await request(url, user, box.id)).status).toBe(204);
  expectOk(await user.api.call('deleteDraft', { id: box.id }));
  expect((await request(url, user, box.id)).status).toBe(200);
  expectOk(await user.api.call('deleteTemplates', { ids: [box.id] }));
  expect((await request(url, user, box.id)).status).toBe(204);
});

test('pictures are bounded in bytes and number, and deleted with their template', async () => {
  const { url, user, box, db } = await createWorld();
  const tooLarge = Buffer.concat([createPng(), Buffer.alloc(OPENING_PICTURE_LIMITS.bytes)]);
  expect((await keep(user, box, { png: tooLarge })).ok).toBe(false);
  expect(await keep(user, box, { png: createPng(100_000, 100_000) })).toMatchObject({
    error: { apiCode: API_CODES.invalid },
  });
  expect(await keep(user, box, { png: Buffer.from('<html>') })).toMatchObject({
    error: { apiCode: API_CODES.invalid },
  });
  const count = async (): Promise<number> => (await db.selectFrom('opening_picture').select('look').execute()).length;
  expect(await count()).toBe(0);
  for (let i = 1; i <= OPENING_PICTURE_LIMITS.perTemplate + 2; i++) {
    expectOk(await keep(user, box, { look: `look-${i}` }));
    await db.updateTable('opening_picture').set({ made_at: i }).where('look', '=', `look-${i}`).execute();
  }
  expect(await count()).toBe(OPENING_PICTURE_LIMITS.perTemplate);
  expect((await request(url, user, box.id, {}, 'look-5')).status).toBe(200);
  expect((await request(url, user, box.id, {}, 'look-2')).status).toBe(204);
  const [row] = await db.selectFrom('opening_picture').selectAll().execute();
  if (row === undefined) expect.fail('no picture');
  const more = Array.from({ length: OPENING_PICTURE_LIMITS.perUser }, (_, i) => ({
    ...row,
    look: `more-${i}`,
    made_at: 0,
  }));
  await db.insertInto('opening_picture').values(more).execute();
  const crate = await createSavedTemplate(user, 'Crate');
  expectOk(await keep(user, crate));
  expect(await count()).toBe(OPENING_PICTURE_LIMITS.perUser);
  expect((await request(url, user, crate.id)).status).toBe(200);
  await db.deleteFrom('template').where('id', '=', crate.id).execute();
  expect(await count()).toBe(OPENING_PICTURE_LIMITS.perUser - 1);
});
