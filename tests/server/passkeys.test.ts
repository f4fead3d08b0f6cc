import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { createAuthenticator, type SoftAuthenticator, type Twist } from '#tests/support/soft-authenticator.ts';
import {
  createTestServer,
  createUser,
  createVisitor,
  PASSWORD,
  type TestServer,
  type TestUser,
  type TestVisitor,
} from './create-test-server.ts';

const MINUTE_MS = 60_000;

interface Keyed extends TestServer {
  readonly user: TestUser;
  readonly key: SoftAuthenticator;
}

/** Passkeys need a host name: the server is called by one. */
async function createNamedServer(): Promise<TestServer> {
  const test = await createTestServer();
  return { ...test, url: test.url.replace('127.0.0.1', 'localhost') };
}

async function createKeyed(): Promise<Keyed> {
  const test = await createNamedServer();
  const user = await createUser(test.url, 'ines');
  const key = createAuthenticator(test.url);
  expectOk(await add(user, key));
  return { ...test, user, key };
}

async function add(user: TestUser, key: SoftAuthenticator, twist: Twist = {}): ReturnType<typeof addAs> {
  return addAs(user, user, key, twist);
}

/** Requests as one user and answers as another. */
async function addAs(asking: TestUser, answering: TestUser, key: SoftAuthenticator, twist: Twist = {}) {
  const { options } = expectOk(await asking.api.call('beginPasskey', { confirmation: PASSWORD }));
  return answering.api.call('addPasskey', { name: 'Laptop', response: key.attest(options, twist) });
}

async function signIn(visitor: TestVisitor, key: SoftAuthenticator, twist: Twist = {}) {
  const { options } = expectOk(await visitor.api.call('beginPasskeySignIn', {}));
  return visitor.api.call('passkeySignIn', { response: key.assert(options, twist) });
}

const REFUSED = { ok: false, error: { apiCode: 401 } };

describe('a passkey', () => {
  test('signs its user in without a name and a password, and without one-time codes', async () => {
    const { url, user, key, server } = await createKeyed();
    await server.services.db
      .insertInto('second_factor')
      .values({ user_id: user.user.user_id, secret: 'x', confirmed_at: 1, last_step: 0, draft: null, draft_at: 0 })
      .execute();
    const visitor = createVisitor(url);
    expect(expectOk(await signIn(visitor, key))).toEqual(user.user);
    expect(expectOk(await visitor.api.call('currentUser', {}))).toEqual(user.user);
    const { passkeys } = expectOk(await user.api.call('accountSecurity', {}));
    expect(passkeys).toMatchObject([{ name: 'Laptop', used: expect.any(Number) as number }]);
  });

  test.each<readonly [string, Twist]>([
    ['another page asked', { origin: 'http://localhost:1' }],
    ['another host asked', { origin: 'https://labels.example.com' }],
    ['it signed another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['nobody was asked who holds it', { unverified: true }],
  ])('is neither added nor signs in where %s', async (_why, twist) => {
    const { url, user, key } = await createKeyed();
    expect(await add(user, createAuthenticator(url), twist)).toMatchObject(REFUSED);
    const visitor = createVisitor(url);
    expect(await signIn(visitor, key, twist)).toMatchObject(REFUSED);
    expect(visitor.sessionCookie()).toBeNull();
    expectOk(await signIn(visitor, key));
  });

  test('signs in once with one challenge, also with ten concurrent attempts', async () => {
    const { url, key } = await createKeyed();
    const visitor = createVisitor(url);
    const { options } = expectOk(await visitor.api.call('beginPasskeySignIn', {}));
    const response = key.assert(options);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => createVisitor(url).api.call('passkeySignIn', { response })),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await visitor.api.call('passkeySignIn', { response })).toMatchObject(REFUSED);
  });

  test('whose counter goes back is a copy, and is rejected', async () => {
    const { url, key } = await createKeyed();
    expectOk(await signIn(createVisitor(url), key, { counter: 50 }));
    expect(await signIn(createVisitor(url), key, { counter: 50 })).toMatchObject(REFUSED);
    expect(await signIn(createVisitor(url), key, { counter: 7 })).toMatchObject(REFUSED);
    expectOk(await signIn(createVisitor(url), key, { counter: 51 }));
  });

  test('that was never added, or was removed, can’t sign in', async () => {
    const { url, user, key } = await createKeyed();
    expect(await signIn(createVisitor(url), createAuthenticator(url))).toMatchObject(REFUSED);
    const [only] = expectOk(await user.api.call('accountSecurity', {})).passkeys;
    expectOk(await user.api.call('deletePasskey', { id: only?.id ?? '' }));
    expect(await signIn(createVisitor(url), key)).toMatchObject(REFUSED);
  });

  test('is added with a challenge of its user, in time, once, and with the password', async () => {
    const { url, wait } = await createNamedServer();
    const ines = await createUser(url, 'ines');
    const other = await createUser(url, 'other');
    const key = createAuthenticator(url);
    expect((await ines.api.call('beginPasskey', { confirmation: 'wrong' })).ok).toBe(false);
    expect(await addAs(ines, other, key)).toMatchObject(REFUSED);
    const { options } = expectOk(await ines.api.call('beginPasskey', { confirmation: PASSWORD }));
    wait(6 * MINUTE_MS);
    expect(await ines.api.call('addPasskey', { name: 'Late', response: key.attest(options) })).toMatchObject(REFUSED);
    expectOk(await add(ines, key));
    expect(await add(other, key)).toMatchObject(REFUSED);
  });

  test('has a name that only its user may change', async () => {
    const { url, user } = await createKeyed();
    const other = await createUser(url, 'other');
    const [only] = expectOk(await user.api.call('accountSecurity', {})).passkeys;
    const id = only?.id ?? '';
    expect(await other.api.call('renamePasskey', { id, name: 'Mine' })).toMatchObject({ error: { apiCode: 404 } });
    expect(await other.api.call('deletePasskey', { id })).toMatchObject({ error: { apiCode: 404 } });
    for (const name of ['', '  ', 'x'.repeat(61), 'a\u0000b']) {
      expect(await user.api.call('renamePasskey', { id, name })).toMatchObject({ error: { apiCode: 209 } });
    }
    expect(expectOk(await user.api.call('renamePasskey', { id, name: ' Phone ' })).name).toBe('Phone');
  });

  test('is not offered where the server is called by an address', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'ines');
    expect(expectOk(await user.api.call('accountSecurity', {})).passkeys_possible).toBe(false);
    expect(await user.api.call('beginPasskey', { confirmation: PASSWORD })).toMatchObject({ error: { apiCode: 402 } });
    expect(await createVisitor(url).api.call('beginPasskeySignIn', {})).toMatchObject({ error: { apiCode: 402 } });
  });

  test('needs all its fields', async () => {
    const { url, key } = await createKeyed();
    const visitor = createVisitor(url);
    const { options } = expectOk(await visitor.api.call('beginPasskeySignIn', {}));
    const whole = key.assert(options);
    const broken = [
      { ...whole, response: { ...whole.response, signature: 'AAAA' } },
      { ...whole, response: { ...whole.response, authenticatorData: '' } },
      { ...whole, response: { ...whole.response, clientDataJSON: 'bm9uZQ' } },
      { ...whole, id: '' },
    ];
    for (const response of broken) {
      expect(await visitor.api.call('passkeySignIn', { response })).toMatchObject(REFUSED);
    }
  });
});
