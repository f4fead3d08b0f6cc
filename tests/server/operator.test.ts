import { expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { nameOperators } from '#server/operator/name-operators.ts';
import { createTestServer, createUser, type TestServer, type TestUser } from './create-test-server.ts';

async function createOperator({ url, server }: TestServer, name: string): Promise<TestUser> {
  const user = await createUser(url, name);
  expect(await nameOperators(server.services.db, [name], 1)).toEqual([]);
  return user;
}

test('the accounts of the setting become operators, at once and once; names of nobody are said', async () => {
  const product = await createTestServer();
  const boss = await createUser(product.url, 'boss');
  const { db } = product.server.services;
  expect(expectOk(await boss.api.call('currentUser', {}))?.role).toBe('user');
  expect(await nameOperators(db, ['BOSS', 'missing', '+4912', 'a@b.example'], 1)).toEqual([
    'missing',
    '+4912',
    'a@b.example',
  ]);
  expect(await nameOperators(db, ['boss'], 2)).toEqual([]);
  expect(expectOk(await boss.api.call('currentUser', {}))?.role).toBe('operator');
  expect(await nameOperators(db, [], 3)).toEqual([]);
  const entries = await db.selectFrom('audit_entry').selectAll().where('event', '=', 'operatorNamed').execute();
  expect(entries.map(({ user_id, at }) => [user_id, Number(at)])).toEqual([[boss.user.user_id, 1]]);
});

test('an operator sees the users, a page at a time, and finds them by any of their names', async () => {
  const product = await createTestServer();
  const boss = await createOperator(product, 'boss');
  await createUser(product.url, 'ana_50');
  await createUser(product.url, 'ana-x');
  const names = async (input: object): Promise<readonly string[]> =>
    expectOk(await boss.api.call('operatorUserList', input)).list.map(({ user_name }) => user_name);
  expect(await names({})).toEqual(['ana-x', 'ana_50', 'boss']);
  expect(await names({ size: 1, page: 2 })).toEqual(['ana_50']);
  expect(await names({ search: ' ANA_ ' })).toEqual(['ana_50']);
  expect(await names({ search: '%' })).toEqual([]);
  expect(await names({ role: 'operator' })).toEqual(['boss']);
  const found = expectOk(await boss.api.call('operatorUserList', { search: 'ana', size: 1 }));
  expect(found.count).toBe(2);
  expect(found.list[0]).toMatchObject({ role: 'user', is_member: false, expire_time: '' });
});

test('an operator who is one no longer is refused with the next request', async () => {
  const product = await createTestServer();
  const boss = await createOperator(product, 'boss');
  const { db } = product.server.services;
  expectOk(await boss.api.call('operatorUserList', {}));
  await db.updateTable('user').set({ role: 'user' }).where('id', '=', boss.user.user_id).execute();
  expect(await boss.api.call('operatorUserList', {})).toMatchObject({ error: { apiCode: 403 } });
});
