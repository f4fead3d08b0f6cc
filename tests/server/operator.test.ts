import { expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { nameOperators } from '#server/operator/name-operators.ts';
import {
  createSavedTemplate,
  createTestServer,
  createUser,
  PASSWORD,
  type TestServer,
  type TestUser,
} from './create-test-server.ts';

async function createOperator({ url, server }: TestServer, name: string): Promise<TestUser> {
  const user = await createUser(url, name);
  expect(await nameOperators(server.services.db, [name], 1)).toEqual([]);
  return user;
}

test('the accounts of the setting become operators, at once and once; unknown names are reported', async () => {
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

test('a former operator is rejected with the next request', async () => {
  const product = await createTestServer();
  const boss = await createOperator(product, 'boss');
  const { db } = product.server.services;
  expectOk(await boss.api.call('operatorUserList', {}));
  await db.updateTable('user').set({ role: 'user' }).where('id', '=', boss.user.user_id).execute();
  expect(await boss.api.call('operatorUserList', {})).toMatchObject({ error: { apiCode: 403 } });
});

test('a blocked user is signed out at once and gets the reason at sign-in; an unblocked user signs in again', async () => {
  const product = await createTestServer();
  const boss = await createOperator(product, 'boss');
  const ana = await createUser(product.url, 'ana');
  const { user_id: id } = ana.user;
  expectOk(await boss.api.call('operatorBlockUser', { id, blocked: true }));
  expect(await ana.api.call('templateList', {})).toMatchObject({ error: { apiCode: 301 } });
  const login = { account: 'ana', password: PASSWORD };
  expect(await ana.api.call('login', login)).toMatchObject({ error: { apiCode: 403 } });
  // Without the password the reason is not shown.
  expect(await ana.api.call('login', { ...login, password: 'wrong' })).toMatchObject({ error: { apiCode: 401 } });
  expect(expectOk(await boss.api.call('operatorGetUser', { id }))).toMatchObject({ blocked: true, sessions: 0 });
  expectOk(await boss.api.call('operatorBlockUser', { id, blocked: false }));
  expectOk(await ana.api.call('login', login));
  const entries = expectOk(await boss.api.call('operatorAuditLog', { search: 'boss' })).list;
  expect(entries.slice(0, 2).map(({ event, details }) => [event, details['user']])).toEqual([
    ['userUnblocked', id],
    ['userBlocked', id],
  ]);
});

test('the last operator remains one, also when all resign at once; operators can’t block themselves', async () => {
  const product = await createTestServer();
  const boss = await createOperator(product, 'boss');
  const ids = [boss.user.user_id];
  for (const name of ['ana', 'bea', 'cleo']) ids.push((await createOperator(product, name)).user.user_id);
  expect(await boss.api.call('operatorBlockUser', { id: ids[0] ?? '', blocked: true })).toMatchObject({
    error: { apiCode: 402 },
  });
  await Promise.all(ids.map((id) => boss.api.call('operatorSetRole', { id, role: 'user' })));
  const left = await product.server.services.db
    .selectFrom('user')
    .select('id')
    .where('role', '=', 'operator')
    .execute();
  expect(left.length).toBeGreaterThanOrEqual(1);
  await product.server.services.db
    .updateTable('user')
    .set({ role: 'operator' })
    .where('id', '=', ids[0] ?? '')
    .execute();
  for (const id of ids.slice(1)) expectOk(await boss.api.call('operatorSetRole', { id, role: 'user' }));
  expect(await boss.api.call('operatorSetRole', { id: ids[0] ?? '', role: 'user' })).toMatchObject({
    error: { apiCode: 402 },
  });
});

test('an operator sees an account’s contents, grants space, and deletes it once its name is typed', async () => {
  const product = await createTestServer();
  const boss = await createOperator(product, 'boss');
  const ana = await createUser(product.url, 'ana');
  await createSavedTemplate(ana, 'Mine');
  const { user_id: id } = ana.user;
  const before = expectOk(await boss.api.call('operatorGetUser', { id }));
  expect(before).toMatchObject({ templates: 1, sessions: 1, shares: 0, blocked: false, user_name: 'ana' });
  expect(before.used_bytes).toBeGreaterThan(0);
  expectOk(await boss.api.call('operatorGrantSpace', { id, bytes: 1000, days: 3 }));
  expect(expectOk(await boss.api.call('operatorGetUser', { id })).limit_bytes).toBe(before.limit_bytes + 1000);
  const storage = expectOk(await boss.api.call('operatorStorage', {}));
  expect(storage).toMatchObject({ files: 2, bytes: before.used_bytes, cap_bytes: 0, to_remove: 0, count: 1 });
  expect(storage.list).toEqual([{ user_id: id, name: 'ana', files: 2, bytes: before.used_bytes }]);
  expect(storage.database_bytes).toBeGreaterThan(0);
  expect(await boss.api.call('operatorDeleteUser', { id, confirmation: 'bea' })).toMatchObject({
    error: { apiCode: 209 },
  });
  expect(await boss.api.call('operatorDeleteUser', { id: boss.user.user_id, confirmation: 'boss' })).toMatchObject({
    error: { apiCode: 402 },
  });
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => boss.api.call('operatorDeleteUser', { id, confirmation: 'ana' })),
  );
  expect(answers.some(({ ok }) => ok)).toBe(true);
  expect(await boss.api.call('operatorGetUser', { id })).toMatchObject({ error: { apiCode: 404 } });
  expect(expectOk(await boss.api.call('operatorStorage', {})).files).toBe(0);
});

test('the audit log of all users is searched by user, event and time, and exported without formulas', async () => {
  const product = await createTestServer();
  const boss = await createOperator(product, 'boss');
  const ana = await createUser(product.url, 'ana');
  const from = new Date(Date.now() + 3_600_000).toISOString();
  const events = async (input: object): Promise<string[]> =>
    expectOk(await boss.api.call('operatorAuditLog', input)).list.map(({ name, event }) => `${name} ${event}`);
  expect(await events({ event: 'register' })).toEqual(['ana register', 'boss register']);
  expect(await events({ search: ana.user.user_id })).toEqual(['ana register']);
  expect(await events({ outcome: 'refused' })).toEqual([]);
  expect(await events({ from })).toEqual([]);
  expect((await events({ to: from, size: 1 })).length).toBe(1);
  expect(await boss.api.call('operatorAuditLog', { from: 'yesterday' })).toMatchObject({ error: { apiCode: 209 } });
  const { db } = product.server.services;
  await db.updateTable('user').set({ user_name: '=1+1' }).where('id', '=', ana.user.user_id).execute();
  const { csv, rows, count } = expectOk(await boss.api.call('operatorAuditCsv', { event: 'register' }));
  expect([rows, count]).toEqual([2, 2]);
  expect(csv.startsWith('\uFEFFtime,user_id,name,event,outcome,address,details\r\n')).toBe(true);
  expect(csv).toContain(",'=1+1,register,done,");
});

test('a font that an operator adds is for all users, on every server, or only for members', async () => {
  const product = await createTestServer({ privileges: { openToAll: new Set() } });
  const boss = await createOperator(product, 'boss');
  const ana = await createUser(product.url, 'ana');
  const uploadFont = async (): Promise<string> => {
    const token = expectOk(await boss.api.call('uploadToken', {}));
    const file = Buffer.concat([Buffer.from('00010000', 'hex'), Buffer.from('x')]);
    return token.url + expectOk(await boss.api.uploadTemplate(file, 'font.ttf', token.data)).key;
  };
  const face = { family: 'House', weight: 400, italic: false };
  const added = expectOk(await boss.api.call('addOperatorFont', { ...face, members: false, url: await uploadFont() }));
  const shown = async () => expectOk(await ana.api.call('fontList', {})).list.find(({ name }) => name === 'House');
  const open = await shown();
  expect((await ana.fetch(open?.url ?? '')).status).toBe(200);
  const other = expectOk(await boss.api.call('addOperatorFont', { ...face, members: true, url: await uploadFont() }));
  expect(await shown()).toMatchObject({ is_me_sp: 1, granted: false, url: '' });
  expect((await ana.fetch(open?.url ?? '')).status).toBe(404);
  expect(expectOk(await boss.api.call('operatorFontList', {})).list).toEqual([
    { ...face, id: other.id, members: true, bytes: 5 },
  ]);
  expect(await boss.api.call('delOperatorFont', { id: added.id })).toMatchObject({ error: { apiCode: 404 } });
  expectOk(await boss.api.call('delOperatorFont', { id: other.id }));
  expect(await shown()).toBeUndefined();
  expect(await product.server.services.db.selectFrom('stored_file').select('key').execute()).toEqual([]);
});
