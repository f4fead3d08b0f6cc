import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { writeTemplate } from '#model/template/file-format.ts';
import { packTemplate } from '#model/template/packing.ts';
import { API_CODES, PRIVILEGES } from '#protocol/api.ts';
import { NONE_FREE } from '#server/membership/privileges.ts';
import { grantSpace } from '#server/core/files/space-grants.ts';
import { listCodes, makeCodes } from '#server/membership/code-batches.ts';

import { grantDays } from '#server/membership/operate.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { column } from '#tests/support/formulas.ts';
import { createRunEnd } from './print-run-factory.ts';
import {
  createPng,
  createSavedTemplate,
  createTestServer,
  createUser,
  createVisitor,
  type TestServer,
  type TestUser,
} from './create-test-server.ts';

const DAY = 24 * 60 * 60 * 1000;
const OPEN = { payments: { sandbox: true }, privileges: NONE_FREE };
const REFUSED = { error: { apiCode: API_CODES.refused, privilege: expect.any(String) } };

/** The key of the sandbox's page, which its QR code contains. */
function keyOf(link: string): string {
  return new URL(link).searchParams.get('k') ?? '';
}

const until = async (user: TestUser): Promise<number> =>
  Date.parse(expectOk(await user.api.call('member', {})).expire_time);
const days = (from: number, to: number): number => Math.round((to - from) / DAY);

async function codesOf(
  { server: { services } }: TestServer,
  given: { readonly count?: number; readonly expires?: string; readonly space?: boolean } = {},
): Promise<{ readonly batch: string; readonly codes: readonly string[] }> {
  const product =
    given.space === true ? ({ kind: 'space', bytes: 2 ** 30 } as const) : ({ kind: 'member', bytes: 0 } as const);
  const input = { name: 'Fair', days: 10, count: given.count ?? 1, expires: given.expires ?? '', ...product };
  const batch = expectOk(await makeCodes(services, input, services.now()));
  const listed = expectOk(await listCodes(services, { batch: batch.id, size: 100 }, services.now()));
  return { batch: batch.id, codes: listed.list.map(({ code }) => code) };
}

describe('plans and orders', () => {
  test('plans and packages are sold with their prices, in the language of the request', async () => {
    const { url } = await createTestServer(OPEN);
    const user = await createUser(url, 'ana');
    const { list } = expectOk(await user.api.call('memberPlans', { app: 3 }));
    expect(
      list.map(({ m_id, the_term, discount_price, original_price }) => [
        m_id,
        the_term,
        discount_price,
        original_price,
      ]),
    ).toEqual([
      ['month', '1 month', '15.00', '15.00'],
      ['quarter', '3 months', '39.00', '45.00'],
      ['year', '12 months', '128.00', '180.00'],
    ]);
    expect(list[2]).toMatchObject({
      is_recommend: true,
      currency: 'CNY',
      currency_symbol: '¥',
      providers: ['sandbox'],
    });
    const packages = expectOk(await user.api.call('spacePlans', {})).list;
    expect(packages.map(({ bytes }) => bytes / 2 ** 30)).toEqual([10, 10, 100]);
    const privileges = expectOk(await user.api.call('memberPrivileges', {})).list;
    expect(privileges.map(({ ico }) => ico)).toEqual([...PRIVILEGES]);
    expect(privileges).toContainEqual({ ico: 'tables', name: 'Tables', free: false });
  });

  test('without membership nothing is sold, and all users have all privileges', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'ana');
    expect(expectOk(await user.api.call('memberPlans', {})).list).toEqual([]);
    expect(expectOk(await user.api.call('spacePlans', {})).list).toEqual([]);
    expect(await user.api.call('payScanCode', { m_id: 'month' })).toMatchObject({ error: { apiCode: 404 } });
    const member = expectOk(await user.api.call('member', {}));
    expect(member).toMatchObject({ sold: false, is_member: false, status: 0 });
    expect(member.privileges.filter(({ granted }) => !granted).map(({ name }) => name)).not.toContain('tables');
    const privileges = expectOk(await user.api.call('memberPrivileges', {})).list;
    expect(privileges).toContainEqual({ ico: 'tables', name: 'Tables', free: true });
  });

  test('the sandbox pays with its code, once, and adds to the member’s remaining time', async () => {
    const product = await createTestServer(OPEN);
    const user = await createUser(product.url, 'ana');
    const phone = createVisitor(product.url);
    const order = expectOk(await user.api.call('payScanCode', { m_id: 'quarter' }));
    const input = { o_id: order.o_id, key: keyOf(order.link) };
    expect(expectOk(await phone.api.call('sandboxPay', input))).toEqual({
      status: 1,
      the_term: '3 months',
      amount: '39.00',
      currency: 'CNY',
    });
    expect(await phone.api.call('sandboxPay', { ...input, key: 'wrong', result: 'paid' })).toMatchObject({
      error: { apiCode: 404 },
    });
    const before = Date.now();
    const pressed = await Promise.all(
      Array.from({ length: 10 }, () => phone.api.call('sandboxPay', { ...input, result: 'paid' as const })),
    );
    expect(pressed.map((one) => expectOk(one).status)).toEqual(Array(10).fill(2));
    expect(days(before, await until(user))).toBe(92);
    const second = expectOk(await user.api.call('payScanCode', { m_id: 'month' }));
    expectOk(await phone.api.call('sandboxPay', { o_id: second.o_id, key: keyOf(second.link), result: 'paid' }));
    expect(days(before, await until(user))).toBe(123);
    expect(expectOk(await user.api.call('member', {})).member_num).toBe(2);
    // An expired time is not refilled.
    product.wait(200 * DAY);
    await createVisitor(product.url);
    const again = await createUser(product.url, 'eve');
    expect(expectOk(await again.api.call('member', {})).status).toBe(0);
  });

  test('a failed payment closes its order, and the next is another one', async () => {
    const { url } = await createTestServer(OPEN);
    const user = await createUser(url, 'ana');
    const order = expectOk(await user.api.call('payScanCode', { m_id: 'month' }));
    const input = { o_id: order.o_id, key: keyOf(order.link) };
    expect(expectOk(await user.api.call('sandboxPay', { ...input, result: 'failed' })).status).toBe(3);
    expect(expectOk(await user.api.call('sandboxPay', { ...input, result: 'paid' })).status).toBe(3);
    expect(expectOk(await user.api.call('orderStatus', { o_id: order.o_id })).status).toBe(3);
    expect(expectOk(await user.api.call('payScanCode', { m_id: 'month' })).o_id).not.toBe(order.o_id);
    expect(expectOk(await user.api.call('member', {})).is_member).toBe(false);
  });

  test('another plan is another order; the same plan from two pages at once is one', async () => {
    const { url } = await createTestServer(OPEN);
    const user = await createUser(url, 'ana');
    const ids = await Promise.all(
      Array.from({ length: 20 }, async (_, index) =>
        expectOk(await user.api.call('payScanCode', { m_id: index % 2 === 0 ? 'month' : 'year' })),
      ),
    );
    expect(new Set(ids.map(({ o_id }) => o_id)).size).toBe(2);
    expect(await user.api.call('payScanCode', { m_id: 'none' })).toMatchObject({ error: { apiCode: 404 } });
    expect(await user.api.call('payScanCode', { m_id: 'month', provider: 'card' })).toMatchObject({
      error: { apiCode: 402 },
    });
  });

  test('an unpaid order expires, also without an open page', async () => {
    const product = await createTestServer(OPEN);
    const user = await createUser(product.url, 'ana');
    const order = expectOk(await user.api.call('payScanCode', { m_id: 'month' }));
    product.wait(36 * 60_000);
    const input = { o_id: order.o_id, key: keyOf(order.link), result: 'paid' } as const;
    expect(expectOk(await user.api.call('sandboxPay', input)).status).toBe(4);
    expect(expectOk(await user.api.call('orderStatus', { o_id: order.o_id })).status).toBe(4);
  });

  test('a package extends the space at once, and its end reduces it', async () => {
    const product = await createTestServer(OPEN);
    const user = await createUser(product.url, 'ana');
    const limit = async (): Promise<number> => expectOk(await user.api.call('cloudSpace', {})).limit;
    const before = await limit();
    const order = expectOk(await user.api.call('payScanCode', { m_id: 'space-10-month' }));
    expectOk(await user.api.call('sandboxPay', { o_id: order.o_id, key: keyOf(order.link), result: 'paid' }));
    expect((await limit()) - before).toBe(10 * 2 ** 30);
    expect(expectOk(await user.api.call('member', {})).is_member).toBe(false);
    const { db } = product.server.services;
    await db.updateTable('space_grant').set({ ends_at: 1 }).execute();
    expect(await limit()).toBe(before);
  });

  test('the account page and the cloud data page give a member with a package the same space', async () => {
    const product = await createTestServer({
      ...OPEN,
      accountLimits: { spaceBytes: 1_000_000, memberSpaceBytes: 10_000_000 },
    });
    const user = await createUser(product.url, 'ana');
    const { db, now } = product.server.services;
    const limits = async (): Promise<readonly number[]> => [
      expectOk(await user.api.call('spaceUsage', {})).limit,
      expectOk(await user.api.call('cloudSpace', {})).limit,
    ];
    expect(await limits()).toEqual([1_000_000, 1_000_000]);
    await grantDays(db, user.user.user_id, 30, now());
    await grantSpace(db, user.user.user_id, { bytes: 500_000, days: 1 }, now());
    expect(await limits()).toEqual([10_500_000, 10_500_000]);
  });

  test('an order keeps its plan’s price when that changes', async () => {
    const product = await createTestServer(OPEN);
    const user = await createUser(product.url, 'ana');
    const first = expectOk(await user.api.call('payScanCode', { m_id: 'month' }));
    await product.server.services.db.updateTable('plan').set({ price: 1, days: 1 }).where('id', '=', 'month').execute();
    const second = expectOk(await user.api.call('payScanCode', { m_id: 'month' }));
    expect(second.o_id).not.toBe(first.o_id);
    const before = Date.now();
    const paid = expectOk(
      await user.api.call('sandboxPay', { o_id: first.o_id, key: keyOf(first.link), result: 'paid' }),
    );
    expect(paid.amount).toBe('15.00');
    expect(days(before, await until(user))).toBe(31);
  });

  test('an order outlives the account, without its name', async () => {
    const product = await createTestServer(OPEN);
    const user = await createUser(product.url, 'ana');
    const order = expectOk(await user.api.call('payScanCode', { m_id: 'month' }));
    expectOk(await user.api.call('deleteAccount', { confirmation: 'correct horse' }));
    const visitor = createVisitor(product.url);
    const input = { o_id: order.o_id, key: keyOf(order.link), result: 'paid' } as const;
    expect(expectOk(await visitor.api.call('sandboxPay', input)).status).toBe(2);
    const rows = await product.server.services.db.selectFrom('member_order').selectAll().execute();
    expect(rows).toMatchObject([{ id: order.o_id, user_id: null, state: 'paid' }]);
    expect(await product.server.services.db.selectFrom('membership_grant').selectAll().execute()).toEqual([]);
  });
});

describe('redemption codes', () => {
  test('one code that 50 users send at once works once', async () => {
    const product = await createTestServer(OPEN);
    const { codes } = await codesOf(product);
    const users = await Promise.all(Array.from({ length: 10 }, (_, index) => createUser(product.url, `user-${index}`)));
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        users[index % 10]?.api.call('exchangeMember', { exchange_code: codes[0] ?? '' }),
      ),
    );
    expect(answers.filter((answer) => answer?.ok === true)).toHaveLength(1);
    expect(answers.find((answer) => answer?.ok === true)).toMatchObject({
      value: { kind: 'member', days: 10, text: 'Redemption successful' },
    });
    const grants = await product.server.services.db.selectFrom('membership_grant').selectAll().execute();
    expect(grants).toHaveLength(1);
    const members = await Promise.all(users.map((user) => user.api.call('member', {})));
    expect(members.filter((one) => expectOk(one).is_member)).toHaveLength(1);
  });

  test('a code may be typed in any case, without its dashes, and with letters that resemble its digits', async () => {
    const product = await createTestServer(OPEN);
    const user = await createUser(product.url, 'ana');
    const { codes } = await codesOf(product, { count: 20 });
    for (const code of codes) {
      const typed = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `;
      expectOk(await user.api.call('exchangeMember', { exchange_code: typed }));
    }
    expect(days(Date.now(), await until(user))).toBe(200);
  });

  test('an unknown, used, revoked or expired code is rejected in the same words, and logged', async () => {
    const product = await createTestServer(OPEN);
    const { db } = product.server.services;
    const user = await createUser(product.url, 'ana');
    const used = await codesOf(product);
    expectOk(await user.api.call('exchangeMember', { exchange_code: used.codes[0] ?? '' }));
    const revoked = await codesOf(product);
    await db.updateTable('redemption_code').set({ revoked_at: 1 }).where('batch_id', '=', revoked.batch).execute();
    const old = await codesOf(product, { expires: new Date(Date.now() + 60_000).toISOString() });
    product.wait(61_000);
    const refusals = [];
    for (const code of ['0000-0000-0000-0000', used.codes[0], revoked.codes[0], old.codes[0]]) {
      refusals.push(await user.api.call('exchangeMember', { exchange_code: code ?? '' }));
    }
    expect(new Set(refusals.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(refusals[0]).toMatchObject({ error: { apiCode: 209, path: 'exchange_code' } });
    expect(await user.api.call('exchangeMember', { exchange_code: ' ' })).toMatchObject({ error: { apiCode: 209 } });
    const entries = await db.selectFrom('audit_entry').selectAll().where('event', '=', 'codeRedeemed').execute();
    expect(entries.filter(({ outcome }) => outcome === 'refused').length).toBeGreaterThanOrEqual(4);
    expect(JSON.stringify(entries)).not.toContain(used.codes[0]);
  });

  test('guesses are limited: an address gets 20 a minute', async () => {
    const product = await createTestServer({ ...OPEN, limits: { registrationsPerAddress: 100 } });
    const user = await createUser(product.url, 'ana');
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => user.api.call('exchangeMember', { exchange_code: 'WRONG' })),
    );
    expect(answers.filter((one) => !one.ok && one.error.apiCode === 429)).toHaveLength(10);
  });

  test('a code can give cloud space, and no code is in the database as plain text', async () => {
    const product = await createTestServer(OPEN);
    const user = await createUser(product.url, 'ana');
    const { codes } = await codesOf(product, { space: true });
    const before = expectOk(await user.api.call('cloudSpace', {})).limit;
    expectOk(await user.api.call('exchangeMember', { exchange_code: codes[0] ?? '' }));
    expect(expectOk(await user.api.call('cloudSpace', {})).limit - before).toBe(2 ** 30);
    const rows = JSON.stringify(await product.server.services.db.selectFrom('redemption_code').selectAll().execute());
    expect(rows).not.toContain(codes[0]);
    expect(rows).not.toContain(codes[0]?.replaceAll('-', ''));
  });
});

describe('privileges', () => {
  const TABLE = createTestElement('table');
  const TEXT = createTestElement('text', { name: 'Type="Table"' });
  const COLUMN = createTestElement('text', { sources: [column('a')] });

  async function uploaded(
    { api }: TestUser,
    elements: readonly LabelElement[],
  ): Promise<{ url: string; image: string }> {
    const token = expectOk(await api.call('uploadToken', { bucket: 'web' }));
    const bytes = packTemplate(writeTemplate(createTestTemplate(elements)));
    const file = expectOk(await api.uploadTemplate(bytes, 'label.tprts', token.data));
    const preview = expectOk(await api.uploadPreview(createPng(), token.data));
    return { url: token.url + file.key, image: token.url + preview.key };
  }
  const become = async ({ server: { services } }: TestServer, { user }: TestUser): Promise<void> => {
    expectOk(await grantDays(services.db, user.user_id, 30, services.now()));
  };

  test.each([
    ['tables', TABLE],
    ['variableTemplates', COLUMN],
  ])('%s: only members save more than there was, and a lapsed member keeps what there is', async (privilege, part) => {
    const product = await createTestServer(OPEN);
    const user = await createUser(product.url, 'ana');
    const fields = { parent_id: '', width: 10, height: 10 };
    const refused = { error: { apiCode: 402, privilege } };
    const add = async (name: string, ...content: LabelElement[]) =>
      user.api.call('addTemplate', { ...fields, name, ...(await uploaded(user, content)) });
    const plain = expectOk(await add('plain', TEXT));
    expect(await add('more', part)).toMatchObject(refused);
    const edit = async (id: string, ...content: LabelElement[]) =>
      user.api.call('editTemplate', { id, ...(await uploaded(user, content)) });
    expect(await edit(plain.id, TEXT, part)).toMatchObject(refused);
    const cover = { ...fields, id: plain.id, name: 'plain', ...(await uploaded(user, [part])) };
    expect(await user.api.call('coverTemplate', cover)).toMatchObject(refused);
    await become(product, user);
    const rich = expectOk(await add('rich', part, part));
    await product.server.services.db.updateTable('user').set({ member_until: 1 }).execute();
    expectOk(await user.api.call('getTemplate', { id: rich.id }));
    expectOk(await edit(rich.id, part, TEXT, part));
    expectOk(await user.api.call('editTemplate', { id: rich.id, name: 'renamed' }));
    expect(await edit(rich.id, part, part, part)).toMatchObject(refused);
    expectOk(await edit(rich.id, part));
    // A removed one must not return.
    expect(await edit(rich.id, part, part)).toMatchObject(refused);
    const version = expectOk(await user.api.call('versionList', { id: rich.id })).list[0]?.revision ?? 0;
    expectOk(await user.api.call('restoreVersion', { id: rich.id, version }));
    expectOk(await user.api.call('copyTemplate', { id: rich.id }));
  });

  test('quick print, printing by scans, opening by scans, records and the nickname are rejected, and granted with membership', async () => {
    const product = await createTestServer(OPEN);
    const user = await createUser(product.url, 'ana');
    const { id } = await createSavedTemplate(user, 'Mine');
    expectOk(await user.api.call('endPrintRecord', createRunEnd()));
    expectOk(await user.api.call('addPrintReadings', { job_id: 'job-1', part: 0, readings: [] }));
    const asked = (): Promise<unknown>[] => [
      user.api.call('getTemplate', { id, way: 'quickPrint' }),
      user.api.call('getTemplate', { id, way: 'scanPrint' }),
      user.api.call('getTemplate', { id, way: 'scanFetch' }),
      user.api.call('printRecordList', {}),
      user.api.call('getPrintRecord', { job_id: 'job-1' }),
      user.api.call('getPrintReadings', { job_id: 'job-1', part: 0 }),
      user.api.call('editNickname', { nickname: 'Ana' }),
    ];
    for (const answer of await Promise.all(asked())) expect(answer).toMatchObject(REFUSED);
    expectOk(await user.api.call('getTemplate', { id }));
    await become(product, user);
    for (const answer of await Promise.all(asked())) expect(answer).toMatchObject({ ok: true });
    product.wait(0);
    expect(expectOk(await user.api.call('printRecordList', {})).count).toBe(1);
    // Owners of records may always delete them.
    await product.server.services.db.updateTable('user').set({ member_until: 1 }).execute();
    expect(await user.api.call('printRecordList', {})).toMatchObject(REFUSED);
    expectOk(await user.api.call('deletePrintRecord', { job_id: 'job-1' }));
  });

  test('privileges that the operator gives to all users need no membership', async () => {
    const { url } = await createTestServer({
      ...OPEN,
      privileges: { openToAll: new Set(['printRecords', 'quickPrint']) },
    });
    const user = await createUser(url, 'ana');
    const { id } = await createSavedTemplate(user, 'Mine');
    expectOk(await user.api.call('getTemplate', { id, way: 'quickPrint' }));
    expectOk(await user.api.call('printRecordList', {}));
    expect(await user.api.call('getTemplate', { id, way: 'scanPrint' })).toMatchObject(REFUSED);
  });
});
