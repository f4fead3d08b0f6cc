import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { longestTurnMs } from '#tests/support/longest-turn.ts';
import { createAuthenticator, type SoftAuthenticator, type Twist } from '#tests/support/soft-authenticator.ts';
import {
  createSuiteServer,
  createUser,
  createVisitor,
  PASSWORD,
  type TestUser,
  type TestVisitor,
} from './create-test-server.ts';

const REFUSED = { ok: false, error: { apiCode: 401 } };
const server = createSuiteServer();
/** Passkeys need a host name. */
const url = (): string => server().url.replace('127.0.0.1', 'localhost');
let users = 0;
const newUser = (): Promise<TestUser> => createUser(url(), `user${++users}`);

async function add(user: TestUser, key: SoftAuthenticator, twist: Twist = {}) {
  const { options } = expectOk(await user.api.call('beginPasskey', { confirmation: PASSWORD }));
  return user.api.call('addPasskey', { name: 'Laptop', response: key.attest(options, twist) });
}

async function signIn(visitor: TestVisitor, key: SoftAuthenticator, twist: Twist = {}) {
  const { options } = expectOk(await visitor.api.call('beginPasskeySignIn', {}));
  return visitor.api.call('passkeySignIn', { response: key.assert(options, twist) });
}

async function createKeyed() {
  const user = await newUser();
  const key = createAuthenticator(url());
  const { id } = expectOk(await add(user, key));
  return { user, key, id };
}

/** A CBOR map: `fmt` none, no statement, and these bytes as the authenticator's data. */
function attesting(data: Buffer, format = 'none', statement = Buffer.from('a0', 'hex')): Buffer {
  const text = (value: string): Buffer => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
  const head = Buffer.from([0x59, data.length >> 8, data.length & 0xff]);
  return Buffer.concat([
    Buffer.from('a3', 'hex'),
    text('fmt'),
    text(format),
    text('attStmt'),
    statement,
    text('authData'),
    head,
    data,
  ]);
}

/** A COSE key: RSA with a modulus of that many bytes. */
function rsaKey(bytes: number, alg = Buffer.from('390100', 'hex')): Buffer {
  const size = Buffer.from([0x59, bytes >> 8, bytes & 0xff]);
  return Buffer.concat([
    Buffer.from('a4010303', 'hex'),
    alg,
    Buffer.from('20', 'hex'),
    size,
    Buffer.alloc(bytes, 0xab),
    Buffer.from('2143010001', 'hex'),
  ]);
}

describe('a passkey neither is added nor signs in', () => {
  test.each<[string, Twist]>([
    ['from a frame of another site', { client: { crossOrigin: true } }],
    ['from below another page', { client: { topOrigin: 'https://evil.example' } }],
    ['for another page', { origin: 'https://evil.example' }],
    ['for a page of the same name without its port', { origin: 'http://localhost' }],
    ['for a page whose name begins alike', { origin: 'http://localhost.evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['for a host above', { rpId: '' }],
    ['without anybody who touches it', { absent: true }],
    ['without anybody who is known to hold it', { unverified: true }],
    ['with a challenge that nobody gave', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['with no challenge', { client: { challenge: '' } }],
    ['with a challenge that is no text', { client: { challenge: { $ne: '' } } }],
    ['as something else that was signed', { client: { type: 'payment.get' } }],
  ])('%s', async (_what, twist) => {
    const { key } = await createKeyed();
    expect(await add(await newUser(), createAuthenticator(url()), twist)).toMatchObject(REFUSED);
    const visitor = createVisitor(url());
    expect(await signIn(visitor, key, twist)).toMatchObject(REFUSED);
    expect(visitor.sessionCookie()).toBeNull();
  });
});

describe('a passkey can’t sign in', () => {
  test('as another user', async () => {
    const { key, user } = await createKeyed();
    const other = await newUser();
    const handle = (id: string): string => Buffer.from(id).toString('base64url');
    for (const userHandle of [handle(other.user.user_id), handle(''), 'AAAA']) {
      expect(await signIn(createVisitor(url()), key, { userHandle })).toMatchObject(REFUSED);
    }
    for (const userHandle of [handle(user.user.user_id), null]) {
      expect(expectOk(await signIn(createVisitor(url()), key, { userHandle }))).toEqual(user.user);
    }
  });

  test('with the signature of another credential', async () => {
    const [mine, victim] = [await createKeyed(), await createKeyed()];
    const visitor = createVisitor(url());
    for (const more of [{}, { userHandle: null }]) {
      expect(await signIn(visitor, mine.key, { id: victim.id, ...more })).toMatchObject(REFUSED);
    }
    expect(visitor.sessionCookie()).toBeNull();
  });

  test('with a challenge for adding one, nor is one added with a challenge of a sign-in', async () => {
    const { key, user } = await createKeyed();
    const visitor = createVisitor(url());
    const adding = expectOk(await user.api.call('beginPasskey', { confirmation: PASSWORD }));
    expect(await visitor.api.call('passkeySignIn', { response: key.assert(adding.options) })).toMatchObject(REFUSED);
    const signing = expectOk(await visitor.api.call('beginPasskeySignIn', {}));
    const response = createAuthenticator(url()).attest(signing.options);
    expect(await user.api.call('addPasskey', { name: 'x', response })).toMatchObject(REFUSED);
  });

  test('with the response of its registration', async () => {
    const { key, user } = await createKeyed();
    const visitor = createVisitor(url());
    const { options } = expectOk(await visitor.api.call('beginPasskeySignIn', {}));
    const created = key.assert(options, { client: { type: 'webauthn.create' } });
    expect(await visitor.api.call('passkeySignIn', { response: created })).toMatchObject(REFUSED);
    expect(visitor.sessionCookie()).toBeNull();
    expect(expectOk(await signIn(visitor, key))).toEqual(user.user);
  });

  test('as a copy whose counter goes back, and the original still works', async () => {
    const { key } = await createKeyed();
    expectOk(await signIn(createVisitor(url()), key, { counter: 2 ** 31 }));
    for (const counter of [2 ** 31, 1, 0]) {
      expect(await signIn(createVisitor(url()), key, { counter })).toMatchObject(REFUSED);
    }
    expectOk(await signIn(createVisitor(url()), key, { counter: 2 ** 31 + 1 }));
  });
});

describe('a passkey is not added', () => {
  test('under the id of another user’s, whose owner still signs in', async () => {
    const victim = await createKeyed();
    const attacker = await newUser();
    const key = createAuthenticator(url());
    expect(await add(attacker, key, { id: victim.id })).toMatchObject(REFUSED);
    expect(await add(victim.user, key, { id: victim.id })).toMatchObject(REFUSED);
    expect(expectOk(await signIn(createVisitor(url()), victim.key))).toEqual(victim.user.user);
  });

  test.each<[string, Twist]>([
    ['with an algorithm that was not offered', { publicKey: rsaKey(256, Buffer.from('39fffe', 'hex')) }],
    ['with a key of 12,000 bytes', { publicKey: rsaKey(12_000) }],
    ['with a key that is none', { publicKey: Buffer.from('a0', 'hex') }],
    ['with ten thousand lists within each other', { attestation: Buffer.alloc(14_000, 0x81) }],
    ['with ten thousand tags', { attestation: Buffer.alloc(14_000, 0xc1) }],
    ['with a list of four billion', { attestation: Buffer.from('9affffffff', 'hex') }],
    ['with a map of 2^64', { attestation: Buffer.from('bbffffffffffffffff', 'hex') }],
    ['with bytes that are said to be 2^64', { attestation: Buffer.from('5bffffffffffffffff', 'hex') }],
    ['with a list without an end', { attestation: Buffer.alloc(14_000, 0x9f) }],
    ['with data that ends within its key', { attestation: attesting(Buffer.alloc(60, 0x45)) }],
    ['with no data', { attestation: attesting(Buffer.alloc(0)) }],
    ['with a format that does not exist', { attestation: attesting(Buffer.alloc(37), 'evil') }],
    [
      'with a statement where none is',
      { attestation: attesting(Buffer.alloc(37), 'none', Buffer.from('a1617801', 'hex')) },
    ],
    ['with nothing', { attestation: Buffer.alloc(0) }],
  ])('%s, which takes the server no time', async (_what, twist) => {
    const user = await newUser();
    let answer: unknown;
    const longest = await longestTurnMs(async () => {
      answer = await add(user, createAuthenticator(url()), twist);
    });
    expect(answer).toMatchObject(REFUSED);
    expect(longest).toBeLessThan(200);
    expect(expectOk(await user.api.call('accountSecurity', {})).passkeys).toEqual([]);
  });

  test('beyond twenty, also where thirty are begun at once', async () => {
    const user = await newUser();
    const begun = await Promise.all(
      Array.from({ length: 30 }, async () => expectOk(await user.api.call('beginPasskey', { confirmation: PASSWORD }))),
    );
    const answers = await Promise.all(
      begun.map(({ options }, i) =>
        user.api.call('addPasskey', { name: `Key ${i}`, response: createAuthenticator(url()).attest(options) }),
      ),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(20);
    expect((await user.api.call('beginPasskey', { confirmation: PASSWORD })).ok).toBe(false);
  });
});

test('a user who removes the last passkey still signs in with the password', async () => {
  const { user, key, id } = await createKeyed();
  expectOk(await user.api.call('deletePasskey', { id }));
  expect(await signIn(createVisitor(url()), key)).toMatchObject(REFUSED);
  const again = await createVisitor(url()).api.call('login', { account: user.user.user_name, password: PASSWORD });
  expect(expectOk(again)).toEqual(user.user);
});
