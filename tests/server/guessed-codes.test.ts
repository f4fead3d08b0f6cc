import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { BIND_PATH } from '#protocol/dialed-assistant.ts';
import type { ServerOptions } from '#server/app.ts';
import { createCodeServer, createReached, type CodeServer } from './create-code-server.ts';
import { createVisitor, PASSWORD, type TestUser, type TestVisitor } from './create-test-server.ts';

const MAIL = 'ana@example.com';
const NEW_PASSWORD = 'quite another horse';
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const PERIOD_MS = 30_000;
/** The product's own for one account, and none for one address. */
const LIMITS = {
  loginsPerAddress: 10_000,
  registrationsPerAddress: 10_000,
  failedLoginsPerAccount: 10,
  failedLoginsPerAddress: 30,
  failedCodesPerAccount: 5,
  codesPerTarget: 3,
  codesPerAddress: 10_000,
};

interface StillServer extends CodeServer {
  /** A browser without cookies at that address. */
  readonly from: (address: string) => TestVisitor;
}

/** A server behind a proxy, with a clock that moves only on request: no delay expires by itself. */
async function createStillServer(options: Partial<ServerOptions> = {}): Promise<StillServer> {
  let time = Date.UTC(2030, 0, 1);
  const server = await createCodeServer({ limits: LIMITS, trustProxy: 1, now: () => time, ...options });
  const from = (address: string): TestVisitor =>
    createVisitor(server.url, 'en', { headers: { 'x-forwarded-for': address } });
  return { ...server, from, wait: (ms) => (time += ms) };
}

/** The n-th of many addresses: an IPv4 address, a /64 of one /48, or a /48 of its own. */
function addressOf(n: number): string {
  const group = n.toString(16);
  return (
    [`198.51.${n >> 8}.${n & 255}`, `2001:db8:7:${group}::1`, `2001:db8:${(0x100 + n).toString(16)}::1`][n % 3] ?? ''
  );
}

interface Answered {
  readonly ok: boolean;
  readonly error?: { readonly apiCode: number | null; readonly message: string };
}

function statusOf(answer: Answered): number {
  return answer.ok ? 200 : (answer.error?.apiCode ?? 0);
}

function secondsOf(answer: Answered): number {
  return Number(/\d+(?= s\.)/.exec(answer.error?.message ?? '')?.[0]);
}

/** A code that differs from this one; for each `n` another. */
function wrongOf(code: string, n = 0): string {
  return String((Number(code) + 1 + n) % 10 ** code.length).padStart(code.length, '0');
}

interface Guarded extends StillServer {
  readonly owner: TestUser;
  readonly recoveryCodes: readonly string[];
  readonly code: () => string;
}

/** An account with a password and one-time codes, whose owner has signed in from 203.0.113.5 with both. */
async function createGuarded(): Promise<Guarded> {
  const server = await createStillServer();
  const owner = server.from('203.0.113.5');
  const user = expectOk(await owner.api.call('register', { user_name: 'olga', password: PASSWORD }));
  const { secret } = expectOk(await owner.api.call('beginSecondFactor', { confirmation: PASSWORD }));
  const code = (): string =>
    TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: server.server.services.now() });
  const { recovery_codes: recoveryCodes } = expectOk(await owner.api.call('confirmSecondFactor', { code: code() }));
  server.wait(PERIOD_MS);
  return { ...server, owner: { ...owner, user }, recoveryCodes, code };
}

async function ticketOf(visitor: TestVisitor): Promise<string> {
  const answer = await visitor.api.call('login', { account: 'olga', password: PASSWORD });
  expect(answer).toMatchObject({ ok: false, error: { apiCode: 428 } });
  return answer.ok ? '' : (answer.error.ticket ?? '');
}

/** Signs in with the password, and tries codes until one is rejected. Returns the answers' codes. */
async function guess({ from, code }: Guarded, address: string, tries: number): Promise<number[]> {
  const visitor = from(address);
  const ticket = await ticketOf(visitor);
  const statuses: number[] = [];
  for (let n = 0; n < tries && statuses.at(-1) !== 429; n++) {
    statuses.push(statusOf(await visitor.api.call('signInSecondFactor', { ticket, code: wrongOf(code(), n) })));
  }
  return statuses;
}

describe('an attacker with the password of an account with one-time codes', () => {
  test('has five guesses from sixty addresses together, and the right code is delayed after them', async () => {
    const server = await createGuarded();
    const statuses: number[] = [];
    for (let n = 0; n < 60; n++) statuses.push(...(await guess(server, addressOf(n), 10)));
    expect(statuses.filter((status) => status === 209)).toHaveLength(5);
    expect(new Set(statuses)).toEqual(new Set([209, 429]));

    const late = server.from('192.0.2.61');
    const ticket = await ticketOf(late);
    const refused = await late.api.call('signInSecondFactor', { ticket, code: server.code() });
    expect([statusOf(refused), secondsOf(refused)]).toEqual([429, 30]);
    expect(refused).toMatchObject({ error: { message: expect.stringMatching(/recovery code/) as string } });
    server.wait(30 * SECOND_MS);
    expectOk(await late.api.call('signInSecondFactor', { ticket, code: server.code() }));
  });

  test('has about thirty guesses in a day, with a new address for each', async () => {
    const server = await createGuarded();
    let guesses = 0;
    for (let waited = 0, n = 0; waited < 24 * HOUR_MS; n++) {
      const visitor = server.from(addressOf(n));
      const ticket = await ticketOf(visitor);
      const answer = await visitor.api.call('signInSecondFactor', { ticket, code: wrongOf(server.code()) });
      if (statusOf(answer) === 209) guesses++;
      const ms = statusOf(answer) === 429 ? secondsOf(answer) * SECOND_MS : 0;
      waited += ms;
      server.wait(ms);
    }
    expect(guesses).toBeGreaterThan(20);
    expect(guesses).toBeLessThan(40);
  });

  test('makes no address known with the password alone', async () => {
    const server = await createGuarded();
    const known = (): Promise<unknown[]> => server.server.services.db.selectFrom('known_place').selectAll().execute();
    expect(await known()).toHaveLength(1);
    const visitor = server.from('192.0.2.1');
    const ticket = await ticketOf(visitor);
    expect(await known()).toHaveLength(1);
    expectOk(await visitor.api.call('signInSecondFactor', { ticket, code: server.code() }));
    expect(await known()).toHaveLength(2);
  });

  test('locks the owner out neither of a known browser nor of a known address, nor of a recovery code', async () => {
    const server = await createGuarded();
    const { owner, from, code, recoveryCodes, wait } = server;
    expectOk(await owner.api.call('logout', {}));
    const ownTicket = await ticketOf(owner);
    const atHome = from('203.0.113.5');
    const homeTicket = await ticketOf(atHome);
    for (let n = 0; n < 30; n++) await guess(server, addressOf(n), 3);
    expectOk(await owner.api.call('signInSecondFactor', { ticket: ownTicket, code: code() }));
    wait(PERIOD_MS);
    await guess(server, addressOf(60), 10);
    expectOk(await atHome.api.call('signInSecondFactor', { ticket: homeTicket, code: code() }));
    wait(PERIOD_MS);
    await guess(server, addressOf(61), 10);
    const abroad = from('192.0.2.77');
    const ticket = await ticketOf(abroad);
    expect(statusOf(await abroad.api.call('signInSecondFactor', { ticket, code: code() }))).toBe(429);
    expectOk(await abroad.api.call('signInSecondFactor', { ticket, code: recoveryCodes[0] ?? '' }));
  });

  test('loses pending tickets once the password is changed', async () => {
    const { owner, from, code } = await createGuarded();
    const attacker = from('192.0.2.1');
    const ticket = await ticketOf(attacker);
    expectOk(await owner.api.call('changePassword', { old_password: PASSWORD, password: NEW_PASSWORD }));
    expect(statusOf(await attacker.api.call('signInSecondFactor', { ticket, code: code() }))).toBe(401);
  });
});

describe('a stranger without the password', () => {
  test('locks the owner out neither of a known browser nor of a known address', async () => {
    const server = await createGuarded();
    const { owner, from, code, wait } = server;
    expectOk(await owner.api.call('logout', {}));
    for (let n = 0; n < 60; n++) {
      const answer = await from(addressOf(n)).api.call('login', { account: 'olga', password: `guess ${n}` });
      expect(statusOf(answer)).toBe(n < 10 ? 401 : 429);
    }
    for (const visitor of [owner, from('203.0.113.5')]) {
      const ticket = await ticketOf(visitor);
      expectOk(await visitor.api.call('signInSecondFactor', { ticket, code: code() }));
      wait(PERIOD_MS);
    }
  });
});

function byCode(visitor: TestVisitor, code: string): Promise<Answered> {
  return visitor.api.call('loginByCode', { target: MAIL, code });
}

function reset(visitor: TestVisitor, code: string): Promise<Answered> {
  return visitor.api.call('resetPassword', { target: MAIL, code, password: NEW_PASSWORD });
}

/** Tries wrong codes from sixty addresses. Returns how many were checked. */
async function hammer({ from }: StillServer, code: string): Promise<number> {
  let looked = 0;
  for (let n = 0; n < 60; n++) if (statusOf(await reset(from(addressOf(n)), wrongOf(code, n))) === 209) looked++;
  return looked;
}

describe('a stranger who sends wrong codes from many addresses', () => {
  test('has five guesses, and invalidates no code: its owner only waits', async () => {
    const server = await createStillServer();
    await createReached(server, MAIL);
    const code = await server.askCode('reset', MAIL);
    expect(await hammer(server, code)).toBe(5);
    const refused = await reset(server.from('192.0.2.99'), code);
    expect([statusOf(refused), secondsOf(refused)]).toEqual([429, 30]);
    server.wait(30 * SECOND_MS);
    expect(statusOf(await reset(server.from('192.0.2.99'), code))).toBe(200);
  });

  test('does not delay the owner in a known browser or at a known address', async () => {
    const server = await createStillServer();
    const owner = await createReached(server, MAIL);
    for (const visitor of [owner, createVisitor(server.url)]) {
      server.wait(HOUR_MS);
      const code = await server.askCode('login', MAIL);
      await hammer(server, await server.askCode('reset', MAIL));
      expect(statusOf(await byCode(server.from('192.0.2.99'), code))).toBe(429);
      expect(statusOf(await byCode(visitor, code))).toBe(200);
    }
  });

  test('makes the next code a long one, which its owner can use at once from anywhere', async () => {
    const server = await createStillServer();
    await createReached(server, MAIL);
    await hammer(server, await server.askCode('reset', MAIL));
    server.wait(MINUTE_MS);
    await reset(server.from('192.0.2.1'), '000000');
    expectOk(await server.from('192.0.2.2').api.call('sendCode', { purpose: 'reset', target: MAIL }));
    const shown = /\d{4} \d{4} \d{4} \d{4}/.exec(server.said.at(-1) ?? '')?.[0] ?? '';
    const long = shown.replaceAll(' ', '');
    const wrong = `${long.slice(0, 15)}${(Number(long[15]) + 1) % 10}`;
    for (let n = 0; n < 20; n++) expect(statusOf(await reset(server.from(addressOf(n)), wrong))).toBe(209);
    expect(statusOf(await reset(server.from('192.0.2.99'), shown))).toBe(200);
    expect(statusOf(await byCode(server.from('192.0.2.99'), long))).toBe(209);
  });

  test('has a dozen guesses at short codes in four hours', async () => {
    const server = await createStillServer();
    await createReached(server, MAIL);
    const attacker = server.from('192.0.2.1');
    let [looked, waited] = [0, 0];
    for (let n = 0; waited < 4 * HOUR_MS; n++) {
      await attacker.api.call('sendCode', { purpose: n % 2 === 0 ? 'reset' : 'login', target: MAIL });
      const visitor = server.from(addressOf(n));
      const answer = await (n % 2 === 0 ? reset(visitor, '000000') : byCode(visitor, '000000'));
      if (statusOf(answer) === 209) looked++;
      // The code may have expired when the next guess is allowed: another one is requested sooner.
      const ms = Math.min(statusOf(answer) === 429 ? secondsOf(answer) * SECOND_MS : MINUTE_MS, 5 * MINUTE_MS);
      waited += ms;
      server.wait(ms);
    }
    expect(looked).toBeGreaterThan(8);
    expect(looked).toBeLessThan(18);
  });

  test('does not delay the codes with which the owner binds another address', async () => {
    const server = await createStillServer();
    const owner = await createReached(server, MAIL);
    const other = 'ana@elsewhere.example';
    expectOk(await owner.api.call('sendBindCode', { target: other }));
    const code = server.codeTo(other) ?? '';
    await server.from('192.0.2.1').api.call('sendCode', { purpose: 'login', target: other });
    for (let n = 0; n < 20; n++) {
      await server.from(addressOf(n)).api.call('loginByCode', { target: other, code: wrongOf(code, n) });
    }
    expectOk(await owner.api.call('bindAddress', { target: other, code, password: PASSWORD }));
  });
});

test('a user who binds another person’s address has five guesses at its code over all browsers', async () => {
  const server = await createStillServer();
  const guesser = await createReached(server, MAIL);
  const target = 'somebody@elsewhere.example';
  expectOk(await guesser.api.call('sendBindCode', { target }));
  const code = server.codeTo(target) ?? '';
  let looked = 0;
  for (let n = 0; n < 6; n++) {
    const browser = server.from('192.0.2.7');
    expectOk(await browser.api.call('login', { account: MAIL, password: PASSWORD }));
    for (let i = 0; i < 5; i++) {
      const guess = { target, code: wrongOf(code, 5 * n + i), password: PASSWORD };
      if (statusOf(await browser.api.call('bindAddress', guess)) === 209) looked++;
    }
  }
  expect(looked).toBe(5);
});

describe('a stranger who requests codes all the time, from an address of its own each time', () => {
  test.each(['login', 'reset'] as const)(
    'leaves the owner with a %s code that is valid, or free to request one',
    async (purpose) => {
      const server = await createStillServer();
      await createReached(server, MAIL);
      const use = purpose === 'login' ? byCode : reset;
      const before = server.said.length;
      for (let minute = 0; minute < 60; minute++) {
        server.wait(MINUTE_MS);
        await server.from(addressOf(minute)).api.call('sendCode', { purpose, target: MAIL });
        if (minute % 15 !== 14) continue;
        const answer = await server.from('192.0.2.99').api.call('sendCode', { purpose, target: MAIL });
        if (!answer.ok) expect(secondsOf(answer)).toBeLessThanOrEqual(600);
        const code = server.codeTo(MAIL) ?? '';
        expect(statusOf(await use(server.from('192.0.2.99'), code)), `minute ${minute}`).toBe(200);
      }
      // One in ten minutes, a few more at first, and those that the owner has requested.
      expect(server.said.length - before).toBeLessThan(6 + 6 + 4);
    },
  );

  test('does not invalidate the code that the owner is typing', async () => {
    const server = await createStillServer();
    await createReached(server, MAIL);
    const code = await server.askCode('reset', MAIL);
    server.wait(MINUTE_MS);
    const second = await server.askCode('reset', MAIL);
    expect(statusOf(await reset(server.from('192.0.2.1'), code))).toBe(200);
    // Using a code uses up the other one.
    expect(statusOf(await reset(server.from('192.0.2.1'), second))).toBe(209);
  });
});

test('a colleague who sends wrong codes from an address of the owner makes the next code long there', async () => {
  const server = await createStillServer();
  await createReached(server, MAIL);
  const colleague = createVisitor(server.url);
  const code = await server.askCode('reset', MAIL);
  for (let n = 0; n < 8; n++) expect(statusOf(await reset(colleague, wrongOf(code, n)))).toBe(n < 5 ? 209 : 429);
  server.wait(MINUTE_MS);
  expect(statusOf(await reset(colleague, wrongOf(code)))).toBe(209);
  expectOk(await createVisitor(server.url).api.call('sendCode', { purpose: 'reset', target: MAIL }));
  const long = /(?:\d{4} ){3}\d{4}/.exec(server.said.at(-1) ?? '')?.[0] ?? '';
  expect(statusOf(await reset(createVisitor(server.url), code))).toBe(429);
  expect(statusOf(await reset(createVisitor(server.url), long))).toBe(200);
});

test('a stranger who sends codes of print assistants from many addresses does not block valid ones', async () => {
  const { from } = await createStillServer({ limits: { ...LIMITS, bindingsPerAddress: 2 } });
  const bind = (visitor: TestVisitor, code: string): Promise<Response> =>
    visitor.fetch(BIND_PATH, {
      method: 'POST',
      body: JSON.stringify({ code, name: 'Press' }),
      headers: { 'content-type': 'application/json' },
    });
  const owner = from('203.0.113.5');
  expectOk(await owner.api.call('register', { user_name: 'olga', password: PASSWORD }));
  const { code } = expectOk(await owner.api.call('addAssistantCode', { confirmation: PASSWORD }));
  for (let n = 0; n < 60; n++) expect((await bind(from(addressOf(n)), `aaaa-aaaa-aa${n}`)).status).not.toBe(200);
  expect((await bind(from('203.0.113.6'), code)).status).toBe(200);
});
