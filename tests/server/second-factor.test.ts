import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { createSecretBox } from '#server/core/database/secret-box.ts';
import { SIGN_IN_TICKET_LIFETIME_MS } from '#server/accounts/sign-in-tickets.ts';
import type { ServerOptions } from '#server/app.ts';
import {
  createTestFolder,
  createTestServer,
  createUser,
  createVisitor,
  PASSWORD,
  type TestServer,
  type TestUser,
  type TestVisitor,
} from './create-test-server.ts';

const PERIOD_MS = 30_000;
const MINUTE_MS = 60_000;

interface Guarded extends TestServer {
  readonly user: TestUser;
  readonly recoveryCodes: readonly string[];
  readonly secret: string;
  /** The code of the server's current time. */
  readonly code: () => string;
}

function codeOf(secret: string, timestamp: number): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
}

/** A user whose sign-in asks for a code. */
async function createGuarded(options: Partial<ServerOptions> = {}): Promise<Guarded> {
  const test = await createTestServer(options);
  const user = await createUser(test.url, 'olga');
  const { secret } = expectOk(await user.api.call('beginSecondFactor', { confirmation: PASSWORD }));
  const code = (): string => codeOf(secret, test.server.services.now());
  const confirmed = expectOk(await user.api.call('confirmSecondFactor', { code: code() }));
  // The code of the setup is used up.
  test.wait(PERIOD_MS);
  return { ...test, user, secret, code, recoveryCodes: confirmed.recovery_codes };
}

/** The ticket of a sign-in with the right password. */
async function ticketOf(visitor: TestVisitor): Promise<string> {
  const answer = await visitor.api.call('login', { account: 'olga', password: PASSWORD });
  expect(answer).toMatchObject({ ok: false, error: { code: 'server.secondFactor', apiCode: 428 } });
  return answer.ok ? '' : (answer.error.ticket ?? '');
}

describe('one-time codes', () => {
  test('are asked for after the password, which alone opens no session', async () => {
    const { url, code, server } = await createGuarded();
    const visitor = createVisitor(url);
    const ticket = await ticketOf(visitor);
    expect(visitor.sessionCookie()).toBeNull();
    expect(expectOk(await visitor.api.call('currentUser', {}))).toBeNull();
    expect(await visitor.api.call('signInSecondFactor', { ticket, code: '000000' })).toMatchObject({
      error: { apiCode: 209, path: 'code' },
    });
    const user = expectOk(await visitor.api.call('signInSecondFactor', { ticket, code: code() }));
    expect(expectOk(await visitor.api.call('currentUser', {}))).toEqual(user);
    const kept = JSON.stringify([
      await server.services.db.selectFrom('sign_in_ticket').selectAll().execute(),
      await server.services.db.selectFrom('second_factor').selectAll().execute(),
      await server.services.db.selectFrom('recovery_code').selectAll().execute(),
    ]);
    expect(kept).not.toContain(ticket);
  });

  test('count once, however many requests use one at the same time, and so does a ticket', async () => {
    const { url, code } = await createGuarded();
    const visitors = Array.from({ length: 10 }, () => createVisitor(url));
    const tickets = await Promise.all(visitors.map(ticketOf));
    const one = code();
    const signIns = await Promise.all(
      visitors.map((visitor, i) => visitor.api.call('signInSecondFactor', { ticket: tickets[i] ?? '', code: one })),
    );
    expect(signIns.filter(({ ok }) => ok)).toHaveLength(1);
    const used = tickets[signIns.findIndex(({ ok }) => ok)] ?? '';
    expect(await visitors[0]?.api.call('signInSecondFactor', { ticket: used, code: one })).toMatchObject({
      error: { apiCode: 401 },
    });
  });

  test('of the period before and after are valid, others are not', async () => {
    const { url, secret, server, wait } = await createGuarded();
    wait(10 * PERIOD_MS);
    const tries: [offset: number, isRight: boolean][] = [
      [-2, false],
      [2, false],
      [-1, true],
      // Before one that was used.
      [-1, false],
      [1, true],
      [0, false],
    ];
    for (const [offset, isRight] of tries) {
      const visitor = createVisitor(url);
      const ticket = await ticketOf(visitor);
      const code = codeOf(secret, server.services.now() + offset * PERIOD_MS);
      expect((await visitor.api.call('signInSecondFactor', { ticket, code })).ok, `${offset}`).toBe(isRight);
    }
  });

  test('can be replaced by ten recovery codes, each once', async () => {
    const { url, recoveryCodes, user } = await createGuarded();
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first = '', second = ''] = recoveryCodes;
    for (const [code, isRight] of [
      [first, true],
      [first, false],
      [second.toUpperCase().replaceAll('-', ' '), true],
      ['aaaa-bbbb-cccc', false],
    ] as const) {
      const visitor = createVisitor(url);
      const ticket = await ticketOf(visitor);
      expect((await visitor.api.call('signInSecondFactor', { ticket, code })).ok, code).toBe(isRight);
    }
    expect(expectOk(await user.api.call('accountSecurity', {})).recovery_codes_left).toBe(8);
  });

  test('are asked for until a ticket has expired', async () => {
    const { url, code, wait } = await createGuarded();
    const visitor = createVisitor(url);
    const ticket = await ticketOf(visitor);
    wait(SIGN_IN_TICKET_LIFETIME_MS + 1);
    expect(await visitor.api.call('signInSecondFactor', { ticket, code: code() })).toMatchObject({
      error: { apiCode: 401 },
    });
  });

  test('can’t be guessed: attempts are counted before they are checked', async () => {
    const { url, code } = await createGuarded({
      limits: {
        loginsPerAddress: 10_000,
        registrationsPerAddress: 10_000,
        failedLoginsPerAccount: 5,
        failedLoginsPerAddress: 10_000,
      },
    });
    const visitor = createVisitor(url);
    const ticket = await ticketOf(visitor);
    const guesses = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        visitor.api.call('signInSecondFactor', { ticket, code: String(i).padStart(6, '0') }),
      ),
    );
    const codes = guesses.map((guess) => (guess.ok ? 200 : guess.error.apiCode));
    expect(codes.filter((one) => one === 209).length).toBeLessThanOrEqual(6);
    expect(codes).toContain(429);
    expect(await visitor.api.call('signInSecondFactor', { ticket, code: code() })).toMatchObject({
      error: { apiCode: 429 },
    });
  });

  test('are set up and switched off only with the password, and never with a wrong code', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'olga');
    expect(await user.api.call('beginSecondFactor', { confirmation: 'wrong' })).toMatchObject({
      error: { apiCode: 209, path: 'confirmation' },
    });
    expect(await user.api.call('confirmSecondFactor', { code: '123456' })).toMatchObject({ error: { apiCode: 402 } });
    const { secret, uri } = expectOk(await user.api.call('beginSecondFactor', { confirmation: PASSWORD }));
    expect(uri).toMatch(/^otpauth:\/\/totp\/Labelwright:olga\?issuer=Labelwright&secret=/);
    expect(await user.api.call('confirmSecondFactor', { code: '12345' })).toMatchObject({ error: { apiCode: 209 } });
    expectOk(await createVisitor(url).api.call('login', { account: 'olga', password: PASSWORD }));
    const before = await Promise.all(
      Array.from({ length: 10 }, () => user.api.call('confirmSecondFactor', { code: codeOf(secret, Date.now()) })),
    );
    expect(before.filter(({ ok }) => ok)).toHaveLength(1);
    await ticketOf(createVisitor(url));
    expect((await user.api.call('endSecondFactor', { confirmation: 'wrong' })).ok).toBe(false);
    await ticketOf(createVisitor(url));
    expectOk(await user.api.call('endSecondFactor', { confirmation: PASSWORD }));
    expectOk(await createVisitor(url).api.call('login', { account: 'olga', password: PASSWORD }));
    expect(expectOk(await user.api.call('accountSecurity', {}))).toMatchObject({
      second_factor: null,
      recovery_codes_left: 0,
    });
  });

  test('of the old device are valid until the new one is confirmed', async () => {
    const { url, user, code, secret, server, wait } = await createGuarded();
    const next = expectOk(await user.api.call('beginSecondFactor', { confirmation: PASSWORD }));
    const visitor = createVisitor(url);
    expectOk(await visitor.api.call('signInSecondFactor', { ticket: await ticketOf(visitor), code: code() }));
    wait(MINUTE_MS);
    expectOk(await user.api.call('confirmSecondFactor', { code: codeOf(next.secret, server.services.now()) }));
    wait(MINUTE_MS);
    const ticket = await ticketOf(visitor);
    const now = server.services.now();
    expect((await visitor.api.call('signInSecondFactor', { ticket, code: codeOf(secret, now) })).ok).toBe(false);
    expectOk(await visitor.api.call('signInSecondFactor', { ticket, code: codeOf(next.secret, now) }));
  });

  test('survive a restart, and their secret is not in the database as plain text', async () => {
    const dataDir = await createTestFolder();
    const first = await createGuarded({ dataDir });
    const row = await first.server.services.db.selectFrom('second_factor').selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(first.secret);
    await first.server.close();
    const again = await createTestServer({ dataDir });
    const visitor = createVisitor(again.url);
    const code = codeOf(first.secret, Date.now() + PERIOD_MS);
    expectOk(await visitor.api.call('signInSecondFactor', { ticket: await ticketOf(visitor), code }));
  });
});

describe('a sealed secret', () => {
  const box = createSecretBox(new Uint8Array(32).fill(7));

  test('opens only with its own key and for its own purpose', () => {
    const sealed = box.seal('secret', 'totp a');
    expect(box.open(sealed, 'totp a')).toBe('secret');
    expect(() => box.open(sealed, 'totp b')).toThrow();
    expect(() => createSecretBox(new Uint8Array(32)).open(sealed, 'totp a')).toThrow();
    const changed = Buffer.from(sealed, 'base64url');
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    expect(() => box.open(changed.toString('base64url'), 'totp a')).toThrow();
  });

  test('differs each time, and a digest is the same for one purpose', () => {
    expect(box.seal('secret', 'totp a')).not.toBe(box.seal('secret', 'totp a'));
    expect(box.digest('secret', 'a')).toBe(box.digest('secret', 'a'));
    expect(box.digest('secret', 'a')).not.toBe(box.digest('secret', 'b'));
  });
});
