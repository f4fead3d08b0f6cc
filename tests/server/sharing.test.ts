import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { API_CODES, SHARED_FILE_PATH, SHARED_PICTURE_PATH } from '#protocol/api.ts';
import { parsePrivileges } from '#server/membership/privileges.ts';
import {
  createSavedTemplate,
  createTestServer,
  createUser,
  createVisitor,
  type TestServer,
} from './create-test-server.ts';
import { codeOf } from './code-of.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const { success, notFound, forbidden, refused, invalid } = API_CODES;

async function createShare(product: TestServer, right: 'read' | 'copy', days?: number) {
  const owner = await createUser(product.url, 'owner');
  const template = await createSavedTemplate(owner, 'Jam');
  const input = { id: template.id, right, ...(days === undefined ? {} : { days }) };
  const share = expectOk(await owner.api.call('addTemplateShare', input));
  return { owner, template, share, other: await createUser(product.url, 'other') };
}

describe('a link to a template', () => {
  test('shows it with its owner’s nickname to signed-in users; its files are served by the link only', async () => {
    const product = await createTestServer();
    const { owner, template, share, other } = await createShare(product, 'read');
    expect(Buffer.from(share.secret, 'base64url').length).toBe(16);
    const shown = expectOk(await other.api.call('openTemplateShare', { secret: share.secret }));
    expect(shown).toMatchObject({ name: 'Jam', width: 100, height: 80, nickname: 'owner', right: 'read', own: false });
    expect(shown.file.startsWith(`${SHARED_FILE_PATH}?`)).toBe(true);
    for (const [path, own] of [
      [shown.file, template.file],
      [shown.image, template.image],
    ] as const) {
      const got = await other.fetch(path);
      expect(got.status).toBe(200);
      expect(await got.bytes()).toEqual(await (await owner.fetch(own)).bytes());
      expect((await other.fetch(own)).status).toBe(404);
      expect((await createVisitor(product.url).fetch(path)).status).toBe(401);
    }
    expect((await other.fetch(`${SHARED_PICTURE_PATH}?share=${share.id}`)).status).toBe(404);
    expect((await other.fetch(SHARED_PICTURE_PATH)).status).toBe(404);
    const { list } = expectOk(await owner.api.call('templateShareList', {}));
    expect(list).toMatchObject([{ id: share.id, name: 'Jam', right: 'read', opened: 1, copied: 0, expires: '' }]);
    expect(
      JSON.stringify(await product.server.services.db.selectFrom('template_share').selectAll().execute()),
    ).not.toContain(share.secret);
  });

  test('shows it without an account only where its owner allows anyone, and then neither the file nor any id', async () => {
    const product = await createTestServer();
    const { owner, template, share } = await createShare(product, 'copy');
    const visitor = createVisitor(product.url);
    expect(await codeOf(visitor, 'openPublicShare', { secret: share.secret })).toBe(notFound);
    const open = expectOk(await owner.api.call('addTemplateShare', { id: template.id, right: 'copy', anyone: true }));
    const shown = expectOk(await visitor.api.call('openPublicShare', { secret: open.secret }));
    const image = `${SHARED_PICTURE_PATH}?share=${open.secret}`;
    expect(shown).toEqual({
      name: 'Jam',
      width: 100,
      height: 80,
      nickname: 'owner',
      right: 'copy',
      image,
      expires: '',
    });
    const picture = await visitor.fetch(image);
    expect(picture.status).toBe(200);
    expect(await picture.bytes()).toEqual(await (await owner.fetch(template.image)).bytes());
    expect((await visitor.fetch(`${SHARED_PICTURE_PATH}?share=${share.secret}`)).status).toBe(401);
    expect((await visitor.fetch(`${SHARED_FILE_PATH}?share=${open.secret}`)).status).toBe(401);
    expect(await codeOf(visitor, 'openTemplateShare', { secret: open.secret })).toBe(API_CODES.signedOut);
    expect(await codeOf(visitor, 'copyTemplateShare', { secret: open.secret })).toBe(API_CODES.signedOut);
    const { list } = expectOk(await owner.api.call('templateShareList', {}));
    expect(list.map(({ id, anyone, opened }) => [id, anyone, opened]).toSorted()).toEqual(
      [
        [share.id, false, 0],
        [open.id, true, 1],
      ].toSorted(),
    );
    expectOk(await owner.api.call('deleteTemplate', { id: template.id }));
    expect(await codeOf(visitor, 'openPublicShare', { secret: open.secret })).toBe(notFound);
    expect((await visitor.fetch(image)).status).toBe(401);
    expectOk(await owner.api.call('restoreTemplates', { ids: [template.id] }));
    expectOk(await owner.api.call('endTemplateShare', { id: open.id }));
    expect(await codeOf(visitor, 'openPublicShare', { secret: open.secret })).toBe(notFound);
  });

  test('a client that guesses public links, or their pictures, is limited after 120 in a minute', async () => {
    const { url } = await createTestServer();
    const visitor = createVisitor(url);
    for (let i = 0; i < 60; i++) {
      expect(await codeOf(visitor, 'openPublicShare', { secret: `guess${i}` })).toBe(notFound);
      expect((await visitor.fetch(`${SHARED_PICTURE_PATH}?share=guess${i}`)).status).toBe(401);
    }
    expect(await codeOf(visitor, 'openPublicShare', { secret: 'guess' })).toBe(API_CODES.tooMany);
    expect((await visitor.fetch(`${SHARED_PICTURE_PATH}?share=guess`)).status).toBe(429);
  });

  test('lets others copy only with that right; the copy is theirs and is kept', async () => {
    const product = await createTestServer();
    const { owner, template, share, other } = await createShare(product, 'copy');
    const reading = expectOk(await owner.api.call('addTemplateShare', { id: template.id, right: 'read' }));
    expect(await codeOf(other, 'copyTemplateShare', { secret: reading.secret })).toBe(forbidden);
    const before = expectOk(await other.api.call('cloudSpace', {}));
    const copies = await Promise.all(
      Array.from({ length: 10 }, () => other.api.call('copyTemplateShare', { secret: share.secret })),
    );
    expect(new Set(copies.map((copy) => expectOk(copy).name)).size).toBe(10);
    expect(expectOk(await other.api.call('templateList', {})).count).toBe(10);
    expect(expectOk(await other.api.call('cloudSpace', {})).used).toBeGreaterThan(before.used);
    expectOk(await owner.api.call('deleteAccount', { confirmation: 'correct horse' }));
    expect(await codeOf(other, 'openTemplateShare', { secret: share.secret })).toBe(notFound);
    const [copy] = expectOk(await other.api.call('templateList', { size: 1 })).list;
    expect((await other.fetch(copy?.file ?? '')).status).toBe(200);
  });

  test('ends when it is deleted, when it expires and with its template', async () => {
    const product = await createTestServer();
    const { owner, template, share, other } = await createShare(product, 'copy', 2);
    const endless = expectOk(await owner.api.call('addTemplateShare', { id: template.id, right: 'read' }));
    const shown = expectOk(await other.api.call('openTemplateShare', { secret: endless.secret }));
    product.wait(2 * DAY_MS - 60_000);
    expectOk(await owner.api.call('login', { account: 'owner', password: 'correct horse' }));
    expectOk(await other.api.call('login', { account: 'other', password: 'correct horse' }));
    expect(await codeOf(other, 'openTemplateShare', { secret: share.secret })).toBe(success);
    product.wait(60_000);
    expect(await codeOf(other, 'openTemplateShare', { secret: share.secret })).toBe(notFound);
    expect(await codeOf(other, 'copyTemplateShare', { secret: share.secret })).toBe(notFound);
    expectOk(await owner.api.call('deleteTemplate', { id: template.id }));
    expect(await codeOf(other, 'openTemplateShare', { secret: endless.secret })).toBe(notFound);
    expect((await other.fetch(shown.file)).status).toBe(404);
    expectOk(await owner.api.call('restoreTemplates', { ids: [template.id] }));
    expect((await other.fetch(shown.file)).status).toBe(200);
    expectOk(await owner.api.call('endTemplateShare', { id: endless.id }));
    expect((await other.fetch(shown.file)).status).toBe(404);
    expect(expectOk(await owner.api.call('templateShareList', {})).count).toBe(0);
  });

  test('that ends during a copy gives complete copies or none, and leaves no files behind', async () => {
    const product = await createTestServer();
    const { owner, share, other } = await createShare(product, 'copy');
    const copying = Array.from({ length: 9 }, () => other.api.call('copyTemplateShare', { secret: share.secret }));
    const [ended, ...copies] = await Promise.all([owner.api.call('endTemplateShare', { id: share.id }), ...copying]);
    expectOk(ended);
    const made = copies.filter((copy) => copy.ok).length;
    expect(expectOk(await other.api.call('templateList', {})).count).toBe(made);
    const files = await product.server.services.db
      .selectFrom('stored_file')
      .select('key')
      .where('user_id', '=', other.user.user_id)
      .execute();
    expect(files.length).toBe(2 * made);
  });

  test('is a privilege, and their number is limited', async () => {
    const rules = parsePrivileges('none');
    if ('unknown' in rules) throw new Error(rules.unknown);
    const product = await createTestServer({ privileges: rules });
    const owner = await createUser(product.url, 'owner');
    const { id } = await createSavedTemplate(owner, 'Jam');
    const { db } = product.server.services;
    const without = { error: { apiCode: refused } };
    expect(await owner.api.call('addTemplateShare', { id, right: 'read' })).toMatchObject(without);
    expect(await owner.api.call('submitCommon', { id, category: 'food', description: '' })).toMatchObject(without);
    await db
      .updateTable('user')
      .set({ member_until: 2 ** 45 })
      .execute();
    expect(await codeOf(owner, 'addTemplateShare', { id, right: 'write' })).toBe(invalid);
    const made = await Promise.all(
      Array.from({ length: 10 }, () => owner.api.call('addTemplateShare', { id, right: 'read', days: 1 })),
    );
    expect(new Set(made.map((one) => expectOk(one).secret)).size).toBe(10);
    const [row] = await db.selectFrom('template_share').selectAll().limit(1).execute();
    if (row === undefined) throw new Error('no link was made');
    const more = Array.from({ length: 190 }, (_, i) => ({ ...row, id: `x${i}`, secret_hash: `x${i}` }));
    await db.insertInto('template_share').values(more).execute();
    expect(await codeOf(owner, 'addTemplateShare', { id, right: 'read' })).toBe(refused);
  });
});
