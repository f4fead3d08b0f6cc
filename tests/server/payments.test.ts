import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import {
  createSuiteServer,
  createTestServer,
  createUser,
  type TestServer,
  type TestUser,
} from './create-test-server.ts';
import {
  createFakeAlipay,
  createFakeCard,
  createFakeWechatPay,
  type FakeProvider,
  type PaymentNotice,
} from '#tests/support/payment-providers.ts';

const PRICE = 1500;
const MINUTE = 60_000;
/** A month, as it is sold. */
const DAYS = 31;

const FAKES = await Promise.all([createFakeAlipay(), createFakeWechatPay(), createFakeCard()]);
afterAll(async () => {
  for (const fake of FAKES) await fake.close();
});

describe.each(FAKES)('paying with $name', (fake: FakeProvider) => {
  const suiteServer = createSuiteServer({ payments: fake.settings });
  let product: TestServer;
  let count = 0;
  beforeAll(() => {
    product = suiteServer();
  });

  async function ordering(): Promise<{ readonly user: TestUser; readonly id: string }> {
    const user = await createUser(product.url, `${fake.name}-${count++}`);
    const order = expectOk(await user.api.call('payScanCode', { m_id: 'month', provider: fake.name }));
    expect(order.image).toMatch(/^data:image\/svg\+xml;base64,/);
    return { user, id: order.o_id };
  }
  const status = async (user: TestUser, id: string): Promise<number> =>
    expectOk(await user.api.call('orderStatus', { o_id: id, quiet: true })).status;
  const send = async ({ headers, body }: PaymentNotice): Promise<boolean> => {
    const answer = await fetch(`${product.url}/notify/${fake.name}`, { method: 'POST', headers, body });
    return fake.accepts(answer.status, await answer.text());
  };
  const grants = (id: string): Promise<unknown[]> =>
    product.server.services.db.selectFrom('membership_grant').selectAll().where('source_id', '=', id).execute();
  const unbelieved = async (user: TestUser, id: string): Promise<void> => {
    expect(await grants(id)).toEqual([]);
    expect(await status(user, id)).toBe(1);
    expect(expectOk(await user.api.call('member', {})).is_member).toBe(false);
  };

  test('a payment that the provider reports makes a member, once, however often it is reported', async () => {
    const { user, id } = await ordering();
    expect(await status(user, id)).toBe(1);
    const notice = fake.notify(id, { amount: PRICE, transactionId: `once-${fake.name}` });
    expect(await Promise.all(Array.from({ length: 10 }, () => send(notice)))).toEqual(Array(10).fill(true));
    expect(await send(fake.notify(id, { amount: PRICE, transactionId: `once-${fake.name}` }))).toBe(true);
    expect(await status(user, id)).toBe(2);
    const member = expectOk(await user.api.call('member', {}));
    expect(member.is_member).toBe(true);
    expect(Math.round((Date.parse(member.expire_time) - Date.now()) / MINUTE)).toBe(DAYS * 24 * 60);
    expect(await grants(id)).toHaveLength(1);
  });

  test('another amount, another account there, and changed messages are rejected', async () => {
    const { user, id } = await ordering();
    expect(await send(fake.notify(id, { amount: 1, transactionId: 'cheap' }))).toBe(false);
    expect(await send(fake.notify(id, { amount: PRICE, merchant: 'somebody else' }))).toBe(false);
    const { headers, body } = fake.notify(id, { amount: PRICE });
    expect(await send({ headers, body: body.replace(/1500|15\.00|"ciphertext":"./, '$&0') })).toBe(false);
    expect(await send({ headers: { 'content-type': headers['content-type'] ?? '' }, body: '' })).toBe(false);
    expect(await send({ headers, body: body.slice(0, -20) })).toBe(false);
    await unbelieved(user, id);
    const faults = await product.server.services.db
      .selectFrom('audit_entry')
      .select('details')
      .where('event', '=', 'paymentRefused')
      .where('user_id', '=', user.user.user_id)
      .execute();
    expect(faults.map(({ details }) => JSON.parse(details))).toEqual([{ order: id, fault: 'otherAmount' }]);
  });

  test.skipIf(fake.name === 'alipay')('an old message is rejected', async () => {
    const { user, id } = await ordering();
    expect(await send(fake.notify(id, { amount: PRICE, at: Date.now() - 6 * MINUTE }))).toBe(false);
    await unbelieved(user, id);
  });

  test.skipIf(fake.name === 'alipay')('another currency is rejected', async () => {
    const { user, id } = await ordering();
    expect(await send(fake.notify(id, { amount: PRICE, currency: 'RUB' }))).toBe(false);
    await unbelieved(user, id);
  });

  test('one payment pays one order', async () => {
    const [first, second] = [await ordering(), await ordering()];
    const notify = (id: string): PaymentNotice =>
      fake.notify(id, { amount: PRICE, transactionId: `shared-${fake.name}` });
    const taken = await Promise.all([send(notify(first.id)), send(notify(second.id))]);
    expect(taken.toSorted()).toEqual([false, true]);
    const granted = [...(await grants(first.id)), ...(await grants(second.id))];
    expect(granted).toHaveLength(1);
  });

  test('an unknown order and one of another provider are rejected', async () => {
    expect(await send(fake.notify('20260101nobody', { amount: PRICE, transactionId: 'n' }))).toBe(false);
    const { id } = await ordering();
    const { db } = product.server.services;
    await db.updateTable('member_order').set({ provider: 'sandbox' }).where('id', '=', id).execute();
    expect(await send(fake.notify(id, { amount: PRICE, transactionId: 'o' }))).toBe(false);
  });

  test('two pages of a user show one order, and the provider is queried when it doesn’t report', async () => {
    const user = await createUser(product.url, `${fake.name}-${count++}`);
    const asked = fake.asked.length;
    const orders = await Promise.all(
      Array.from({ length: 10 }, () => user.api.call('payScanCode', { m_id: 'month', provider: fake.name })),
    );
    const [order] = orders.map(expectOk);
    expect(new Set(orders.map((one) => JSON.stringify(expectOk(one)))).size).toBe(1);
    const id = order?.o_id ?? '';
    expect(await status(user, id)).toBe(1);
    product.wait(10_000);
    expect(await status(user, id)).toBe(1);
    const before = fake.asked.length;
    expect(before).toBeGreaterThan(asked);
    fake.answers.set(id, { amount: PRICE, transactionId: `asked-${id}` });
    // It was queried just now.
    expect(await status(user, id)).toBe(1);
    expect(fake.asked.length).toBe(before);
    product.wait(10_000);
    await Promise.all(Array.from({ length: 10 }, () => status(user, id)));
    expect(await status(user, id)).toBe(2);
    expect(fake.asked.length).toBe(before + 1);
    expect(await grants(id)).toHaveLength(1);
  });

  test('a failed or expired order is paid if the money arrives', async () => {
    const failed = await ordering();
    if (fake.name !== 'wechat') {
      expect(await send(fake.notify(failed.id, { amount: 0, state: 'failed' }))).toBe(true);
      expect(await status(failed.user, failed.id)).toBe(3);
    }
    expect(await send(fake.notify(failed.id, { amount: PRICE, transactionId: `late-${fake.name}` }))).toBe(true);
    expect(await status(failed.user, failed.id)).toBe(2);
    // A later report of an earlier failed attempt changes nothing.
    expect(await send(fake.notify(failed.id, { amount: 0, state: 'failed' }))).toBe(true);
    expect(await status(failed.user, failed.id)).toBe(2);
  });

  test('answers to buyers and visitors contain no secret', async () => {
    const { user } = await ordering();
    const plans = JSON.stringify(expectOk(await user.api.call('memberPlans', { app: 3 })));
    for (const value of Object.values(Object.values(fake.settings)[0] as object)) {
      if (typeof value === 'string') expect(plans).not.toContain(value);
    }
  });
});

test('an order expires, and not before its provider is queried', async () => {
  const fake = await createFakeCard();
  const product = await createTestServer({ payments: fake.settings });
  const user = await createUser(product.url, 'buyer');
  const order = async (): Promise<string> => expectOk(await user.api.call('payScanCode', { m_id: 'month' })).o_id;
  const status = async (id: string): Promise<number> =>
    expectOk(await user.api.call('orderStatus', { o_id: id })).status;
  const first = await order();
  product.wait(36 * MINUTE);
  expect(await status(first)).toBe(4);
  const second = await order();
  expect(second).not.toBe(first);
  fake.answers.set(second, { amount: PRICE });
  product.wait(36 * MINUTE);
  expect(await status(second)).toBe(2);
  const third = await order();
  await fake.close();
  product.wait(36 * MINUTE);
  // Its payment is unknown.
  expect(await status(third)).toBe(1);
});

test('an unavailable provider is reported, and the order can be made later', async () => {
  const fake = await createFakeWechatPay();
  await fake.close();
  const product = await createTestServer({ payments: fake.settings });
  const user = await createUser(product.url, 'buyer');
  expect(await user.api.call('payScanCode', { m_id: 'month' })).toMatchObject({
    error: { apiCode: 402, params: { message: expect.stringContaining('payment service') } },
  });
});

test('a provider that is not enabled has no notifications', async () => {
  const product = await createTestServer({ payments: { sandbox: true } });
  for (const name of ['alipay', 'wechat', 'card', 'operator', 'sandbox', 'nobody']) {
    const answer = await fetch(`${product.url}/notify/${name}`, { method: 'POST', body: 'x' });
    expect(answer.status).toBe(404);
  }
});
