import { expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { NONE_FREE } from '#server/membership/privileges.ts';
import { createTestServer, createUser, type TestServer, type TestUser } from './create-test-server.ts';

const OPEN = { payments: { sandbox: true, operatorText: 'Transfer to account 1' }, privileges: NONE_FREE };
const DAY = 24 * 60 * 60 * 1000;
const PLAN = {
  names: { zh: '周', en: 'Week', pt: 'Semana', es: 'Semana', ru: 'Неделя' },
  days: 7,
  bytes: 0,
  price: 500,
  original_price: 600,
  currency: 'EUR',
  is_recommend: false,
  is_preference: true,
  position: 0,
} as const;
const NOT_FOUND = { error: { apiCode: 404 } };
const REFUSED = { error: { apiCode: 402 } };
const INVALID = { error: { apiCode: 209 } };

async function createOperator({ url, server }: TestServer): Promise<TestUser> {
  const boss = await createUser(url, 'boss');
  const { db } = server.services;
  await db.updateTable('user').set({ role: 'operator' }).where('id', '=', boss.user.user_id).execute();
  return boss;
}

test('plans are added, changed, taken off sale and put back', async () => {
  const product = await createTestServer(OPEN);
  const [boss, user] = [await createOperator(product), await createUser(product.url, 'ana')];
  const added = expectOk(await boss.api.call('operatorAddPlan', { kind: 'member', ...PLAN }));
  const sold = async () => expectOk(await user.api.call('memberPlans', {})).list.find(({ m_id }) => m_id === added.id);
  expect(await sold()).toMatchObject({ the_term: 'Week', discount_price: '5.00', currency_symbol: '€' });
  expectOk(await boss.api.call('operatorEditPlan', { ...PLAN, id: added.id, price: 450 }));
  expect(await sold()).toMatchObject({ discount_price: '4.50', original_price: '6.00' });
  expectOk(await boss.api.call('operatorRetirePlan', { id: added.id, retired: true }));
  expect(await sold()).toBeUndefined();
  expect(await user.api.call('payScanCode', { m_id: added.id })).toMatchObject(NOT_FOUND);
  const listed = expectOk(await boss.api.call('operatorPlanList', {})).list;
  expect(listed).toHaveLength(7);
  expect(listed.find(({ id }) => id === added.id)?.retired).not.toBe('');
  expectOk(await boss.api.call('operatorRetirePlan', { id: added.id, retired: false }));
  expect(await sold()).toBeDefined();
  expect(await boss.api.call('operatorEditPlan', { ...PLAN, id: 'none' })).toMatchObject(NOT_FOUND);
  for (const wrong of [{ bytes: 5 }, { original_price: 499 }, { price: 0 }, { days: 0 }, { price: 1.5 }]) {
    expect(await boss.api.call('operatorAddPlan', { kind: 'member', ...PLAN, ...wrong })).toMatchObject(INVALID);
  }
  expect(await boss.api.call('operatorAddPlan', { kind: 'space', ...PLAN })).toMatchObject(INVALID);
});

test('a batch of codes is made once, listed, exported and revoked', async () => {
  const product = await createTestServer(OPEN);
  const [boss, user] = [await createOperator(product), await createUser(product.url, 'ana')];
  const input = { name: 'Fair', kind: 'member', days: 31, bytes: 0, count: 600 } as const;
  const batch = expectOk(await boss.api.call('operatorMakeCodes', input));
  expect(batch).toMatchObject({ count: 600, redeemed: 0, revoked: 0, expires: '' });
  const { csv, name } = expectOk(await boss.api.call('operatorCodeCsv', { batch: batch.id }));
  expect(name).toBe(`codes-${batch.id}.csv`);
  const lines = csv.trimEnd().split('\r\n');
  expect(lines).toHaveLength(601);
  expect(new Set(lines).size).toBe(601);
  expect(lines[1]).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4},free,,$/);
  const codes = lines.slice(1).map((line) => line.split(',')[0] ?? '');
  expectOk(await user.api.call('exchangeMember', { exchange_code: codes[0] ?? '' }));
  const page = expectOk(await boss.api.call('operatorCodeList', { batch: batch.id, size: 100, page: 1 }));
  expect(page.count).toBe(600);
  expect(page.list.find(({ code }) => code === codes[0])).toMatchObject({
    state: 'redeemed',
    redeemed_by: user.user.user_id,
  });
  const one = page.list.find(({ state }) => state === 'free');
  expect(expectOk(await boss.api.call('operatorRevokeCodes', { batch: batch.id, id: one?.id ?? '' })).revoked).toBe(1);
  expect(await user.api.call('exchangeMember', { exchange_code: one?.code ?? '' })).toMatchObject(INVALID);
  const revoked = await Promise.all(
    Array.from({ length: 10 }, () => boss.api.call('operatorRevokeCodes', { batch: batch.id })),
  );
  expect(revoked.reduce((sum, answer) => sum + expectOk(answer).revoked, 0)).toBe(598);
  expect(expectOk(await boss.api.call('operatorBatchList', {})).list).toMatchObject([
    { id: batch.id, count: 600, redeemed: 1, revoked: 599 },
  ]);
  const past = { ...input, expires: '2020-01-01T00:00:00Z' };
  for (const wrong of [past, { ...input, expires: 'soon' }, { ...input, count: 0 }, { ...input, bytes: 1 }]) {
    expect(await boss.api.call('operatorMakeCodes', wrong)).toMatchObject(INVALID);
  }
});

test('an order is confirmed by hand, once, and found by its buyer and its payment', async () => {
  const product = await createTestServer(OPEN);
  const [boss, user] = [await createOperator(product), await createUser(product.url, 'ana_lopes')];
  const order = expectOk(await user.api.call('payScanCode', { m_id: 'month', provider: 'operator' }));
  expect(order).toMatchObject({ image: '', link: '', text: 'Transfer to account 1', provider: 'operator' });
  const confirm = { o_id: order.o_id, transaction_id: 'bank-1' };
  const answers = await Promise.all(Array.from({ length: 10 }, () => boss.api.call('operatorConfirmOrder', confirm)));
  for (const answer of answers) expectOk(answer);
  expect(expectOk(await user.api.call('orderStatus', { o_id: order.o_id })).status).toBe(2);
  expect(expectOk(await user.api.call('member', {})).member_num).toBe(1);
  const next = expectOk(await user.api.call('payScanCode', { m_id: 'month', provider: 'operator' }));
  expect(await boss.api.call('operatorConfirmOrder', { ...confirm, o_id: next.o_id })).toMatchObject(REFUSED);
  expectOk(await boss.api.call('operatorFailOrder', { o_id: next.o_id }));
  expectOk(await boss.api.call('operatorFailOrder', { o_id: next.o_id }));
  expect(await boss.api.call('operatorFailOrder', { o_id: order.o_id })).toMatchObject(REFUSED);
  expect(expectOk(await user.api.call('orderStatus', { o_id: next.o_id })).status).toBe(3);
  const sandbox = expectOk(await user.api.call('payScanCode', { m_id: 'month', provider: 'sandbox' }));
  expect(await boss.api.call('operatorConfirmOrder', { ...confirm, o_id: sandbox.o_id })).toMatchObject(REFUSED);
  const found = async (search: object): Promise<readonly string[]> =>
    expectOk(await boss.api.call('operatorOrderList', search)).list.map(({ o_id }) => o_id);
  expect(await found({ search: 'bank-1' })).toEqual([order.o_id]);
  expect((await found({ search: 'ANA_L' })).toSorted()).toEqual([order.o_id, next.o_id, sandbox.o_id].toSorted());
  expect(await found({ state: 'failed' })).toEqual([next.o_id]);
  expect(await found({ provider: 'sandbox', size: 1, page: 1 })).toEqual([sandbox.o_id]);
  expect(await found({ search: '%' })).toEqual([]);
});

test('days are granted and a membership is ended, and each is logged', async () => {
  const product = await createTestServer(OPEN);
  const [boss, user] = [await createOperator(product), await createUser(product.url, 'ana')];
  const member = user.user.user_id;
  const before = Date.now();
  const given = await Promise.all(
    Array.from({ length: 10 }, () => boss.api.call('operatorGrantDays', { member, days: 3 })),
  );
  const last = Math.max(...given.map((one) => Date.parse(expectOk(one).expire_time)));
  expect(Math.round((last - before) / DAY)).toBe(30);
  expectOk(await boss.api.call('operatorEndMembership', { member }));
  expect(expectOk(await user.api.call('member', {}))).toMatchObject({ is_member: false, status: 2, member_num: 10 });
  expect(await boss.api.call('operatorGrantDays', { member: 'none', days: 3 })).toMatchObject(NOT_FOUND);
  expect(await boss.api.call('operatorEndMembership', { member: 'none' })).toMatchObject(NOT_FOUND);
  const entries = await product.server.services.db
    .selectFrom('audit_entry')
    .selectAll()
    .where('event', '=', 'membershipChanged')
    .where('outcome', '=', 'done')
    .execute();
  expect(entries).toHaveLength(11);
  expect(entries.every(({ user_id, details }) => user_id === boss.user.user_id && details.includes(member))).toBe(true);
});
