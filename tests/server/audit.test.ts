import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { API_CODES, AUDIT_EVENTS, CALLS, type AuditLog, type CallName } from '#protocol/api.ts';
import { AUDITED_CALLS } from '#server/accounts/audited-calls.ts';
import { AUDIT_LIFETIME_MS, audit, cleanAuditLog, networkOf } from '#server/core/observe/audit.ts';
import { createCodeServer, createReached } from './create-code-server.ts';
import {
  createSavedTemplate,
  createTestServer,
  createUser,
  createVisitor,
  PASSWORD,
  type TestVisitor,
} from './create-test-server.ts';

async function logOf(user: TestVisitor): Promise<AuditLog['list']> {
  return expectOk(await user.api.call('getAuditLog', {})).list;
}

function eventsOf(list: AuditLog['list']): string[] {
  return list.map(({ event, outcome }) => `${event} ${outcome}`);
}

describe('the audit log', () => {
  test('lists sign-ins, failures, sign-outs and deletions of the user’s own account, newest first', async () => {
    const { url } = await createTestServer();
    const owner = await createUser(url, 'owner');
    const stranger = createVisitor(url, 'en', { headers: { 'user-agent': 'stranger' } });
    await stranger.api.call('login', { account: 'OWNER', password: 'a secret guess' });
    expectOk(await owner.api.call('logout', {}));
    expectOk(await owner.api.call('login', { account: 'owner', password: PASSWORD }));
    const template = await createSavedTemplate(owner, 'Mine');
    expectOk(await owner.api.call('deleteTemplate', { id: template.id }));

    const list = await logOf(owner);
    expect(eventsOf(list)).toEqual([
      'templateDeleted done',
      'signIn done',
      'signOut done',
      'signIn refused',
      'register done',
    ]);
    expect(list[0]?.details).toEqual({ template: template.id });
    expect(list[3]?.details).toEqual({ code: API_CODES.unauthorized });
    expect(new Set(list.map(({ address }) => address))).toEqual(new Set(['127.0.0.0']));
    expect(JSON.stringify(list)).not.toMatch(/secret guess|correct horse|127\.0\.0\.1/);
    expect(list.map(({ time }) => time)).toEqual(
      list
        .map(({ time }) => time)
        .toSorted()
        .toReversed(),
    );
  });

  test('is private to each user, and a failure belongs to the attempted account, not to the session’s', async () => {
    const { url } = await createTestServer();
    const owner = await createUser(url, 'owner');
    const other = await createUser(url, 'other');
    await other.api.call('login', { account: 'owner', password: 'guess' });
    expect(eventsOf(await logOf(owner))).toEqual(['signIn refused', 'register done']);
    expect(eventsOf(await logOf(other))).toEqual(['register done']);
  });

  test('records an attempt on another user’s things in the log of the user who made it', async () => {
    const { url } = await createTestServer();
    const owner = await createUser(url, 'owner');
    const other = await createUser(url, 'other');
    const template = await createSavedTemplate(owner, 'Mine');
    await other.api.call('deleteTemplate', { id: template.id });
    await other.api.call('templateList', { user_id: owner.user.user_id });
    const list = await logOf(other);
    expect(eventsOf(list)).toEqual(['accessRefused refused', 'templateDeleted refused', 'register done']);
    expect(list[0]?.details).toEqual({ call: 'templateList', code: API_CODES.forbidden });
    expect(list[1]?.details).toEqual({ template: template.id, code: API_CODES.notFound });
    expect(eventsOf(await logOf(owner))).toEqual(['register done']);
  });

  test('does not store names without an account', async () => {
    const { url, server } = await createTestServer();
    await createVisitor(url).api.call('login', { account: 'my-password-in-the-wrong-field', password: 'x' });
    const rows = await server.services.db.selectFrom('audit_entry').selectAll().execute();
    expect(rows.map(({ event, user_id: userId }) => [event, userId])).toEqual([['signIn', null]]);
    expect(JSON.stringify(rows)).not.toContain('wrong-field');
  });

  test('has pages, and rejects invalid page numbers', async () => {
    const { url } = await createTestServer();
    const owner = await createUser(url, 'owner');
    for (let i = 0; i < 4; i++) expectOk(await owner.api.call('login', { account: 'owner', password: PASSWORD }));
    const second = expectOk(await owner.api.call('getAuditLog', { page: 2, size: 2 }));
    expect([second.count, second.list.length]).toEqual([5, 2]);
    for (const input of [{ page: 0 }, { size: 0 }, { size: 101 }, { page: 1.5 }]) {
      expect(await owner.api.call('getAuditLog', input)).toMatchObject({ error: { apiCode: API_CODES.invalid } });
    }
  });

  test('records each of ten concurrent sign-ins', async () => {
    const { url } = await createTestServer();
    const owner = await createUser(url, 'owner');
    const visitors = Array.from({ length: 10 }, () => createVisitor(url));
    const login = { account: 'owner', password: PASSWORD };
    const answers = await Promise.all(visitors.map((one) => one.api.call('login', login)));
    for (const answer of answers) expectOk(answer);
    expect(eventsOf(await logOf(owner)).filter((event) => event === 'signIn done').length).toBe(10);
  });

  test('records a two-factor sign-in once it is complete, and wrong codes with their account', async () => {
    const { url, server, wait } = await createTestServer();
    const owner = await createUser(url, 'owner');
    const { secret } = expectOk(await owner.api.call('beginSecondFactor', { confirmation: PASSWORD }));
    const code = (): string => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: server.services.now() });
    expectOk(await owner.api.call('confirmSecondFactor', { code: code() }));
    wait(60_000);
    const visitor = createVisitor(url);
    const asked = await visitor.api.call('login', { account: 'owner', password: PASSWORD });
    const ticket = asked.ok ? '' : (asked.error.ticket ?? '');
    expect(eventsOf(await logOf(owner))).toEqual(['secondFactorAdded done', 'register done']);
    await visitor.api.call('signInSecondFactor', { ticket, code: '12345678' });
    expectOk(await visitor.api.call('signInSecondFactor', { ticket, code: code() }));
    await createVisitor(url).api.call('signInSecondFactor', { ticket: 'none', code: '12345678' });
    expect(eventsOf(await logOf(owner)).slice(0, 3)).toEqual([
      'signIn done',
      'signIn refused',
      'secondFactorAdded done',
    ]);
  });

  test('records actions with sent codes, and failed attempts', async () => {
    const server = await createCodeServer();
    const owner = await createReached(server, 'owner@example.com');
    const target = 'owner@example.com';
    const { api } = createVisitor(server.url);
    await api.call('loginByCode', { target, code: '000000' });
    expectOk(await api.call('loginByCode', { target, code: await server.askCode('login', target) }));
    const code = await server.askCode('reset', target);
    expectOk(await api.call('resetPassword', { target, code, password: 'another correct horse' }));
    expectOk(await api.call('changePassword', { old_password: 'another correct horse', password: PASSWORD }));
    expectOk(await api.call('endAllSessions', {}));
    expectOk(await api.call('login', { account: target, password: PASSWORD }));
    const { list } = expectOk(await api.call('getAuditLog', {}));
    expect(eventsOf(list)).toEqual([
      'signIn done',
      'sessionEnded done',
      'passwordChanged done',
      'passwordChanged done',
      'signIn done',
      'signIn refused',
      'register done',
    ]);
    expect(JSON.stringify(list)).not.toMatch(/owner@|\b\d{6}\b|horse/);
    expect(owner.user.email).toBe(target);
  });

  test('is kept for a year', async () => {
    const { url, server, wait } = await createTestServer();
    await createUser(url, 'owner');
    const { db, now } = server.services;
    wait(AUDIT_LIFETIME_MS / 2);
    await audit(db, { event: 'signIn', outcome: 'done', userId: null, address: '192.0.2.7' }, now());
    wait(AUDIT_LIFETIME_MS / 2 + 1);
    await cleanAuditLog(db, now());
    const kept = await db.selectFrom('audit_entry').select(['event', 'address']).execute();
    expect(kept).toEqual([{ event: 'signIn', address: '192.0.2.0' }]);
  });
});

test('an address is shortened to its network', () => {
  expect(networkOf('203.0.113.77')).toBe('203.0.113.0');
  expect(networkOf('2001:db8:1:2')).toBe('2001:db8:1::');
  expect(networkOf('')).toBe('');
});

/** A draft is the page's copy of unsaved work: it is replaced and deleted all the time, without the user's action. */
const NOT_AUDITED: readonly string[] = ['deleteDraft'];

test('every audited call has a known event, and each deleting call is audited', () => {
  const audited = Object.keys(AUDITED_CALLS) as CallName[];
  for (const name of audited) expect(AUDIT_EVENTS).toContain(AUDITED_CALLS[name]?.event);
  expect(audited).toEqual(
    expect.arrayContaining(
      (Object.keys(CALLS) as CallName[]).filter(
        (name) => /^(delete|delUser|delTrash|empty|end(All|Session)|unbind)/.test(name) && !NOT_AUDITED.includes(name),
      ),
    ),
  );
});
