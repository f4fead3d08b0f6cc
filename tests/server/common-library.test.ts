import { expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { API_CODES } from '#protocol/api.ts';
import { nameOperators } from '#server/operator/name-operators.ts';
import { codeOf } from './code-of.ts';
import { createSavedTemplate, createTestServer, createUser, upload, type TestServer } from './create-test-server.ts';

const { notFound, invalid, refused } = API_CODES;

async function createLibrary(product: TestServer) {
  const owner = await createUser(product.url, 'owner');
  const other = await createUser(product.url, 'other');
  const boss = await createUser(product.url, 'boss');
  expect(await nameOperators(product.server.services.db, ['boss'], 1)).toEqual([]);
  const template = await createSavedTemplate(owner, 'Jam jars');
  const entry = expectOk(
    await owner.api.call('submitCommon', { id: template.id, category: 'food', description: ' For jars ' }),
  );
  return { owner, other, boss, template, entry };
}

test('a template is in the common library once it is approved, as it was when it was submitted', async () => {
  const product = await createTestServer();
  const { owner, other, boss, template, entry } = await createLibrary(product);
  expect(entry).toMatchObject({ name: 'Jam jars', description: 'For jars', state: 'pending', nickname: 'owner' });
  const original = await (await owner.fetch(template.file)).bytes();
  expect((await owner.fetch(entry.file)).status).toBe(200);
  expect((await boss.fetch(entry.file)).status).toBe(200);
  expect((await other.fetch(entry.file)).status).toBe(404);
  expect(await codeOf(other, 'countCommonUse', { id: entry.template_id })).toBe(notFound);
  expect(expectOk(await other.api.call('commonList', {})).count).toBe(0);
  expectOk(await boss.api.call('decideCommon', { id: entry.id, approve: true }));
  expectOk(await owner.api.call('editTemplate', { id: template.id, name: 'Other', ...(await upload(owner, 'new')) }));
  const { list } = expectOk(await other.api.call('commonList', { name: 'JARS', category: 'food' }));
  expect(list).toMatchObject([
    { id: entry.id, name: 'Jam jars', width: 100, height: 80, state: 'approved', use_num: 0 },
  ]);
  expect(await (await other.fetch(entry.file)).bytes()).toEqual(original);
  expect((await other.fetch(entry.image)).headers.get('content-type')).toBe('image/png');
  expect(expectOk(await other.api.call('countCommonUse', { id: entry.template_id })).use_num).toBe(1);
  expect(expectOk(await other.api.call('commonList', { category: 'retail' })).count).toBe(0);
  // The account is deleted; the common template is kept, without its name.
  expectOk(await owner.api.call('deleteAccount', { confirmation: 'correct horse' }));
  expect(expectOk(await other.api.call('commonList', {})).list).toMatchObject([{ nickname: '', use_num: 1 }]);
  expect((await other.fetch(entry.file)).status).toBe(200);
});

test('a rejection needs a reason, which its owner can read; then the copy is deleted', async () => {
  const product = await createTestServer();
  const { owner, boss, entry } = await createLibrary(product);
  expect(await codeOf(boss, 'decideCommon', { id: entry.id, approve: false, reason: ' ' })).toBe(invalid);
  expectOk(await boss.api.call('decideCommon', { id: entry.id, approve: false, reason: 'A name is cut off.' }));
  expect(expectOk(await owner.api.call('ownCommonList', {})).list).toMatchObject([
    { state: 'refused', reason: 'A name is cut off.', file: '', image: '', template_id: '' },
  ]);
  expect((await owner.fetch(entry.file)).status).toBe(404);
  expect(await codeOf(boss, 'decideCommon', { id: entry.id, approve: true })).toBe(notFound);
  const { db } = product.server.services;
  expect(await db.selectFrom('stored_file').select('key').where('user_id', '=', 'installation').execute()).toEqual([]);
});

test('concurrent decisions and withdrawals leave an entry with its copy, or neither', async () => {
  const product = await createTestServer();
  const { owner, boss, other, entry } = await createLibrary(product);
  await Promise.all([
    ...Array.from({ length: 9 }, (_, i) =>
      boss.api.call('decideCommon', { id: entry.id, approve: i % 2 === 0, reason: 'no' }),
    ),
    owner.api.call('withdrawCommon', { id: entry.id }),
  ]);
  expect(expectOk(await other.api.call('commonList', {})).count).toBe(0);
  const { db } = product.server.services;
  expect(await db.selectFrom('common_template').selectAll().execute()).toEqual([]);
  expect(await db.selectFrom('template').select('id').where('user_id', '=', 'installation').execute()).toEqual([]);
});

test('the number of pending submissions is limited, also of twenty-five at once', async () => {
  const product = await createTestServer();
  const { owner, template } = await createLibrary(product);
  const input = { id: template.id, category: 'other', description: '' } as const;
  const codes = await Promise.all(Array.from({ length: 25 }, () => codeOf(owner, 'submitCommon', input)));
  expect(codes.filter((code) => code === refused).length).toBe(6);
  expect(expectOk(await owner.api.call('ownCommonList', {})).count).toBe(20);
  // Pending ones are deleted with the account.
  expectOk(await owner.api.call('deleteAccount', { confirmation: 'correct horse' }));
  expect(await product.server.services.db.selectFrom('common_template').selectAll().execute()).toEqual([]);
});
